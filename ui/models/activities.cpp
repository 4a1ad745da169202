// SPDX-License-Identifier: Apache-2.0
#include "ui/models/activities.h"

#include <QCoreApplication>
#include <QDebug>
#include <QVariantMap>

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

constexpr int idle_ms = 500;

/// Null where this program does not have it.
const activity::Descriptor* find_activity(const ActivityPort& port, const QString& id) {
    const auto plugins = port.activities();
    const auto found =
        std::ranges::find_if(plugins, [&](const auto& plugin) { return id == QLatin1String{plugin.id}; });
    return found == plugins.end() ? nullptr : &*found;
}

QString title_of(const ActivityPort& port, const QString& id) {
    const auto* plugin = find_activity(port, id);
    return plugin == nullptr ? QString{} : QCoreApplication::translate("Activity", plugin->title);
}

} // namespace

Activities::Activities(ActivityPort& port, PeoplePort& people, SessionPort& session, QObject* parent)
    : QObject{parent},
      port_{port},
      players_{people} {
    connect(&port, &ActivityPort::received, this, &Activities::receive);
    connect(&port, &ActivityPort::refused, this, &Activities::refuse);
    connect(&players_, &ActivityPlayers::changed, this, &Activities::tell_players);
    connect(&players_, &ActivityPlayers::left, this, [this](base::MemberIndex member) {
        attendance_.forget(member);
        tell_players();
        emit changed();
    });
    connect(&session, &SessionPort::state_changed, this, [this](ConnectionState state) {
        if (state == ConnectionState::connecting || state == ConnectionState::starting ||
            state == ConnectionState::ended)
            clear();
    });
    connect(&timer_, &QTimer::timeout, this, &Activities::tick);
    timer_.setTimerType(Qt::PreciseTimer);
}

Activities::~Activities() = default;

QString Activities::title() const { return title_of(port_, current_); }

QString Activities::people_of(const QString& activity) const {
    const auto present = attendance_.present(activity);
    if (present.empty()) return {};
    const auto& name = players_.find(present.front())->name;
    if (present.size() == 1) return tr("%1 takes part").arg(name);
    return tr("%1 and %2 more take part").arg(name).arg(present.size() - 1);
}

QVariantList Activities::offers() const {
    QVariantList offers;
    for (const auto& plugin : port_.activities()) {
        const auto id = QString::fromLatin1(plugin.id);
        offers << QVariantMap{{QStringLiteral("id"), id},
                              {QStringLiteral("title"), title_of(port_, id)},
                              {QStringLiteral("about"), QCoreApplication::translate("Activity", plugin.about)},
                              {QStringLiteral("people"), people_of(id)},
                              {QStringLiteral("current"), id == current_}};
    }
    return offers;
}

QString Activities::invitation() const {
    const auto activity = attendance_.invitation(current_);
    if (activity.isEmpty()) return {};
    const auto starter = attendance_.starter(activity);
    if (!starter) return tr("%1 is going on").arg(title_of(port_, activity));
    return tr("%1 started %2").arg(players_.find(*starter)->name, title_of(port_, activity));
}

ActivityRun* Activities::run() {
    const auto running = runs_.find(current_);
    return running == runs_.end() ? nullptr : running->second.get();
}

void Activities::enter(const QString& activity) {
    const auto* plugin = find_activity(port_, activity);
    if (plugin == nullptr || activity == current_ || !port_.now()) return;
    leave();
    auto& entered = runs_[activity];
    if (!entered) entered = std::make_unique<ActivityRun>(*plugin);
    attendance_.accept(activity);
    current_ = activity;
    port_.enter(activity);
    tell_players();
    timer_.start(frame_ms);
    tick();
    emit changed();
}

void Activities::join() { enter(attendance_.invitation(current_)); }

void Activities::decline() {
    const auto activity = attendance_.invitation(current_);
    if (activity.isEmpty()) return;
    attendance_.decline(activity);
    emit changed();
}

void Activities::leave() {
    if (current_.isEmpty()) return;
    attendance_.decline(current_);
    port_.leave(std::exchange(current_, {}));
    action_.clear();
    news_.clear();
    timer_.start(idle_ms);
    emit changed();
}

void Activities::act() {
    if (auto* running = run()) running->ask([](activity::Activity& each) { each.act(); });
    tick();
}

void Activities::tell_players() {
    auto* running = run();
    if (running == nullptr) return;
    const auto players = players_.all();
    running->ask([&](activity::Activity& each) { each.set_players(players); });
}

void Activities::refuse(const QString& activity) {
    if (activity == current_) leave();
    attendance_.end(activity);
    emit told(tr("%1 is not possible in this conference now.").arg(title_of(port_, activity)),
              QStringLiteral("problem"));
}

void Activities::receive(const ActivityMessage& message) {
    const auto* plugin = find_activity(port_, message.activity);
    const auto now = port_.now();
    const auto* sender = players_.find(message.sender);
    if (plugin == nullptr || !now || sender == nullptr || sender->self) return;
    if (message.body.size() > plugin->tag.message_bytes_max) return;
    const bool news = attendance_.note(message.activity, message.sender, *now);
    if (message.activity == current_)
        run()->ask([&](activity::Activity& each) { each.receive({message.sender, message.sent_at, message.body}); });
    if (!timer_.isActive()) timer_.start(idle_ms);
    if (news) emit changed();
}

void Activities::publish(base::ConferenceTime now) {
    auto* running = run();
    const auto& plugin = running->plugin();
    const base::Duration interval = std::chrono::seconds{1};
    if (now - published_at_ < interval / std::max(1U, plugin.tag.rate_hz)) return;
    published_at_ = now;
    const auto body = running->ask([](activity::Activity& each) { return each.message(); });
    if (!body.empty() && body.size() <= plugin.tag.message_bytes_max) port_.publish(current_, body);
}

void Activities::tick() {
    const auto now = port_.now();
    if (!now) return;
    if (attendance_.forget_silent(current_, *now)) emit changed();
    auto* running = run();
    if (running == nullptr) return;
    running->ask([&](activity::Activity& each) { each.advance(*now); });
    publish(*now);
    const auto action = running->ask([](activity::Activity& each) { return each.action(); });
    const auto news = running->ask([](activity::Activity& each) { return each.news(); });
    if (const auto& fault = running->fault()) {
        qWarning("plenum: the activity %s failed: %s", running->plugin().id, fault->c_str());
        const auto words = tr("%1 failed, so it is closed.").arg(title());
        const auto failed = current_;
        leave();
        runs_.erase(failed);
        emit told(words, QStringLiteral("problem"));
        return;
    }
    const bool other = std::exchange(action_, action) != action;
    if ((std::exchange(news_, news) != news) || other) emit changed();
    emit ticked();
}

void Activities::clear() {
    leave();
    runs_.clear();
    attendance_.clear();
    players_.clear();
    timer_.stop();
    emit changed();
}

} // namespace plenum::ui
