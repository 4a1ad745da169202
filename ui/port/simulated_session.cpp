// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_session.h"

#include <QRegularExpression>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace plenum::ui {

void SimulatedSession::host(const HostRequest& request) {
    world_.facts = {};
    emit host_asked(request);
    elsewhere_ = !request.relay.address.isEmpty();
    world_.facts.title = request.conference_title;
    world_.facts.policy = request.policy;
    world_.microphone_wanted = request.microphone_on;
    world_.camera_wanted = request.camera_on;
    begin(request.display_name, true);
}

void SimulatedSession::join(const JoinRequest& request) {
    emit join_asked(request.link);
    world_.facts = {};
    world_.facts.title = tr("Quarterly design review");
    if (pace_.ticks_to_wait != 0) world_.facts.policy.admission = Admission::lobby;
    world_.microphone_wanted = request.microphone_on;
    world_.camera_wanted = request.camera_on;
    begin(request.display_name, false);
}

void SimulatedSession::begin(const QString& name, bool hosting) {
    world_.own_name = name;
    world_.clear();
    waited_ticks_ = 0;
    emit begun();
    auto& facts = world_.facts;
    facts.self = SimulatedIds::ourselves;
    facts.link = hosting ? QString::fromLatin1(example_link) : joined_link_;
    facts.may_end_for_all = facts.may_moderate = hosting;
    facts.hosted_here = hosting && !elsewhere_;
    facts.relay_keeps = !facts.hosted_here;
    world_.state = hosting ? ConnectionState::starting : ConnectionState::connecting;
    QMetaObject::invokeMethod(this, [this] { emit state_changed(world_.state); }, Qt::QueuedConnection);
}

void SimulatedSession::leave() {
    if (world_.state == ConnectionState::idle || world_.state == ConnectionState::ended) return;
    const bool away = world_.state == ConnectionState::reconnecting;
    const auto reason = !away ? EndReason::left : world_.facts.relay_keeps ? EndReason::lost : EndReason::unanswered;
    QMetaObject::invokeMethod(this, [this, reason] { end(reason); }, Qt::QueuedConnection);
}

void SimulatedSession::leave_relay_running() {
    if (!world_.facts.hosted_here) return leave();
    relay_running_ = true;
    emit relay_running_changed();
    leave();
}

void SimulatedSession::stop_relay() {
    if (!std::exchange(relay_running_, false)) return;
    emit relay_running_changed();
}

void SimulatedSession::make_hosted() {
    world_.facts.relay_keeps = false;
    tell_facts();
}

void SimulatedSession::end_for_all() {
    if (!world_.facts.may_end_for_all) return;
    QMetaObject::invokeMethod(this, [this] { end(EndReason::ended_by_self); }, Qt::QueuedConnection);
}

std::optional<LinkFacts> SimulatedSession::read_link(const QString& text) const {
    static const QRegularExpression shape{
        QStringLiteral("^plenum://([^/\\s#]+):[0-9]{1,5}/([^/\\s#]*)#[A-Za-z0-9_-]{16,}$")};
    const auto match = shape.match(text);
    if (!match.hasMatch()) return std::nullopt;
    return LinkFacts{QUrl::fromPercentEncoding(match.captured(2).toUtf8()), match.captured(1)};
}

EncryptionFacts SimulatedSession::encryption() const {
    return {.end_to_end = true,
            .safety_number = QStringLiteral("481920337751064829136602917745"),
            .cipher = QStringLiteral("ChaCha20-Poly1305"),
            .epoch = base::KeyEpoch{3}};
}

void SimulatedSession::tick() {
    if (world_.state == ConnectionState::waiting && ++waited_ticks_ == pace_.ticks_to_wait) let_us_in();
    const auto third = std::max(1, pace_.ticks_to_join / 3);
    if (world_.state == ConnectionState::starting && world_.ticks.all == third) set_state(ConnectionState::connecting);
    if (world_.state == ConnectionState::connecting && world_.ticks.all == 2 * third)
        set_state(ConnectionState::joining);
    const auto waits = pace_.ticks_to_wait != 0 && waited_ticks_ == 0 && !world_.facts.may_end_for_all;
    if (world_.state == ConnectionState::joining && world_.ticks.all >= 3 * third)
        waits ? set_state(ConnectionState::waiting) : enter_call();
}

void SimulatedSession::let_us_in() {
    if (world_.state == ConnectionState::waiting) enter_call();
}

void SimulatedSession::enter_call() {
    world_.facts.joined_at = QDateTime::currentDateTimeUtc();
    tell_facts();
    emit encryption_changed(encryption());
    set_state(ConnectionState::in_call);
    emit entered();
}

void SimulatedSession::set_state(ConnectionState state) {
    world_.state = state;
    emit state_changed(state);
}

void SimulatedSession::end(EndReason reason, const QString& detail) {
    world_.state = ConnectionState::ended;
    emit ended({.reason = reason, .detail = detail});
    emit state_changed(world_.state);
}

} // namespace plenum::ui
