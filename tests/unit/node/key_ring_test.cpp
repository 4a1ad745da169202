// SPDX-License-Identifier: Apache-2.0
#include "core/member/keys/key_ring.h"

#include "tests/unit/node/hall.h"
#include "tests/unit/node/hall_ids.h"

#include <gtest/gtest.h>

#include <set>

namespace plenum::test {
namespace {

using node::Chain;
using node::KeyRing;

base::Seed seed(std::uint8_t salt) {
    base::Seed seed;
    seed.bytes.fill(salt);
    return seed;
}

/// Alice turns the keys, and Bob follows.
class Keys : public testing::Test {
  protected:
    Keys() {
        for (const auto& [index, exchange] :
             {std::pair{alices, alice_exchange.public_key}, std::pair{bobs, bob_exchange.public_key}}) {
            log::Member member;
            member.index = index;
            member.exchange = exchange;
            state.members.emplace(index, member);
        }
    }
    void turn(base::LocalTime now, base::LocalTime old_seals_until = base::local_time_max) {
        const auto made = alice.make_turn(state, {alices, bobs}, false, random);
        ASSERT_TRUE(made.has_value());
        ASSERT_EQ(alice.adopt(*made, alices, now, old_seals_until), KeyRing::Adoption::adopted);
        ASSERT_EQ(bob.adopt(*made, bobs, now), KeyRing::Adoption::adopted);
        state.epoch = made->epoch;
        state.fresh_needed = false;
        for (auto& [index, member] : state.members)
            member.keyed = true;
    }
    base::Bytes seal(Chain chain, base::LocalTime now) {
        sequence = sequence.next();
        base::Bytes sealed;
        alice.seal(chain, {alices, voice}, sequence, {}, base::as_bytes("hello"), now, sealed);
        return sealed;
    }
    bool opens(Chain chain, base::ByteView sealed) {
        const base::SequenceNumber counter{crypto::FrameHeader::decode(sealed)->header.counter};
        return bob.open(chain, {alices, voice}, {counter}, {}, sealed).has_value();
    }

