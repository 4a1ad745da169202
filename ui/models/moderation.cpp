// SPDX-License-Identifier: Apache-2.0
#include "ui/models/moderation.h"

#include "core/base/enums.h"
#include "ui/models/ids.h"
#include "ui/models/knocks_model.h"
#include "ui/models/members_model.h"

#include <chrono>
#include <utility>

namespace plenum::ui {
namespace {

constexpr std::chrono::seconds link_time_max{5};

const auto info = QStringLiteral("info");
/// With a button that copies the link.
const auto link = QStringLiteral("link");

} // namespace

Moderation::Moderation(PeoplePort& port, SessionPort& session, KnocksModel& knocks, const MembersModel& members,
                       QObject* parent)
    : QObject{parent},
      port_{port},
      knocks_{knocks},
      members_{members} {
    link_late_.setSingleShot(true);
    link_late_.setInterval(link_time_max);
    connect(&link_late_, &QTimer::timeout, this, &Moderation::tell_removal_alone);
    connect(&session, &SessionPort::conference_changed, this, &Moderation::take);
    connect(&session, &SessionPort::state_changed, this, [this](ConnectionState state) {
        if (state == ConnectionState::in_call) in_call_ = true;
        if (state == ConnectionState::ended) clear();
    });
}

void Moderation::clear() {
    in_call_ = false;
    facts_ = {};
    removing_.clear();
    removed_with_link_.clear();
    emit changed();
}

void Moderation::take(const ConferenceFacts& facts) {
    const auto before = std::exchange(facts_, facts);
    emit changed();
    if (in_call_) tell_changes(before);
}

void Moderation::tell_changes(const ConferenceFacts& before) {
    if (facts_.acting && !before.acting)
        emit told(tr("No moderator is here: you can let people in now, until one is back."), info);
    else if (facts_.may_moderate && !facts_.acting && (!before.may_moderate || before.acting))
        emit told(tr("You are a moderator now."), info);
    else if (!facts_.may_moderate && before.may_moderate)
        emit told(before.acting ? tr("A moderator is here again.") : tr("You are no moderator any more."), info);
    if (facts_.policy.admission != before.policy.admission) emit told(state_words(facts_.policy.admission), info);
    if (facts_.link == before.link) return;
    const auto who = std::exchange(removed_with_link_, {});
    emit told(who.isEmpty() ? tr("The link is now another. Send the new one to whoever shall still join.")
                            : tr("%1 was removed. The link is now another; share the new one.").arg(who),
              link);
}

void Moderation::member_left(base::MemberIndex index, const QString& name, Departure departure) {
    const auto asked = removing_.extract(index);
    if (departure != Departure::removed) return;
    if (!asked.empty() && !asked.mapped().isEmpty()) {
        tell_removal_alone();
        removed_with_link_ = name;
        link_late_.start();
    } else {
        emit told(asked.empty() ? tr("%1 was removed by a moderator").arg(name) : tr("%1 was removed").arg(name), info);
    }
}

void Moderation::tell_removal_alone() {
    const auto who = std::exchange(removed_with_link_, {});
    if (!who.isEmpty()) emit told(tr("%1 was removed").arg(who), info);
}

void Moderation::admit_all() {
    for (const auto id : knocks_.ids())
        port_.admit(id);
}

void Moderation::remove(int member_index, const QString& name, bool change_link) {
    removing_[to_member(member_index)] = change_link ? name : QString{};
    port_.remove_member(to_member(member_index), change_link);
}

void Moderation::set_moderator(int member_index, bool moderator) {
    port_.set_role(to_member(member_index), moderator ? Role::moderator : Role::participant);
}

void Moderation::mute(int member_index) { port_.ask_mute(to_member(member_index)); }

/// Asks in any case: somebody in another group, or whose sound is on the way, may have an open microphone.
void Moderation::mute_everyone() {
    if (!members_.others_open()) emit told(tr("No other microphone is open here."), info);
    port_.ask_mute({});
}

void Moderation::set_admission(const QString& admission) {
    auto policy = facts_.policy;
    policy.admission = admission_of(admission);
    if (policy != facts_.policy) port_.set_policy(policy);
}

void Moderation::set_recording_allowed(bool allowed) {
    auto policy = facts_.policy;
    policy.recording = allowed;
    port_.set_policy(policy);
}

void Moderation::set_history_for_newcomers(bool readable) {
    auto policy = facts_.policy;
    policy.history_for_newcomers = readable;
    if (policy != facts_.policy) port_.set_policy(policy);
}

QString Moderation::board_authority() const {
    const auto name = base::enumerator_name(facts_.policy.board);
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

void Moderation::set_board_authority(const QString& authority) {
    auto policy = facts_.policy;
    for (const auto each : base::enum_values<base::Authority>)
        if (authority.toStdString() == base::enumerator_name(each)) policy.board = each;
    if (policy != facts_.policy) port_.set_policy(policy);
}

QString Moderation::key_of(Admission admission) {
    switch (admission) {
    case Admission::open: break;
    case Admission::lobby: return QStringLiteral("lobby");
    case Admission::closed: return QStringLiteral("closed");
    }
    return QStringLiteral("open");
}

Admission Moderation::admission_of(const QString& key) {
    for (const auto admission : {Admission::lobby, Admission::closed})
        if (key == key_of(admission)) return admission;
    return Admission::open;
}

QString Moderation::state_words(Admission admission) {
    switch (admission) {
    case Admission::open: break;
    case Admission::lobby: return tr("Moderators now let people in, one by one.");
    case Admission::closed: return tr("Nobody can come in now.");
    }
    return tr("Everyone with the link can come in now.");
}

} // namespace plenum::ui
