// SPDX-License-Identifier: Apache-2.0
#include "core/member/creation.h"

#include "core/base/home.h"

#include "core/api/standard_flows.h"
#include "core/member/roster.h"

namespace plenum::node {
namespace {

Connection::Options connection_options(const Creation::Options& options, const LinkSecret& secret,
                                       crypto::SeededRandom& random) {
    Connection::Options connection;
    connection.relay = options.command.relay;
    connection.pattern = wire::HandshakePattern::open;
    connection.conference = base::at_home_of(LinkKeys::from(secret).door, creation_door());
    connection.psk = creation_key(options.create_secret);
    connection.exchange = crypto::ExchangeKeyPair::from_seed(random.draw<base::Seed>());
    connection.identity = options.identity.copy();
    connection.ciphers = options.ciphers;
    return connection;
}

} // namespace

Creation::Creation(Options options, crypto::SeededRandom random, Outbox& outbox, base::LocalTime now)
    : options_{std::move(options)},
      random_{std::move(random)},
      outbox_{outbox},
      secret_{random_.draw<LinkSecret>()},
      connection_{connection_options(options_, secret_, random_), random_.split(), now} {
    outbox_.event(PhaseChanged{Phase::connecting});
}

void Creation::handle_connected(const Connection::Connected& connected) {
    // A second session of the same attempt: the relay answers `exists` if the first one's request got through.
    if (link_.secret.is_zero()) {
        link_.host = options_.command.host;
        link_.port = options_.command.port;
        link_.title = options_.command.title;
        link_.secret = secret_;
        link_.relay_key = connected.relay_exchange;
        link_.root = fingerprint(options_.identity.public_key);
    }
    auto* link = connection_.link();
    if (link == nullptr) return; // closed in the same datagram
    const auto keys = LinkKeys::from(link_.secret);
    std::ignore = send_control(*link, wire::CreateConference{keys.door, keys.access.expose(), make_genesis(connected)});
}

base::Bytes Creation::make_genesis(const Connection::Connected& relay) {
    const auto keys = LinkKeys::from(link_.secret);
    log::Genesis genesis;
    genesis.title = crypto::seal_text(keys.names, keys.door.view(), link_.title, random_);
    genesis.relay_exchange = relay.relay_exchange;
    genesis.relay_identity = relay.relay_identity;
    genesis.policy = options_.command.policy;
    genesis.flows = options_.command.flows.empty() ? standard_flows() : options_.command.flows;
    log::SignedOperation draft;
    draft.conference = keys.door;
    // Genesis is nobody's session; members' exchange keys are of their own runs.
    draft.author_exchange = {};
    draft.author_sequence = 1;
    return wire::encode(log::sign_operation(std::move(draft), genesis, options_.identity));
}

void Creation::handle_answer(const wire::CreateAnswer& answer, base::LocalTime now) {
    const bool made = answer.outcome == wire::CreateOutcome::created || answer.outcome == wire::CreateOutcome::exists;
    if (!made) return fail(EndReason::relay_refused, now);
    answered_ = true;
    outbox_.event(ConferenceCreated{link_});
    connection_.close(wire::CloseReason::leaving, now);
}

void Creation::fail(EndReason reason, base::LocalTime now) {
    if (answered_) return;
    answered_ = true;
    outbox_.event(Ended{reason});
    connection_.close(wire::CloseReason::leaving, now);
}

void Creation::abandon(base::LocalTime now) { fail(EndReason::left, now); }

void Creation::flush(base::LocalTime now) {
    do {
        while (auto event = connection_.poll_event(now)) {
            if (answered_) continue;
            if (const auto* connected = std::get_if<Connection::Connected>(&*event)) handle_connected(*connected);
            if (const auto* over = std::get_if<Connection::Over>(&*event)) {
                fail(over->reason ? EndReason::relay_refused : EndReason::no_answer, now);
            }
            if (const auto* control = std::get_if<Connection::ControlReceived>(&*event)) {
                const auto* answer = std::get_if<wire::CreateAnswer>(&control->message);
                if (answer != nullptr) handle_answer(*answer, now);
            }
        }
        connection_.flush(outbox_, now);
    } while (connection_.has_event());
}

} // namespace plenum::node
