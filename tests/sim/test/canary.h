// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

/// What canaries feed to checkers: a relay, Alice and Bob.
namespace plenum::sim::canary {

using namespace base;
inline constexpr FlowId chat{3};
inline constexpr FlowId voice{1};
inline constexpr Session relay{NodeIndex{0}, 1};
inline constexpr Session alice{NodeIndex{1}, 1};
inline constexpr Session bob{NodeIndex{2}, 1};
inline constexpr MemberIndex alice_member{1};
inline constexpr MemberIndex bob_member{2};
inline constexpr VirtualTime start{10s};

inline Bytes body(std::uint64_t sequence) { return Bytes(20, static_cast<std::uint8_t>(sequence)); }

inline Publication publication(FlowId flow, std::uint64_t sequence) {
    return {flow, alice_member, SequenceNumber{sequence}, checksum_of(body(sequence)), 20};
}

inline node::MessageReceived received(FlowId flow, std::uint64_t sequence) {
    return {flow, alice_member, SequenceNumber{sequence}, {}, {}, {}, body(sequence)};
}

inline node::FlowDeclared declared(FlowId flow, std::optional<Duration> loss_delay) {
    FlowSpec spec;
    spec.loss_delay = loss_delay;
    return {flow, "", spec};
}

inline node::MemberJoined joined(MemberIndex member, bool self) { return {member, "", {}, {}, self, true}; }

inline TraceEvent entry(std::uint64_t position, std::uint8_t hash) {
    TraceEvent event;
    event.kind = TraceEvent::Kind::log;
    event.position = LogPosition{position};
    event.hash = Hash{};
    event.hash->bytes[0] = hash;
    return event;
}

/// Names of the invariants of which a planted fault was caught.
inline std::set<std::string_view>& caught() {
    static std::set<std::string_view> names;
    return names;
}
inline void note_canary(const Checker& checker) {
    ASSERT_TRUE(checker.broken());
    caught().insert(checker.name());
}

/// Alice and Bob are joined, in key epoch 1.
inline void join_both(Checker& checker) {
    checker.on_begin(relay, VirtualTime{});
    for (const auto& [session, member] : {std::pair{alice, alice_member}, std::pair{bob, bob_member}}) {
        checker.on_begin(session, start);
        checker.on_event(session, declared(chat, {}), start);
        checker.on_event(session, declared(voice, 100ms), start);
        for (const auto each : {alice_member, bob_member}) {
            checker.on_event(session, joined(each, each == member), start);
        }
        checker.on_event(session, node::EpochChanged{KeyEpoch{1}}, start);
        checker.on_event(session, node::PhaseChanged{node::Phase::joined}, start);
    }
}

inline void publish(Checker& checker, FlowId flow, std::uint64_t first, std::uint64_t last) {
    for (auto sequence = first; sequence <= last; ++sequence) {
        checker.on_publication(alice, publication(flow, sequence), start + 1s);
    }
}

} // namespace plenum::sim::canary
