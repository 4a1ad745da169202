// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/still_world.h"

#include "tests/bench/unbounded_flows.h"

#include "core/base/check.h"

#include <algorithm>

namespace plenum::bench {

namespace {

constexpr base::Duration patience = std::chrono::seconds{10};
/// As many as a loop gives to a node at a time.
constexpr std::size_t together_max = 32;
/// So that the relay's bound per address is met by no crowd of ours.
constexpr std::size_t members_per_address = 50;

base::Seed seed(std::uint8_t what, std::size_t who) {
    base::Seed seed;
    seed.bytes[0] = what;
    seed.bytes[1] = static_cast<std::uint8_t>(who % 256);
    seed.bytes[2] = static_cast<std::uint8_t>(who / 256);
    return seed;
}

base::Address address_of(std::size_t member) {
    return base::Address::v4(192, 0, 2, static_cast<std::uint8_t>(10 + member / members_per_address),
                             static_cast<std::uint16_t>(5000 + member));
}

} // namespace

StillWorld::StillWorld(std::size_t members, std::size_t idle) : members_(members), idle_(idle) {
    open_relay();
    for (std::size_t i = 0; i < members; ++i)
        prepare(members_[i], i);
    for (std::size_t i = 0; i < idle; ++i)
        prepare(idle_[i], members + i);
    for (auto& peer : idle_)
        assemble({&peer, 1});
    assemble(members_);
    CHECK(pass_until([&] { return complete(); }, patience));
    pass(std::chrono::seconds{1});
}

void StillWorld::open_relay() {
    node::NodeOptions options;
    options.seed = seed(1, 0);
    options.relay = node::RelayOptions{seed(2, 0), {}};
    relay_.address = base::Address::v4(192, 0, 2, 1, 7700);
    relay_.node = std::make_unique<node::Node>(options);
}

void StillWorld::prepare(Peer& peer, std::size_t number) {
    node::NodeOptions options;
    options.seed = seed(3, number);
    options.endpoint = node::EndpointOptions{seed(4, number), {}};
    peer.address = address_of(number);
    peer.node = std::make_unique<node::Node>(options);
    by_address_[peer.address] = &peer;
}

void StillWorld::assemble(std::span<Peer> members) {
    link_.reset();
    handle(members.front(), node::CreateConference{relay_.address, "192.0.2.1", 7700, "bench", {}, unbounded_flows()});
    CHECK(pass_until([&] { return link_.has_value(); }, patience));
    for (auto& member : members) {
        handle(member, node::JoinConference{*link_, relay_.address, "bench"});
        CHECK(pass_until([&] { return member.joined; }, patience));
    }
}

bool StillWorld::complete() const {
    return std::ranges::all_of(members_,
                               [&](const Peer& member) { return member.clock && member.present >= members_.size(); });
}

void StillWorld::publish(base::FlowKind kind, std::size_t bytes) {
    handle(members_[0], node::Publish{members_[0].flows.at(kind), {}, base::Bytes(bytes, 1)});
    deliver();
}

void StillWorld::publish_together(base::FlowKind kind, std::size_t bytes, std::size_t count) {
    const std::vector<node::Command> commands(count,
                                              node::Publish{members_[0].flows.at(kind), {}, base::Bytes(bytes, 1)});
    handle(members_[0], node::CommandsGiven{commands});
    deliver();
}

void StillWorld::subscribe(base::FlowKind kind, const tag::Subscription& wanted) {
    for (auto& member : members_)
        if (&member != &members_.front()) handle(member, node::Subscribe{member.flows.at(kind), {}, wanted});
    deliver();
}

void StillWorld::pass(base::Duration time) {
    const auto until = now_ + time;
    (void)pass_until([&] { return now_ >= until; }, time);
}

bool StillWorld::pass_until(const std::function<bool()>& done, base::Duration limit) {
    const auto until = now_ + limit;
    for (deliver(); !done(); deliver()) {
        if (now_ >= until) return false;
        auto next = std::min(until, relay_.wake);
        for (const auto& member : members_)
            next = std::min(next, member.wake);
        for (const auto& peer : idle_)
            next = std::min(next, peer.wake);
        now_ = std::max(now_, next);
        if (relay_.wake <= now_) handle(relay_, node::WakeUp{});
        for (auto& member : members_)
            if (member.wake <= now_) handle(member, node::WakeUp{});
        for (auto& peer : idle_)
            if (peer.wake <= now_) handle(peer, node::WakeUp{});
    }
    return true;
}

void StillWorld::deliver() {
    for (std::size_t i = 0; i < in_flight_used_;) {
        if (in_flight_[i].to == relay_.address) {
            i = deliver_to_relay(i);
            continue;
        }
        const auto from = in_flight_[i].from;
        const base::ByteView bytes = in_flight_[i].bytes;
        const auto found = by_address_.find(in_flight_[i].to);
        if (found != by_address_.end()) handle(*found->second, node::DatagramReceived{from, bytes});
        ++i;
    }
    in_flight_used_ = 0;
}

/// As a loop gives them to it: what arrived together, together. The first that is left.
std::size_t StillWorld::deliver_to_relay(std::size_t first) {
    together_.clear();
    for (; first < in_flight_used_ && in_flight_[first].to == relay_.address && together_.size() < together_max;
         ++first)
        together_.push_back({in_flight_[first].from, in_flight_[first].bytes});
    handle(relay_, node::DatagramsReceived{together_});
    return first;
}

/// Into memory that stays where it is, whatever grows meanwhile.
void StillWorld::send(const base::Address& from, const base::Address& to, base::ByteView bytes) {
    if (in_flight_used_ == in_flight_.size()) in_flight_.emplace_back();
    auto& slot = in_flight_[in_flight_used_++];
    slot.from = from;
    slot.to = to;
    slot.bytes.assign(bytes.begin(), bytes.end());
}

void StillWorld::handle(Peer& peer, const node::Input& input) {
    const auto who = &peer == &relay_ ? Watched::relay : Watched::members;
    if (watch && (watched == Watched::all || watched == who))
        handle_watched(peer, input);
    else
        take(peer, input);
}

/// What profilers look for: all that the watched do, and little else, happens below it.
[[gnu::noinline]] void StillWorld::handle_watched(Peer& peer, const node::Input& input) {
    watch(true);
    take(peer, input);
    watch(false);
}

void StillWorld::take(Peer& peer, const node::Input& input) {
    CHECK(peer.node->handle(input, now_).has_value());
    poll(peer);
}

void StillWorld::poll(Peer& peer) {
    for (;;) {
        auto output = peer.node->poll();
        if (const auto* wake = std::get_if<node::Wake>(&output)) {
            peer.wake = wake->at;
            return;
        }
        if (auto* transmit = std::get_if<node::Transmit>(&output)) {
            if (&peer == &relay_) ++relay_datagrams_;
            send(peer.address, transmit->to, transmit->datagram);
            peer.node->reuse(std::move(transmit->datagram));
        } else if (auto* event = std::get_if<node::Event>(&output)) {
            note(peer, *event);
        }
    }
}

void StillWorld::note(Peer& peer, node::Event& event) {
    if (std::holds_alternative<node::MessageReceived>(event)) {
        ++received_;
    } else if (const auto* created = std::get_if<node::ConferenceCreated>(&event)) {
        link_ = created->link;
    } else if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        peer.joined = phase->phase == node::Phase::joined;
    } else if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        peer.flows.try_emplace(declared->spec.kind, declared->flow);
    } else if (std::holds_alternative<node::MemberJoined>(event)) {
        ++peer.present;
    } else if (std::holds_alternative<node::LinkHealth>(event)) {
        peer.clock = true;
    }
}

} // namespace plenum::bench
