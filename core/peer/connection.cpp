// SPDX-License-Identifier: Apache-2.0
#include "core/peer/connection.h"

#include "core/flow/stream_id.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// Whether dialling again would be against what the relay said.
bool is_final(const link::Closed& closed) {
    if (closed.by == link::ClosedBy::silence || closed.by == link::ClosedBy::age) return false;
    switch (closed.reason.value_or(wire::CloseReason::protocol_error)) {
    case wire::CloseReason::replaced:
    case wire::CloseReason::protocol_error:
    case wire::CloseReason::too_slow:
    case wire::CloseReason::no_room:
    case wire::CloseReason::restarting: return false;
    default: return true;
    }
}

template <class... Fs>
struct Overload : Fs... {
    using Fs::operator()...;
};

} // namespace

Connection::Connection(Options options, crypto::SeededRandom random, base::LocalTime now)
    : identity_{std::move(options.identity)},
      give_up_at_{now + options.give_up_after},
      redials_{options.redials},
      dialer_{std::move(options), std::move(random)} {
    dialer_.dial(nullptr, now);
}

void Connection::turn_to(const base::Address& place, base::LocalTime now) {
    const bool there = link() != nullptr && !link()->closed() && !link()->silent();
    if (!there && !over_ && dialer_.places().choose(place)) dialer_.dial(any_link(), now);
}

bool Connection::rekey_due() const {
    const auto* usable = link();
    return usable != nullptr && session_->rekey_wanted && !dialer_.trying() && !usable->closed() && !usable->silent();
}

void Connection::dial_again(base::LocalTime now) {
    dialer_.stop();
    if (rekey_due())
        dialer_.renew(session_->link, *session_->rekey_wanted, now);
    else
        dialer_.dial(any_link(), now);
}

void Connection::handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now) {
    if (over_) return;
    auto session = dialer_.handle_response(receiver, datagram, now);
    if (session && session->continues)
        renew(std::move(*session), now);
    else if (session)
        begin(std::move(*session), now);
}

/// The dialer goes on confirming until something comes under the new keys.
void Connection::renew(link::Session session, base::LocalTime now) {
    const bool same = session_ && !session_->link.closed() && session.remote_static == session_->relay_exchange;
    if (!same) return dialer_.stop();
    session_->link.rekey({session.local, session.remote, std::move(session.keys), session.cipher}, session_->at, now);
}

/// The new session replaces a silent one at once: the relay cannot have both.
void Connection::begin(link::Session session, base::LocalTime now) {
    if (link() != nullptr) events_.push_back(Lost{});
    link::LinkOptions options;
    options.local = session.local;
    options.remote = session.remote;
    options.keys = std::move(session.keys);
    options.cipher = session.cipher;
    options.initiator = true;
    options.peer.address = dialer_.places().current();
    options.now = now;
    session_.emplace(link::Link{std::move(options)}, dialer_.places().current(), session.handshake_hash,
                     session.remote_static, now);
    // The stream is empty, so this cannot be refused.
    std::ignore = send_control(session_->link, make_hello(identity_, session_->handshake_hash, true));
}

std::optional<link::DatagramResult> Connection::handle_sealed(const wire::SealedHeader& header, base::ByteView datagram,
                                                              base::LocalTime now) {
    if (!takes(header.receiver)) return std::nullopt;
    return session_->link.handle_datagram(header, datagram, session_->at, now);
}

void Connection::handle_wakeup(base::LocalTime now) {
    if (over_) return;
    if (!relay_identity_ && now >= give_up_at_)
        return end(turned_away_ ? std::optional{wire::CloseReason::refused} : std::nullopt);
    if (back_by_ && now >= *back_by_) return end(std::nullopt);
    if (dialer_.gave_up()) dial_again(now);
    dialer_.handle_wakeup(any_link(), now);
}