    crypto::SeededRandom random{seed(1)};
    crypto::ExchangeKeyPair alice_exchange{crypto::ExchangeKeyPair::from_seed(seed(2))};
    crypto::ExchangeKeyPair bob_exchange{crypto::ExchangeKeyPair::from_seed(seed(3))};
    KeyRing alice{{}, alice_exchange.copy()};
    KeyRing bob{{}, bob_exchange.copy()};
    log::State state;
    base::SequenceNumber sequence;
};

TEST_F(Keys, what_two_members_say_to_each_other_alone_nobody_else_opens) {
    turn(base::LocalTime{1s});
    constexpr base::MemberIndex cems{3};
    constexpr base::FlowId aside{70};
    const auto cem_exchange = crypto::ExchangeKeyPair::from_seed(seed(4));
    log::Member member;
    member.index = cems;
    member.exchange = cem_exchange.public_key;
    state.members.emplace(cems, member);
    KeyRing cem{{}, cem_exchange.copy()};
    const auto made = alice.make_turn(state, {alices, bobs, cems}, true, random).value();
    ASSERT_EQ(alice.adopt(made, alices, base::LocalTime{2s}), KeyRing::Adoption::adopted);
    ASSERT_EQ(bob.adopt(made, bobs, base::LocalTime{2s}), KeyRing::Adoption::adopted);
    ASSERT_EQ(cem.adopt(made, cems, base::LocalTime{2s}), KeyRing::Adoption::adopted);
    // Shown a log in which the flow is with Cem.
    KeyRing deceived{{}, cem_exchange.copy()};
    ASSERT_EQ(deceived.adopt(made, cems, base::LocalTime{2s}), KeyRing::Adoption::adopted);
    state.created_flows[aside].owner = alices;
    state.created_flows[aside].peer = bobs;
    alice.follow(state, alices, base::LocalTime{2s});
    bob.follow(state, bobs, base::LocalTime{2s});
    cem.follow(state, cems, base::LocalTime{2s});
    auto forged = state;
    forged.created_flows[aside].peer = cems;
    deceived.follow(forged, cems, base::LocalTime{2s});
    const node::SealedStream stream{alices, aside};
    for (const auto chain : {Chain::history, Chain::media}) {
        base::Bytes sealed;
        const base::SequenceNumber number{1};
        alice.seal(chain, stream, number, {}, base::as_bytes("psst"), base::LocalTime{4s}, sealed);
        EXPECT_FALSE(cem.open(chain, stream, {number}, {}, sealed));
        EXPECT_FALSE(deceived.open(chain, stream, {number}, {}, sealed));
        EXPECT_TRUE(bob.open(chain, stream, {number}, {}, sealed));
    }
}

TEST_F(Keys, who_comes_back_reads_what_was_said_before_and_passes_it_on) {
    turn(base::LocalTime{1s});
    const auto said = seal(Chain::history, base::LocalTime{2s});
    // All were written out. Bob is the first to come back, as somebody new.
    constexpr base::MemberIndex bob_again{3};
    constexpr base::MemberIndex cems{4};
    const auto exchange = crypto::ExchangeKeyPair::from_seed(seed(5));
    const auto cem_exchange = crypto::ExchangeKeyPair::from_seed(seed(6));
    state.members.clear();
    for (const auto& [index, key] :
         {std::pair{bob_again, exchange.public_key}, std::pair{cems, cem_exchange.public_key}}) {
        state.members[index].index = index;
        state.members[index].exchange = key;
    }
    KeyRing back{{}, exchange.copy(), bob.former_keys()};
    const auto made = back.make_turn(state, {bob_again, cems}, true, random).value();
    ASSERT_TRUE(made.history.has_value());
    KeyRing cem{{}, cem_exchange.copy()};
    ASSERT_EQ(back.adopt(made, bob_again, base::LocalTime{3s}), KeyRing::Adoption::adopted);
    ASSERT_EQ(cem.adopt(made, cems, base::LocalTime{3s}), KeyRing::Adoption::adopted);
    cem.recover_history({{made.epoch, *made.history}});
    for (auto* each : {&back, &cem})
        EXPECT_TRUE(each->open(Chain::history, {alices, voice}, {sequence}, {}, said));
    const KeyRing elsewhere{base::ConferenceHandle{{7}}, exchange.copy(), bob.former_keys()};
    EXPECT_FALSE(elsewhere.make_turn(state, {bob_again}, true, random)->history.has_value());
}

TEST_F(Keys, of_media_no_more_than_two_epochs_are_known) {
    turn(base::LocalTime{1s});
    const auto first = seal(Chain::media, base::LocalTime{2s});
    turn(base::LocalTime{3s});
    const auto second = seal(Chain::media, base::LocalTime{4s});
    turn(base::LocalTime{5s});
    EXPECT_FALSE(opens(Chain::media, first));
    EXPECT_TRUE(opens(Chain::media, second));
    EXPECT_TRUE(opens(Chain::media, seal(Chain::media, base::LocalTime{6s})));
}

TEST_F(Keys, of_media_that_is_over_are_forgotten_in_time) {
    turn(base::LocalTime{1s});
    EXPECT_EQ(bob.expires_at(), base::local_time_max);
    const auto early = seal(Chain::media, base::LocalTime{2s});
    const auto late = seal(Chain::media, base::LocalTime{2s});
    turn(base::LocalTime{3s});
    const auto over = base::LocalTime{3s} + base::limits::old_epoch_age_max;
    EXPECT_EQ(bob.expires_at(), over);
    bob.expire(over - 1ns);
    EXPECT_TRUE(opens(Chain::media, early));
    bob.expire(over);
    EXPECT_FALSE(opens(Chain::media, late));
    EXPECT_EQ(bob.expires_at(), base::local_time_max);
    turn(over + 1s);
    EXPECT_EQ(bob.expires_at(), over + 1s + base::limits::old_epoch_age_max);
}

TEST_F(Keys, of_other_secrets_or_chains_seal_otherwise) {
    const auto before = state;
    turn(base::LocalTime{1s});
    KeyRing elsewhere{{}, alice_exchange.copy()};
    crypto::SeededRandom other{seed(9)};
    const auto made = elsewhere.make_turn(before, {alices, bobs}, false, other);
    ASSERT_TRUE(made.has_value());
    ASSERT_EQ(elsewhere.adopt(*made, alices, base::LocalTime{1s}), KeyRing::Adoption::adopted);
    ASSERT_EQ(made->epoch, state.epoch);
    std::set<base::Bytes> frames;
    for (auto* ring : {&alice, &elsewhere}) {
        for (const auto chain : {Chain::media, Chain::history}) {
            base::Bytes sealed;
            ring->seal(chain, {alices, voice}, base::SequenceNumber{5}, {}, base::as_bytes("hello"),
                       base::LocalTime{2s}, sealed);
            frames.insert(sealed);
        }
    }
    EXPECT_EQ(frames.size(), 4U);
}

TEST_F(Keys, of_history_all_are_known) {
    turn(base::LocalTime{1s});
    const auto first = seal(Chain::history, base::LocalTime{2s});
    turn(base::LocalTime{3s});
    turn(base::LocalTime{5s});
    EXPECT_TRUE(opens(Chain::history, first));
}

/// Whoever joins with an epoch reads every word from then on, and nothing of before.
TEST_F(Keys, of_a_new_epoch_seal_words_at_once_and_live_messages_a_little_later) {
    const auto epoch_of = [&](Chain chain, base::LocalTime now) {
        return base::KeyEpoch{crypto::FrameHeader::decode(seal(chain, now))->header.key_id};
    };
    turn(base::LocalTime{1s});
    const auto before = state.epoch;
    const base::LocalTime at{3s};
    turn(at);
    const auto switched = at + node::epoch_switch_delay;
    EXPECT_EQ(epoch_of(Chain::history, at), state.epoch);
    EXPECT_EQ(epoch_of(Chain::media, at), before);
    EXPECT_EQ(epoch_of(Chain::media, switched - 1ns), before);
    EXPECT_EQ(epoch_of(Chain::media, switched), state.epoch);
    EXPECT_EQ(epoch_of(Chain::history, switched), state.epoch);
    // Someone went, and the new key took its time.
    turn(at + 5s, at + 4s);
    EXPECT_EQ(epoch_of(Chain::media, at + 5s), state.epoch);
}

TEST_F(Keys, of_a_turn_that_commits_to_another_key_none_is_taken) {
    turn(base::LocalTime{1s});
    for (const bool fresh : {true, false}) {
        auto made = alice.make_turn(state, {alices, bobs}, fresh, random);
        ASSERT_TRUE(made.has_value());
        made->commitment.bytes[0] ^= 1;
        EXPECT_EQ(bob.adopt(*made, bobs, base::LocalTime{2s}), KeyRing::Adoption::bad_wrap) << fresh;
        EXPECT_EQ(bob.newest(), state.epoch);
    }
    turn(base::LocalTime{3s});
}

TEST_F(Keys, of_a_wrap_for_somebody_else_nothing_is_taken) {
    turn(base::LocalTime{1s});
    auto made = alice.make_turn(state, {alices, bobs}, true, random);
    ASSERT_TRUE(made.has_value());
    ASSERT_EQ(made->wraps.size(), 2U);
    std::swap(made->wraps[0].wrapped, made->wraps[1].wrapped);
    EXPECT_EQ(bob.adopt(*made, bobs, base::LocalTime{2s}), KeyRing::Adoption::bad_wrap);
    EXPECT_EQ(bob.newest(), state.epoch);
}

TEST_F(Keys, are_ratcheted_from_those_right_before_alone) {
    turn(base::LocalTime{1s});
    const auto ratchet = [&] {
        const auto made = alice.make_turn(state, {alices, bobs}, false, random);
        EXPECT_EQ(made->mode, log::EpochMode::ratchet);
        EXPECT_EQ(alice.adopt(*made, alices, base::LocalTime{2s}), KeyRing::Adoption::adopted);
        state.epoch = made->epoch;
        return *made;
    };
    const auto missed = ratchet();
    const auto next = ratchet();
    EXPECT_FALSE(bob.concerns(next, bobs));
    EXPECT_EQ(bob.adopt(next, bobs, base::LocalTime{3s}), KeyRing::Adoption::not_ours);
    EXPECT_EQ(bob.adopt(missed, bobs, base::LocalTime{3s}), KeyRing::Adoption::adopted);
    EXPECT_EQ(bob.adopt(next, bobs, base::LocalTime{3s}), KeyRing::Adoption::adopted);
}

TEST(Conference, turns_its_keys_every_five_minutes) {
    Hall hall;
    auto& relay = hall.add_relay();
    auto& alice = hall.add_endpoint();
    auto& bob = hall.add_endpoint();
    const auto link = hall.create(alice, relay);
    for (auto* person : {&alice, &bob}) {
        hall.join(*person, relay, link, "Person");
        hall.run(1s);
    }
    const auto turns = Hall::all<node::EpochChanged>(bob).size();
    hall.run(290s);
    EXPECT_EQ(Hall::all<node::EpochChanged>(bob).size(), turns);
    hall.run(20s);
    EXPECT_EQ(Hall::all<node::EpochChanged>(bob).size(), turns + 1);
}

} // namespace
} // namespace plenum::test
