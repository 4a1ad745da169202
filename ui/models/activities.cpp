// SPDX-License-Identifier: Apache-2.0
#include "ui/models/activities.h"

#include <QCoreApplication>
#include <QDebug>
#include <QVariantMap>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace plenum::ui {
namespace {

constexpr int idle_ms = 500;

/// After Okabe and Ito: eight that colour-blind people can tell apart.
QColor color_of(base::MemberIndex member) {
    static const std::array colors{QColor{0xe6, 0x9f, 0x00}, QColor{0x56, 0xb4, 0xe9}, QColor{0x00, 0xb0, 0x82},
                                   QColor{0xcc, 0x79, 0xa7}, QColor{0xe3, 0x6a, 0x12}, QColor{0x3d, 0x8b, 0xd6},
                                   QColor{0xd9, 0xcb, 0x2f}, QColor{0x9a, 0x9f, 0xad}};
    return colors[member.value() % colors.size()];
}

} // namespace

Activities::Activities(ActivityPort& port, PeoplePort& people, SessionPort& session, QObject* parent)
    : QObject{parent},
      port_{port} {
    connect(&port, &ActivityPort::received, this, &Activities::receive);
    connect(&port, &ActivityPort::refused, this, [this](const QString& activity) {
        if (activity == current_) leave();
        // Whoever starts it again invites anew.
        if (const auto room = rooms_.find(activity); room != rooms_.end()) {
            room->second.heard.clear();
            room->second.declined = false;
        }
        emit told(tr("%1 is not possible in this conference now.").arg(title_of(activity)), QStringLiteral("problem"));
    });
    connect(&people, &PeoplePort::member_changed, this, &Activities::set_member);
    connect(&people, &PeoplePort::member_left, this, &Activities::remove_member);
    connect(&session, &SessionPort::state_changed, this, &Activities::follow_state);
    connect(&timer_, &QTimer::timeout, this, &Activities::tick);
    timer_.setTimerType(Qt::PreciseTimer);
}

Activities::~Activities() = default;

const activity::Descriptor* Activities::find(const QString& activity) const {
    const auto plugins = port_.activities();
    const auto found =
        std::ranges::find_if(plugins, [&](const auto& plugin) { return activity == QLatin1String{plugin.id}; });
    return found == plugins.end() ? nullptr : &*found;
}

QString Activities::title_of(const QString& activity) const {
    const auto* plugin = find(activity);
    return plugin == nullptr ? QString{} : QCoreApplication::translate("Activity", plugin->title);
}

QString Activities::people_of(const QString& activity) const {
    const auto room = rooms_.find(activity);
    if (room == rooms_.end() || room->second.heard.empty()) return {};
    const auto& heard = room->second.heard;
    const auto& name = players_.at(heard.begin()->first).name;
    if (heard.size() == 1) return tr("%1 takes part").arg(name);
    return tr("%1 and %2 more take part").arg(name).arg(heard.size() - 1);
}

QVariantList Activities::offers() const {
    QVariantList offers;
    for (const auto& plugin : port_.activities()) {
        const auto id = QString::fromLatin1(plugin.id);
        offers << QVariantMap{{QStringLiteral("id"), id},
                              {QStringLiteral("title"), title_of(id)},
                              {QStringLiteral("about"), QCoreApplication::translate("Activity", plugin.about)},
                              {QStringLiteral("people"), people_of(id)},
                              {QStringLiteral("current"), id == current_}};
    }
    return offers;
}

QString Activities::invited_to() const {
    const auto found = std::ranges::find_if(rooms_, [this](const auto& entry) {
        return entry.first != current_ && !entry.second.heard.empty() && !entry.second.declined;
    });
    return found == rooms_.end() ? QString{} : found->first;
}

QString Activities::invitation() const {
    const auto activity = invited_to();
    if (activity.isEmpty()) return {};
    const auto starter = players_.find(rooms_.at(activity).starter);
    const auto& room = rooms_.at(activity);
    if (starter == players_.end() || !room.heard.contains(starter->first))
        return tr("%1 is going on").arg(title_of(activity));
    return tr("%1 started %2").arg(starter->second.name, title_of(activity));
}

ActivityRun* Activities::run() { return current_.isEmpty() ? nullptr : rooms_[current_].run.get(); }

void Activities::enter(const QString& activity) {
    const auto* plugin = find(activity);
    if (plugin == nullptr || activity == current_ || !port_.now()) return;
    leave();
    auto& room = rooms_[activity];
    // Who comes back goes on where they left.
    if (!room.run) room.run = std::make_unique<ActivityRun>(*plugin);
    room.declined = false;
    current_ = activity;
    port_.enter(activity);
    tell_players();
    timer_.start(frame_ms);
    tick();
    emit changed();
}

void Activities::join() { enter(invited_to()); }

void Activities::decline() {
    const auto activity = invited_to();
    if (activity.isEmpty()) return;
    rooms_[activity].declined = true;
    emit changed();
}

void Activities::leave() {
    if (current_.isEmpty()) return;
    // No invitation back, until it is over.
    rooms_[current_].declined = true;
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

void Activities::set_member(const Member& member) {
    // Of who is blocked, nothing is shown.
    if (member.presence == Presence::absent || member.acquaintance.blocked) return remove_member(member.index);
    players_[member.index] = {member.index, member.name, color_of(member.index), member.is_self};
    tell_players();
}

void Activities::remove_member(base::MemberIndex index) {
    if (players_.erase(index) == 0) return;
    for (auto& [activity, room] : rooms_)
        room.heard.erase(index);
    tell_players();
    emit changed();
}

void Activities::tell_players() {
    auto* running = run();
    if (running == nullptr) return;
    std::vector<activity::Player> players;
    for (const auto& [member, player] : players_)
        players.push_back(player);
    running->ask([&](activity::Activity& each) { each.set_players(players); });
}

void Activities::receive(const ActivityMessage& message) {
    const auto* plugin = find(message.activity);
    const auto now = port_.now();
    const auto sender = players_.find(message.sender);
    if (plugin == nullptr || !now || sender == players_.end() || sender->second.self) return;
    if (message.body.size() > plugin->tag.message_bytes_max) return;
    auto& room = rooms_[message.activity];
    if (room.heard.empty()) room.starter = message.sender;
    const bool news = room.heard.insert_or_assign(message.sender, *now).second;
    if (message.activity == current_)
        room.run->ask([&](activity::Activity& each) { each.receive({message.sender, message.sent_at, message.body}); });
    if (!timer_.isActive()) timer_.start(idle_ms);
    if (news) emit changed();
}

void Activities::forget_silent(base::ConferenceTime now) {
    bool news = false;
    for (auto& [activity, room] : rooms_) {
        news =
            std::erase_if(room.heard, [&](const auto& entry) { return now - entry.second > silence_max; }) > 0 || news;
        // Who said no to that one may be asked about the next.
        if (room.heard.empty() && activity != current_) room.declined = false;
    }
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
    forget_silent(*now);
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
        rooms_[failed].run.reset();
        emit told(words, QStringLiteral("problem"));
        return;
    }
    const bool other = std::exchange(action_, action) != action;
    if ((std::exchange(news_, news) != news) || other) emit changed();
    emit ticked();
}

void Activities::follow_state(ConnectionState state) {
    if (state == ConnectionState::connecting || state == ConnectionState::starting || state == ConnectionState::ended)
        clear();
}

void Activities::clear() {
    leave();
    rooms_.clear();
    players_.clear();
    timer_.stop();
    emit changed();
}

} // namespace plenum::ui
