// SPDX-License-Identifier: Apache-2.0
#include "ui/models/group_time.h"

#include "ui/models/elapsed_time.h"

#include <chrono>
#include <utility>

namespace plenum::ui {
namespace {

QString over_words() { return GroupTime::tr("The groups' time is over. You can call everyone back."); }

} // namespace

GroupTime::GroupTime(const GroupState& state, QObject* parent) : QObject{parent}, state_{state} {
    timer_.setInterval(std::chrono::milliseconds{250});
    connect(&timer_, &QTimer::timeout, this, &GroupTime::tick);
}

QDateTime GroupTime::ends_at() const {
    if (const auto* own = state_.own()) return own->ends_at;
    QDateTime earliest;
    for (const auto& group : state_.groups) {
        if (group.ends_at.isValid() && (!earliest.isValid() || group.ends_at < earliest)) earliest = group.ends_at;
    }
    return earliest;
}

int GroupTime::seconds_left() const {
    const auto end = ends_at();
    if (!end.isValid()) return -1;
    return std::max(0, static_cast<int>((state_.clock().msecsTo(end) + 999) / 1000));
}

QString GroupTime::left() const {
    const auto seconds = seconds_left();
    return seconds < 0 ? QString{} : ElapsedTime::format(seconds);
}

void GroupTime::set_end(const QDateTime& ends_at) {
    for (const auto& group : std::vector{state_.groups})
        state_.port.act_on_group(ChangeGroup{.group = group.id, .open = group.open, .ends_at = ends_at});
}

void GroupTime::set_minutes(int minutes) { set_end(state_.in_minutes(minutes)); }

void GroupTime::call_back() {
    calling_ = called_ = true;
    set_end(state_.clock().addSecs(notice_seconds));
    emit changed();
}

void GroupTime::stay() {
    if (!std::exchange(calling_, false)) return;
    set_end({});
    emit changed();
}

void GroupTime::stop() {
    timer_.stop();
    calling_ = called_ = false;
    told_of_ = {};
    told_seconds_ = -1;
    emit changed();
}

void GroupTime::tick() {
    emit ticked();
    tell();
    if (!calling_ || seconds_left() > 0) return;
    calling_ = false;
    for (const auto& group : std::vector{state_.groups})
        state_.port.act_on_group(CloseGroup{group.id});
}

/// Times that people choose are minutes; only the notice of a call back is as short, or a second longer where our clock
/// is behind.
void GroupTime::follow_end(const Group& now, const Group& before) {
    if (now.ends_at == before.ends_at) return;
    called_ = now.ends_at.isValid() && state_.clock().secsTo(now.ends_at) <= notice_seconds + 1;
}

void GroupTime::tell() {
    const auto seconds = seconds_left();
    if (std::exchange(told_of_, ends_at()) != ends_at()) told_seconds_ = -1;
    if (seconds < 0 || (state_.own() == nullptr && !state_.moderates)) return;
    const bool told_last = told_seconds_ >= 0 && told_seconds_ <= 60;
    const bool told_end = told_seconds_ == 0;
    if (seconds == 0 && !told_end) {
        told_seconds_ = 0;
        emit said(state_.moderates && !called_ ? over_words() : tr("The groups' time is over."));
    } else if (told_end && called_ && state_.moderates && !calling_ &&
               ends_at().secsTo(state_.clock()) >= unclosed_seconds) {
        // The program of whoever called ended, so the groups are still there.
        called_ = false;
        emit said(over_words());
    } else if (seconds > 0 && seconds <= 60 && !told_last) {
        told_seconds_ = seconds;
        const auto left = ElapsedTime::format(seconds);
        emit said(called_ ? tr("Everyone is called back in %1.").arg(left)
                          : tr("The groups' time is over in %1.").arg(left));
    }
}

} // namespace plenum::ui