bool Connection::poll_link(std::optional<Event>& passed, base::LocalTime now) {
    auto event = over_ || !session_ ? std::nullopt : session_->link.poll_event();
    if (!event) return false;
    const auto pass = [&](auto&& own) {
        if (link() != nullptr) passed.emplace(std::forward<decltype(own)>(own));
    };
    std::visit(Overload{
                   [&](const link::Established&) { dialer_.confirm(session_->link.local()); },
                   [&](link::StreamMessage& message) {
                       if (message.stream == base::PriorityClass::control) return handle_control(message.message, now);
                       pass(std::move(message));
                   },
                   [&](link::FragmentReceived& received) { pass(std::move(received)); },
                   [&](const link::FragmentGivenUp& lost) {
                       pass(FragmentGivenUp{flow::stream_of(lost.tag).first, flow::size_of(lost.tag)});
                   },
                   [&](link::FragmentDropped& dropped) { pass(std::move(dropped)); },
                   [&](link::RelayedFragmentReceived& relayed) { pass(std::move(relayed)); },
                   [&](link::TreePacketReceived& packet) { pass(std::move(packet)); },
                   [&](const link::RekeyWanted& wanted) { session_->rekey_wanted = wanted.remote; },
                   [&](const link::Rekeyed&) {
                       session_->rekey_wanted.reset();
                       if (dialer_.renews()) dialer_.stop();
                   },
                   [&](const link::Moved&) {},
                   [&](const link::Silent&) {
                       if (redials_) dialer_.dial(&session_->link, now);
                   },
                   [&](const link::Heard&) {
                       if (!dialer_.renews() && !dialer_.dials(session_->link.local())) dialer_.stop();
                       dialer_.places().choose(session_->at);
                   },
                   [&](const link::Closed& closed) { handle_closed(closed, now); },
               },
               *event);
    return true;
}

void Connection::handle_closed(const link::Closed& closed, base::LocalTime now) {
    if (is_final(closed)) return end(closed.reason);
    turned_away_ = closed.reason == wire::CloseReason::no_room;
    const bool restarting = closed.reason == wire::CloseReason::restarting;
    if (restarting) back_by_ = now + restart_patience;
    if (std::exchange(session_->connected, false)) events_.push_back(Lost{restarting});
    if (!dialer_.trying() || dialer_.renews()) dialer_.dial_after(session_->link, session_->began, now);
}

void Connection::handle_control(base::ByteView message, base::LocalTime now) {
    auto control = wire::decode_choice<wire::ControlMessage>(message);
    if (!control) return close(wire::CloseReason::protocol_error, now);
    if (const auto* hello = std::get_if<wire::Hello>(&*control)) return handle_hello(*hello, now);
    if (link() != nullptr) events_.push_back(ControlReceived{std::move(*control)});
}

void Connection::handle_hello(const wire::Hello& hello, base::LocalTime now) {
    if (link() != nullptr) return;
    if (hello.version != wire::protocol_version) return end(wire::CloseReason::unknown_version);
    const bool same = !relay_identity_ || *relay_identity_ == hello.identity;
    if (!same || !hello_is_genuine(hello, session_->handshake_hash, false))
        return close(wire::CloseReason::refused, now);
    relay_identity_ = hello.identity;
    back_by_.reset();
    session_->connected = true;
    dialer_.stop();
    events_.push_back(Connected{hello.identity, session_->relay_exchange});
}

void Connection::end(std::optional<wire::CloseReason> reason) {
    if (over_) return;
    over_ = true;
    if (session_) session_->connected = false;
    dialer_.stop();
    events_.push_back(Over{reason});
}

std::optional<Connection::Event> Connection::poll_event(base::LocalTime now) {
    std::optional<Event> passed;
    while (events_.empty() && poll_link(passed, now))
        if (passed) return passed;
    if (!events_.empty()) passed = events_.pop_front();
    return passed;
}

void Connection::flush(Outbox& outbox, base::LocalTime now) {
    for (bool again = true; again;) {
        if (rekey_due()) dialer_.renew(session_->link, *session_->rekey_wanted, now);
        dialer_.flush(outbox, now);
        again = dialer_.gave_up() && (relay_identity_ || now < give_up_at_);
        if (again) dial_again(now);
        if (session_) outbox.transmit_all(session_->link, now);
        // Sending may have found out that the peer is silent or gone, and begun to dial.
        for (std::optional<Event> passed; poll_link(passed, now); passed.reset()) {
            if (passed) events_.push_back(std::move(*passed));
            again = true;
        }
    }
}

base::LocalTime Connection::next_wakeup() const {
    auto at = base::local_time_max;
    if (session_) at = std::min(at, session_->link.next_wakeup().at);
    if (over_) return at;
    at = std::min(at, dialer_.next_wakeup());
    if (!relay_identity_) at = std::min(at, give_up_at_);
    if (back_by_) at = std::min(at, *back_by_);
    return at;
}

void Connection::close(wire::CloseReason reason, base::LocalTime now) {
    dialer_.stop();
    if (session_) session_->link.close(reason, now);
    end(reason);
}

bool Connection::finished() const { return over_ && (!session_ || session_->link.finished()); }

} // namespace plenum::node
