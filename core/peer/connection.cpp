// SPDX-License-Identifier: Apache-2.0
#include "core/peer/connection.h"

#include "core/flow/stream_id.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// A dialer gives up after this and another begins, with a new ephemeral key.
constexpr base::Duration dial_age_max = std::chrono::seconds{10};

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
    : options_{std::move(options)},
      random_{std::move(random)},
      give_up_at_{now + options_.give_up_after} {
    dial(now);
}

void Connection::dial(base::LocalTime now, std::optional<base::SessionIndex> continues) {
    rekeying_ = continues.has_value();
    dial_at_.reset();
    link::DialOptions dial;
    dial.pattern = options_.pattern;
    dial.conference = options_.conference;
    dial.static_keys = options_.exchange.copy();
    dial.remote_static = options_.relay_key;
    dial.psk = options_.psk.copy();
    dial.ciphers = options_.ciphers;
    dial.continues = continues;
    do
        dial.local = base::SessionIndex{(random_.next_u32() & ~(options_.loop.count - 1)) | options_.loop.number};
    while (link_ && link_->takes(dial.local));
    dial.ephemeral_seed = random_.draw<base::Seed>();
    dial.jitter_seed = random_.next_u64();
    dial.now = now;
    dial.give_up_after = dial_age_max;
    dialer_.emplace(std::move(dial));
    place_until_ = now + place_patience_;
}

void Connection::set_others(std::vector<base::Address> others) {
    std::erase(others, options_.relay);
    others_ = std::move(others);
}

std::vector<base::Address> Connection::places() const {
    auto all = others_;
    all.insert(all.begin(), options_.relay);
    return all;
}

bool Connection::place_is_over(base::LocalTime now) const {
    return dials_anew() && !others_.empty() && now >= place_until_;
}

void Connection::choose(const base::Address& place) {
    if (std::erase(others_, place) > 0) others_.push_back(std::exchange(options_.relay, place));
}

void Connection::turn_to(const base::Address& place, base::LocalTime now) {
    const bool there = connected_ && !link_->closed() && !link_->silent();
    const bool known = options_.relay == place || std::ranges::find(others_, place) != others_.end();
    if (!known || there || over_ || closing_) return;
    choose(place);
    dial(now);
}

bool Connection::rekey_due() const {
    const bool dialing = dialer_ && dialer_->trying();
    return rekey_wanted_ && connected_ && !dialing && !closing_ && !link_->closed() && !link_->silent();
}

void Connection::dial_again(base::LocalTime now) {
    dialer_.reset();
    if (rekey_due())
        dial(now, link_->remote());
    else
        dial(now);
}

void Connection::handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now) {
    if (over_ || !dialer_ || dialer_->local() != receiver) return;
    if (dialer_->handle_cookie(datagram, now)) return;
    if (auto session = dialer_->handle_response(datagram, now)) take_session(std::move(*session), now);
}

/// The dialer goes on confirming until something comes under the new keys.
void Connection::rekey(link::Session session, base::LocalTime now) {
    const bool same = link_ && !link_->closed() && session.remote_static == relay_exchange_;
    if (!same) return dialer_.reset();
    link_->rekey({session.local, session.remote, std::move(session.keys), session.cipher}, link_at_, now);
}

/// The new session replaces a silent one at once: the relay cannot have both.
void Connection::take_session(link::Session session, base::LocalTime now) {
    if (session.continues) return rekey(std::move(session), now);
    rekey_wanted_ = false;
    if (connected_) events_.push_back(Lost{});
    connected_ = false;
    session_began_ = now;
    handshake_hash_ = session.handshake_hash;
    relay_exchange_ = session.remote_static;
    link::LinkOptions options;
    options.local = session.local;
    options.remote = session.remote;
    options.keys = std::move(session.keys);
    options.cipher = session.cipher;
    options.initiator = true;
    options.peer.address = link_at_ = options_.relay;
    options.now = now;
    link_.emplace(std::move(options));
    // The stream is empty, so this cannot be refused.
    std::ignore = send_control(*link_, make_hello(options_.identity, handshake_hash_, true));
}

std::optional<link::DatagramResult> Connection::handle_sealed(const wire::SealedHeader& header, base::ByteView datagram,
                                                              base::LocalTime now) {
    if (over_ || !link_ || !link_->takes(header.receiver)) return std::nullopt;
    const auto result = link_->handle_datagram(header, datagram, link_at_, now);
    drain_link(now);
    return result;
}

void Connection::handle_wakeup(base::LocalTime now) {
    if (over_) return;
    if (!relay_identity_ && now >= give_up_at_)
        return end(turned_away_ ? std::optional{wire::CloseReason::refused} : std::nullopt);
    if (back_by_ && now >= *back_by_) return end(std::nullopt);
    if (dialer_ && dialer_->state() == link::Dialer::State::given_up) dial_again(now);
    if (dial_at_ && now >= *dial_at_) dial(now);
    if (place_is_over(now)) {
        place_patience_ = std::min(place_patience_ * 3 / 2, place_patience_max);
        turn_to(others_.front(), now);
    }
    drain_link(now);
}

void Connection::dial_after_close(base::LocalTime now) {
    if (now - session_began_ >= session_time_short) {
        dial_wait_ = {};
        return dial(now);
    }
    dialer_.reset();
    dial_wait_ = std::clamp(2 * dial_wait_, dial_wait_min, dial_wait_max);
    dial_at_ = now + dial_wait_;
}

