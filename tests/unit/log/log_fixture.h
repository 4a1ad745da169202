// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/state.h"

#include <gtest/gtest.h>

namespace plenum::log {

using namespace std::chrono_literals;

template <class Key>
Key key_of(std::uint8_t salt) {
    base::Seed seed;
    seed.bytes.fill(salt);
    return Key::from_seed(seed);
}

/// Someone who signs operations, and a relay that puts them in order: a log by hand.
class Log : public testing::Test {
  protected:
    struct Author {
        crypto::IdentityKeyPair identity;
        crypto::ExchangeKeyPair exchange;
        std::uint64_t sequence{0};
    };

    Log() {
        handle.bytes.fill(9);
        Genesis genesis;
        genesis.relay_exchange = relay.exchange.public_key;
        genesis.relay_identity = relay.identity.public_key;
        FlowDeclaration chat;
        chat.flow = base::FlowId{1};
        chat.label = "chat";
        chat.message_bytes_max = 1000;
        genesis.flows = {chat};
        auto signed_genesis = draft(alice);
        signed_genesis.head_position = {};
        EXPECT_TRUE(append(sign_operation(signed_genesis, genesis, alice.identity)).has_value());
    }

    static Author author(std::uint8_t salt) {
        return {key_of<crypto::IdentityKeyPair>(salt),
                key_of<crypto::ExchangeKeyPair>(static_cast<std::uint8_t>(salt + 100))};
    }
    SignedOperation draft(Author& by) {
        SignedOperation operation;
        operation.conference = handle;
        operation.author_exchange = by.exchange.public_key;
        operation.author_sequence = ++by.sequence;
        operation.head_position = base::LogPosition{state.size.value() == 0 ? 0 : state.size.value() - 1};
        operation.head = state.head;
        return operation;
    }
    SignedOperation make(Author& by, const Operation& operation) {
        return sign_operation(draft(by), operation, by.identity);
    }
    Entry entry(const SignedOperation& operation) {
        Entry made;
        made.position = state.size;
        made.previous = state.head;
        made.at = base::ConferenceTime{1s * static_cast<int>(state.size.value())};
        made.signed_operation = wire::encode(operation);
        sequence(made, relay.identity);
        return made;
    }
    std::expected<Applied, Refusal> append(const SignedOperation& operation) { return apply(state, entry(operation)); }
    /// Whether it is refused, for this reason, and changes nothing.
    testing::AssertionResult refused(const Entry& made, Refusal why) {
        const auto before = state;
        const auto applied = apply(state, made);
        if (applied) return testing::AssertionFailure() << "applied";
        if (applied.error() != why) return testing::AssertionFailure() << name_of(applied.error());
        if (!(state == before)) return testing::AssertionFailure() << "the state changed";
        return testing::AssertionSuccess();
    }
    testing::AssertionResult refused(const SignedOperation& operation, Refusal why) {
        return refused(entry(operation), why);
    }
    EpochTurn turn(EpochMode mode = EpochMode::fresh) {
        EpochTurn made;
        made.epoch = state.epoch.next();
        made.mode = mode;
        for (const auto& [index, member] : state.members) {
            if (mode == EpochMode::fresh || !member.keyed) made.wraps.push_back({index, {}});
        }
        return made;
    }
    /// Names no head, and the conference by its door.
    SignedOperation join(Author& by, const Join& content = {}) {
        SignedOperation operation;
        operation.conference = state.door.handle;
        operation.author_exchange = by.exchange.public_key;
        operation.author_sequence = ++by.sequence;
        return sign_operation(operation, content, by.identity);
    }
    SignedOperation admit(Author& by, const std::vector<SignedOperation>& joins) {
        Admit content;
        for (const auto& each : joins)
            content.joins.push_back(wire::encode(each));
        return make(by, content);
    }
    /// Alice, who made it, lets Bob in and turns the keys.
    void join_all() {
        ASSERT_TRUE(append(join(alice)).has_value());
        ASSERT_TRUE(append(admit(alice, {join(bob)})).has_value());
        ASSERT_TRUE(append(make(alice, turn())).has_value());
    }
    void say_absent(base::MemberIndex member) { ASSERT_TRUE(append(make(relay, Presence{member, false})).has_value()); }

    base::ConferenceHandle handle;
    State state;
    Author relay{author(1)};
    Author alice{author(2)};
    Author bob{author(3)};
    Author mallory{author(4)};
};

} // namespace plenum::log
