// SPDX-License-Identifier: Apache-2.0
#include "core/member/recovery_session.h"

#include "core/base/home.h"

namespace plenum::node {
namespace {

Connection::Options connection_options(const RecoverySession::Options& options) {
    Connection::Options connection;
    connection.relay = options.relay;
    connection.pattern = wire::HandshakePattern::open;
    connection.conference = base::at_home_of(options.restore.conference, restoring_door());
    connection.psk = restoring_key(options.relay_key);
    connection.exchange = options.exchange.copy();
    connection.identity = options.identity.copy();
    connection.ciphers = options.ciphers;
    return connection;
}

} // namespace

RecoverySession::RecoverySession(Options options, const log::KeptLog& log, crypto::SeededRandom random,
                                 base::LocalTime now)
    : restore_{options.restore},
      relay_key_{options.relay_key},
      log_{log},
      connection_{connection_options(options), std::move(random), now} {}

void RecoverySession::abandon(base::LocalTime now) {
    if (!std::exchange(over_, true)) connection_.close(wire::CloseReason::leaving, now);
}

void RecoverySession::flush(Outbox& outbox, base::LocalTime now) {
    do {
        while (auto event = connection_.poll_event(now)) {
            if (over_) continue;
            auto* link = connection_.link();
            if (const auto* connected = std::get_if<Connection::Connected>(&*event)) {
                // The open handshake takes whoever answers; the link says who it must be.
                if (connected->relay_exchange != relay_key_ || link == nullptr) {
                    over_ = true;
                    connection_.close(wire::CloseReason::leaving, now);
                    continue;
                }
                std::ignore = send_control(*link, restore_);
                if (restore_.fence == base::ConferenceTime{}) sender_.emplace();
            }
            const auto* control = std::get_if<Connection::ControlReceived>(&*event);
            const auto* answer = control == nullptr ? nullptr : std::get_if<wire::CreateAnswer>(&control->message);
            restored_ = restored_ || (answer != nullptr && (answer->outcome == wire::CreateOutcome::created ||
                                                            answer->outcome == wire::CreateOutcome::exists));
            // One attempt: what ended it would end the next as well, and its time comes.
            const bool ended =
                std::holds_alternative<Connection::Lost>(*event) || std::holds_alternative<Connection::Over>(*event);
            if (answer != nullptr || ended) {
                over_ = true;
                connection_.close(wire::CloseReason::leaving, now);
            }
        }
        if (auto* link = connection_.link(); link != nullptr && sender_ && !over_)
            std::ignore = sender_->pump(log_, *link);
        connection_.flush(outbox, now);
    } while (connection_.has_event());
}

} // namespace plenum::node