bool Connection::drain_link(base::LocalTime now) {
    bool any = false;
    while (!over_ && link_) {
        auto event = link_->poll_event();
        if (!event) break;
        handle_link_event(*event, now);
        any = true;
    }
    return any;
}

void Connection::handle_link_event(link::LinkEvent& event, base::LocalTime now) {
    std::visit(Overload{
                   [&](const link::Established&) {
                       if (dialer_ && dialer_->local() == link_->local()) dialer_->confirm();
                   },
                   [&](link::StreamMessage& message) { handle_stream(std::move(message), now); },
                   [&](link::FragmentReceived& received) {
                       if (connected_) events_.grow_back().emplace<FragmentReceived>(std::move(received.fragment));
                   },
                   [&](const link::FragmentGivenUp& lost) {
                       if (connected_) events_.push_back(FragmentGivenUp{flow::stream_of(lost.tag).first});
                   },
                   [&](link::FragmentDropped& dropped) {
                       if (connected_) events_.push_back(FragmentDropped{std::move(dropped.frame)});
                   },
                   [&](const link::RekeyWanted&) { rekey_wanted_ = true; },
                   [&](const link::Rekeyed&) {
                       rekey_wanted_ = false;
                       if (rekeying_) dialer_.reset();
                   },
                   [&](const link::Moved&) {},
                   [&](const link::Silent&) {
                       if (!closing_) dial(now);
                   },
                   [&](const link::Heard&) {
                       if (dialer_ && !rekeying_ && dialer_->local() != link_->local()) dialer_.reset();
                       choose(link_at_);
                   },
                   [&](const link::Closed& closed) {
                       if (is_final(closed)) return end(closed.reason);
                       turned_away_ = closed.reason == wire::CloseReason::no_room;
                       const bool restarting = closed.reason == wire::CloseReason::restarting;
                       if (restarting) back_by_ = now + restart_patience;
                       if (connected_) events_.push_back(Lost{restarting});
                       connected_ = false;
                       if (!dials_anew() && !closing_) dial_after_close(now);
                   },
               },
               event);
}

void Connection::handle_stream(link::StreamMessage message, base::LocalTime now) {
    if (message.stream != base::PriorityClass::control) {
        if (connected_) events_.push_back(ReliableReceived{message.stream, std::move(message.message)});
        return;
    }
    auto control = wire::decode_choice<wire::ControlMessage>(message.message);
    if (!control) return close(wire::CloseReason::protocol_error, now);
    if (const auto* hello = std::get_if<wire::Hello>(&*control)) return handle_hello(*hello, now);
    if (connected_) events_.push_back(ControlReceived{std::move(*control)});
}

void Connection::handle_hello(const wire::Hello& hello, base::LocalTime now) {
    if (connected_) return;
    if (hello.version != wire::protocol_version) return end(wire::CloseReason::unknown_version);
    const bool same = !relay_identity_ || *relay_identity_ == hello.identity;
    if (!same || !hello_is_genuine(hello, handshake_hash_, false)) return close(wire::CloseReason::refused, now);
    relay_identity_ = hello.identity;
    back_by_.reset();
    connected_ = true;
    dialer_.reset();
    events_.push_back(Connected{hello.identity, relay_exchange_});
}

void Connection::end(std::optional<wire::CloseReason> reason) {
    if (over_) return;
    over_ = true;
    connected_ = false;
    dialer_.reset();
    events_.push_back(Over{reason});
}

std::optional<Connection::Event> Connection::poll_event() {
    if (events_.empty()) return std::nullopt;
    return events_.pop_front();
}

void Connection::flush(Outbox& outbox, base::LocalTime now) {
    for (bool again = true; again;) {
        again = false;
        if (rekey_due()) dial(now, link_->remote());
        if (dialer_) {
            while (auto datagram = dialer_->poll_datagram(now))
                outbox.transmit(options_.relay, std::move(*datagram));
            again = dialer_->state() == link::Dialer::State::given_up && (relay_identity_ || now < give_up_at_);
            if (again) dial_again(now);
        }
        if (link_) outbox.transmit_all(*link_, now);
        // Sending may have found out that the peer is silent or gone, and begun to dial.
        again = drain_link(now) || again;
    }
}

base::LocalTime Connection::next_wakeup() const {
    auto at = base::local_time_max;
    if (link_) at = std::min(at, link_->next_wakeup().at);
    if (over_) return at;
    if (dialer_) at = std::min(at, dialer_->next_wakeup());
    if (dials_anew() && !others_.empty()) at = std::min(at, place_until_);
    if (!relay_identity_) at = std::min(at, give_up_at_);
    if (back_by_) at = std::min(at, *back_by_);
    if (dial_at_) at = std::min(at, *dial_at_);
    return at;
}

void Connection::change_door(const base::ConferenceHandle& door, const crypto::SecretKey& access) {
    if (options_.conference == door) return;
    options_.conference = door;
    options_.psk = access.copy();
}

void Connection::close(wire::CloseReason reason, base::LocalTime now) {
    closing_ = true;
    dialer_.reset();
    if (link_) link_->close(reason, now);
    end(reason);
}

bool Connection::finished() const { return over_ && (!link_ || link_->finished()); }

} // namespace plenum::node
