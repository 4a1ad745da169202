// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_session.h"

#include "app/plenum/safety_number.h"
#include "app/plenum/translate.h"
#include "core/member/link_book.h"

#include <chrono>
#include <utility>

namespace plenum::app {
namespace {

/// Of the content keys (core/crypto/sframe.h), as people may look it up.
constexpr auto cipher_name = "ChaCha20-Poly1305";

bool is_past(const node::ConferenceLink& link) {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return link.expires_at != 0 && std::chrono::duration_cast<std::chrono::seconds>(now).count() >= link.expires_at;
}

} // namespace

RealSession::RealSession(std::optional<CurrentCall>& call, Background& background, CallRequests& requests,
                         RealMedia& media, ui::DiagnosticsPort& diagnostics, std::function<void()> before_end)
    : call_{call},
      requests_{requests},
      media_{media},
      diagnostics_{diagnostics},
      before_end_{std::move(before_end)},
      maker_{background} {
    connect(&kept_relays_, &KeptRelays::changed, this, &ui::SessionPort::relay_running_changed);
    connect(&maker_, &ConferenceMaker::failed, this, &RealSession::end);
}

void RealSession::close() {
    call_.reset();
    kept_relays_.disconnect(this);
    kept_relays_.close();
    maker_.cancel();
}

// --- how it begins ---

void RealSession::begin(ui::ConnectionState state) {
    call_.emplace();
    call_->state = state;
    QMetaObject::invokeMethod(this, [this, state] { emit state_changed(state); }, Qt::QueuedConnection);
}

void RealSession::host(const ui::HostRequest& request) {
    if (call_) return;
    begin(ui::ConnectionState::starting);
    media_.want(request.microphone_on, request.camera_on);
    call_->facts.title = request.conference_title;
    if (requests_.resumes_relay() || request.relay.address.isEmpty()) {
        call_->facts.hosted_here = true;
        return open(requests_.host(request));
    }
    disconnect(&maker_, &ConferenceMaker::made, this, nullptr);
    connect(&maker_, &ConferenceMaker::made, this,
            [this, name = request.display_name](const node::ConferenceLink& link) {
                emit state_changed(call_->state = ui::ConnectionState::connecting);
                connect_to(link, {.link = QString::fromStdString(node::to_text(link)), .display_name = name});
            });
    maker_.make(requests_.create(request));
}

void RealSession::join(const ui::JoinRequest& request) {
    if (call_) return;
    begin(ui::ConnectionState::connecting);
    media_.want(request.microphone_on, request.camera_on);
    const auto text = request.link.trimmed();
    const auto link = node::parse_link(text.toStdString());
    const auto refuse = [this](const ui::EndFacts& facts) {
        QMetaObject::invokeMethod(this, [this, facts] { end(facts); }, Qt::QueuedConnection);
    };
    if (!link)
        return refuse({ui::EndReason::wrong_link, QString::fromStdString(std::string{node::explain(link.error())})});
    if (is_past(*link)) return refuse({ui::EndReason::expired, {}});
    call_->facts.title = QString::fromStdString(link->title);
    connect_to(*link, request);
}

void RealSession::connect_to(const node::ConferenceLink& link, const ui::JoinRequest& request) {
    // Without the words of an invitation around it: others get it from here.
    call_->facts.link = QString::fromStdString(node::to_text(link));
    call_->root = link.root;
    open(requests_.join(request));
}

void RealSession::open(Call::Request request) {
    call_->call = media_.open_call(std::move(request));
    const auto* call = call_->call.get();
    connect(call, &Call::told, this, &RealSession::told);
    connect(call, &Call::warning, this,
            [this](const QString& sentence) { emit diagnostics_.problem({ui::ProblemKind::other, sentence}); });
    connect(call, &Call::failed, this, [this](const QString& sentence) { end({ui::EndReason::internal, sentence}); });
    connect(call, &Call::finished, this, [this](const client::Finished& finished) {
        end(end_facts(finished, {call_->entered(), call_->ended_by_us, call_->facts.relay_keeps}));
    });
}

void RealSession::enter() {
    call_->entered_at = client::Session::now();
    call_->facts.joined_at = QDateTime::currentDateTimeUtc();
    (void)call_->update_self(*call_->entered_at);
    emit conference_changed(call_->facts);
    update_encryption();
    emit state_changed(call_->state = ui::ConnectionState::in_call);
    emit entered();
}

// --- how it ends ---

namespace {

ui::EndReason reason_to_leave(const CurrentCall& call) {
    if (!call.entered()) return ui::EndReason::left;
    // With the host goes the relay, and with that the conference.
    if (call.facts.hosted_here) return ui::EndReason::ended_by_self;
    if (call.state != ui::ConnectionState::reconnecting) return ui::EndReason::left;
    // Whether the others go on, nobody told us.
    return call.facts.relay_keeps ? ui::EndReason::lost : ui::EndReason::unanswered;
}

} // namespace

void RealSession::leave() {
    if (!call_) return;
    const auto reason = reason_to_leave(*call_);
    QMetaObject::invokeMethod(this, [this, reason] { end({reason, {}}); }, Qt::QueuedConnection);
}

void RealSession::leave_relay_running() {
    if (!call_ || !call_->facts.hosted_here || !call_->entered() || !call_->call) return leave();
    const auto keep = [this] {
        if (!call_ || !call_->call) return;
        before_end_();
        call_->call->disconnect();
        kept_relays_.add(std::move(call_->call));
        end({ui::EndReason::left, {}});
    };
    QMetaObject::invokeMethod(this, keep, Qt::QueuedConnection);
}

void RealSession::end_for_all() {
    if (!call_ || !call_->entered() || !call_->facts.may_end_for_all || call_->session() == nullptr) return;
    call_->ended_by_us = true;
    call_->session()->end();
}

void RealSession::end(const ui::EndFacts& facts) {
    if (!call_) return;
    before_end_();
    maker_.cancel();
    if (call_->call) {
        call_->call->disconnect();
        call_->call->close();
        // This may be the call's own signal.
        call_->call.release()->deleteLater();
    }
    call_.reset();
    without_call_ = ui::ConnectionState::ended;
    media_.stop_preview();
    emit ended(facts);
    emit state_changed(without_call_);
}

// --- what it is ---

std::optional<ui::LinkFacts> RealSession::read_link(const QString& text) const {
    const auto link = node::parse_link(text.toStdString());
    if (!link) return std::nullopt;
    return link_facts_of(*link);
}

void RealSession::tell_facts() {
    if (call_->entered()) emit conference_changed(call_->facts);
}

void RealSession::update_self() {
    if (call_->entered() && call_->update_self(client::Session::now())) tell_facts();
}

void RealSession::update_encryption() {
    if (!call_->entered()) return;
    auto& shown = call_->encryption;
    shown.end_to_end = shown.epoch.value() > 0;
    shown.cipher = QString::fromLatin1(cipher_name);
    std::vector<base::IdentityKey> keys;
    for (const auto& [index, member] : call_->view.members())
        keys.push_back(member.identity);
    shown.safety_number = QString::fromStdString(safety_number(std::move(keys)));
    emit encryption_changed(shown);
}

// --- what the session tells ---

void RealSession::handle(const node::PhaseChanged& event) {
    auto state = state_of(event.phase);
    if (!call_->entered()) {
        if (state == ui::ConnectionState::in_call) return enter();
        if (state == ui::ConnectionState::reconnecting) state = ui::ConnectionState::connecting;
    } else if (state != ui::ConnectionState::in_call) {
        state = ui::ConnectionState::reconnecting;
    }
    if (std::exchange(call_->state, state) != state) emit state_changed(state);
}

void RealSession::handle(const node::ConferenceCreated& event) {
    call_->facts.link = QString::fromStdString(node::to_text(event.link));
    call_->facts.title = QString::fromStdString(event.link.title);
    call_->root = event.link.root;
}

void RealSession::handle(const node::EpochChanged& event) {
    call_->encryption.epoch = event.epoch;
    update_encryption();
}

void RealSession::handle(const node::RelayDurability& event) {
    if (std::exchange(call_->facts.relay_keeps, event.durable) != event.durable) tell_facts();
}

void RealSession::handle(const node::AgreementChanged& event) { emit agreement_changed(agreement_of(event)); }

void RealSession::handle(const node::PolicyChanged& event) {
    call_->facts.policy = policy_of(event.policy);
    tell_facts();
    update_self();
}

void RealSession::handle(const node::LinkChanged& event) {
    // At another place it is not in this program.
    const auto before = node::parse_link(call_->facts.link.toStdString());
    if (before && (before->host != event.link.host || before->port != event.link.port))
        call_->facts.hosted_here = false;
    call_->facts.link = QString::fromStdString(node::to_text(event.link));
    tell_facts();
}

void RealSession::handle(const node::CommandRefused& event) {
    if (event.command == node::CommandKind::of<node::EndConference>()) call_->ended_by_us = false;
}

} // namespace plenum::app
