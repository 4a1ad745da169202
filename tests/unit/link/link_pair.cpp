// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/link/link_pair.h"

#include "core/base/check.h"

#include <algorithm>

namespace plenum::link::test {

namespace {

constexpr Duration never = Duration::max();
/// Most rounds that one moment may take.
constexpr int rounds_max = 10'000;

base::Seed seed_of(base::Random& random) {
    base::Seed seed;
    for (auto& byte : seed.bytes)
        byte = static_cast<std::uint8_t>(random.next());
    return seed;
}

} // namespace

void Path::send(base::Bytes datagram, Duration now) {
    ++datagrams;
    bytes += datagram.size();
    if (keep) kept.push_back(datagram);
    const auto copies = random_.below(1000) < options_.duplicate_permille ? 2 : 1;
    for (int i = 0; i < copies; ++i) {
        const Duration delay{random_.between(options_.delay_min.count(), options_.delay_max.count())};
        const auto lost = random_.below(1000) < options_.loss_permille;
        if (!lost && !cut && datagram.size() <= carries) under_way_.emplace(std::pair{now + delay, order_++}, datagram);
    }
}

std::optional<base::Bytes> Path::receive(Duration now) {
    if (under_way_.empty() || under_way_.begin()->first.first > now) return std::nullopt;
    return std::move(under_way_.extract(under_way_.begin()).mapped());
}

Duration Path::next_at() const { return under_way_.empty() ? never : under_way_.begin()->first.first; }

base::LocalTime SideClock::local(Duration world) const {
    return base::LocalTime{offset + world + world / 1000 * drift_ppm / 1000};
}

Duration SideClock::world(base::LocalTime at) const {
    if (at == base::local_time_max) return never;
    auto guess = (at.time_since_epoch() - offset) / (1'000'000 + drift_ppm) * 1'000'000;
    while (local(guess) < at)
        guess += std::chrono::microseconds{1};
    return guess;
}

LinkPair::LinkPair(PairOptions options)
    : to_relay{options.to_relay, options.seed * 2 + 1},
      to_client{options.to_client, options.seed * 2 + 2},
      options_{options},
      random_{options.seed} {
    client.clock = options.client_clock;
    relay.clock = options.relay_clock;
    access_ = crypto::SecretKey{base::SecretKey{seed_of(random_).bytes}};
    const auto relay_keys = crypto::ExchangeKeyPair::from_seed(seed_of(random_));
    client_keys_ = crypto::ExchangeKeyPair::from_seed(seed_of(random_));
    relay_key_ = relay_keys.public_key;
    dial({});
    acceptor.emplace(AcceptorOptions{.static_keys = relay_keys.copy(), .ciphers = options.ciphers, .half_open_max = 16},
                     static_cast<AcceptorHost&>(*this));
}

void LinkPair::dial(std::optional<base::SessionIndex> continues) {
    DialOptions dial;
    dial.pattern = options_.pattern;
    dial.static_keys = client_keys_.copy();
    dial.remote_static = relay_key_;
    dial.psk = access_.copy();
    dial.ciphers = options_.ciphers;
    dial.continues = continues;
    dial.local = draw_index();
    dial.ephemeral_seed = seed_of(random_);
    dial.jitter_seed = random_.next();
    dial.now = client_now();
    dialer.emplace(std::move(dial));
}

const crypto::SecretKey* LinkPair::access_key(wire::HandshakePattern, const base::ConferenceHandle&) {
    return &access_;
}
base::SessionIndex LinkPair::draw_index() { return base::SessionIndex{static_cast<std::uint32_t>(random_.next())}; }
base::Seed LinkPair::draw_seed() { return seed_of(random_); }

void LinkPair::make_link(Side& side, bool serves) {
    LinkOptions link;
    link.local = side.session->local;
    link.remote = side.session->remote;
    link.keys = {side.session->keys.send.copy(), side.session->keys.receive.copy()};
    link.cipher = side.session->cipher;
    link.initiator = side.session->initiator;
    link.key_limits = options_.key_limits;
    link.peer = {serves ? client_address : relay_address, serves, seed_of(random_)};
    link.now = side.clock.local(now);
    link.rate = options_.rate;
    link.dead_after = options_.dead_after;
    link.keep_alive_interval = options_.keep_alive_interval;
    if (serves || options_.client_serves) link.serve_clock = base::ClockOffset{};
    side.link.emplace(std::move(link));
}

void LinkPair::take_session(Side& side, Session session) {
    if (session.continues) {
        side.link->rekey({session.local, session.remote, std::move(session.keys), session.cipher}, session.address,
                         side.clock.local(now));
        return;
    }
    CHECK(!side.link);
    side.session = std::move(session);
    make_link(side, &side == &relay);
}

void LinkPair::take_handshake(Side& side, const base::Bytes& datagram) {
    const auto type = static_cast<wire::DatagramType>(datagram.at(0));
    if (type == wire::DatagramType::handshake_init) {
        const auto answer = acceptor->handle_init(client_address, datagram, relay_now());
        if (answer) to_client.send({answer->begin(), answer->end()}, now);
    } else if (type == wire::DatagramType::handshake_final) {
        if (auto session = acceptor->handle_final(client_address, datagram, relay_now())) {
            take_session(side, std::move(*session));
        }
    } else if (dialer->handle_cookie(datagram, client_now())) {
        return;
    } else if (auto session = dialer->handle_response(datagram, client_now())) {
        take_session(side, std::move(*session));
    }
}

void LinkPair::take(Side& side, const base::Bytes& datagram) {
    if (datagram.at(0) != static_cast<std::uint8_t>(wire::DatagramType::sealed)) return take_handshake(side, datagram);
    if (!side.link) return;
    const auto header = wire::decode<wire::SealedHeader>(base::ByteView{datagram}.first(wire::SealedHeader::size));
    if (!header) return;
    const auto& from = &side == &relay ? client_address : relay_address;
    ++side.results[side.link->handle_datagram(*header, datagram, from, side.clock.local(now))];
}

void LinkPair::note(Side& side, LinkEvent event) {
    if (auto* message = std::get_if<StreamMessage>(&event)) {
        side.messages[message->stream].push_back(std::move(message->message));
    } else if (auto* fragment = std::get_if<FragmentReceived>(&event)) {
        if (!fragment->shim.empty()) side.shims.push_back(fragment->shim);
        side.fragments.emplace_back(std::move(fragment->fragment), now);
    } else if (std::holds_alternative<FragmentGivenUp>(event)) {
        ++side.given_up;
    } else if (const auto* wanted = std::get_if<RekeyWanted>(&event)) {
        if (rekeys) dial(wanted->remote);
    } else if (std::holds_alternative<Rekeyed>(event)) {
        if (&side != &client) return;
        dialer->confirm();
        rekeyed_at.push_back(now);
    } else if (const auto* moved = std::get_if<Moved>(&event)) {
        moves.push_back(*moved);
    } else if (std::holds_alternative<Silent>(event)) {
        side.silent_at.push_back(now);
    } else if (std::holds_alternative<Heard>(event)) {
        side.heard_at.push_back(now);
    } else if (std::holds_alternative<Established>(event)) {
        side.established_at = now;
        if (&side == &client) dialer->confirm();
    } else if (const auto* closed = std::get_if<Closed>(&event)) {
        CHECK(!side.closed);
        side.closed = std::pair{*closed, now};
    }
}

bool LinkPair::pump_side(Side& side, Path& path) {
    auto moved = false;
    const auto local = side.clock.local(now);
    if (&side == &client) {
        while (auto datagram = dialer->poll_datagram(local)) {
            path.send(std::move(*datagram), now);
            moved = true;
        }
    }
    if (!side.link) return moved;
    while (auto event = side.link->poll_event()) {
        note(side, std::move(*event));
        moved = true;
    }
    while (auto next = poll_datagram(*side.link, local)) {
        path.send(std::move(next->datagram), now);
        moved = true;
    }
    while (auto event = side.link->poll_event())
        note(side, std::move(*event));
    if (side.link->next_wakeup().at <= local) ++idle_wakeups;
    return moved;
}

void LinkPair::pump() {
    (void)pump_side(client, to_relay);
    (void)pump_side(relay, to_client);
}

Duration LinkPair::next_at() const {
    auto next = std::min(to_relay.next_at(), to_client.next_at());
    if (!actions_.empty()) next = std::min(next, actions_.begin()->first);
    next = std::min(next, client.clock.world(dialer->next_wakeup()));
    if (client.link) next = std::min(next, client.clock.world(client.link->next_wakeup().at));
    if (relay.link) next = std::min(next, relay.clock.world(relay.link->next_wakeup().at));
    return next;
}

void LinkPair::run_until(Duration time) {
    for (int rounds = 0;; ++rounds) {
        pump();
        const auto next = next_at();
        if (next > time) break;
        if (next > now) rounds = 0;
        CHECK(rounds < rounds_max); // a link wants to be woken again and again for nothing
        now = std::max(now, next);
        while (auto datagram = to_relay.receive(now))
            take(relay, *datagram);
        while (auto datagram = to_client.receive(now))
            take(client, *datagram);
        while (!actions_.empty() && actions_.begin()->first <= now)
            actions_.extract(actions_.begin()).mapped()();
    }
    now = time;
    pump();
}

void LinkPair::every(Duration interval, Duration from, Duration until, const std::function<void()>& action) {
    for (auto time = from; time < until; time += interval)
        at(time, action);
}

bool LinkPair::establish(Duration limit) {
    while (now < limit && !(client.established_at && relay.established_at))
        run_until(now + std::chrono::milliseconds{10});
    return client.established_at && relay.established_at;
}

FragmentToSend fragment_of(std::uint64_t sequence, std::size_t size, base::PriorityClass priority,
                           base::LocalTime deadline) {
    wire::FragmentFrame frame;
    frame.flow = base::FlowId{1};
    frame.sender = base::MemberIndex{1};
    frame.sequence = base::SequenceNumber{sequence};
    frame.data = base::Bytes(size, static_cast<std::uint8_t>(sequence));
    return {encode_fragment(frame), priority, deadline, {}};
}

} // namespace plenum::link::test
