// SPDX-License-Identifier: Apache-2.0
// Who says a checkpoint, and when.
#include "core/log/checkpoint.h"
#include "core/relay/relay_conference.h"
#include "tests/unit/node/checkpoint_meeting.h"
#include "tests/unit/node/dishonest_relay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::test {
namespace {

using testing::Ge;
using testing::IsEmpty;
using testing::SizeIs;

class Checkpoints : public CheckpointMeeting {
  protected:
    log::State state() const {
        log::State state;
        for (const auto& bytes : relay->log)
            EXPECT_TRUE(log::apply(state, wire::decode<log::Entry>(bytes).value()).has_value());
        return state;
    }
    struct Said {
        std::uint64_t position{0};
        base::IdentityKey by;
    };
    std::vector<Said> checkpoints() const {
        std::vector<Said> found;
        for (const auto& bytes : relay->log) {
            const auto entry = wire::decode<log::Entry>(bytes).value();
            const auto operation = wire::decode<log::SignedOperation>(entry.signed_operation).value();
            const auto content = wire::decode_choice<log::Operation>(operation.operation).value();
            if (std::holds_alternative<log::Checkpoint>(content))
                found.push_back({entry.position.value(), operation.author});
        }
        return found;
    }
    /// An entry more, if the host is there.
    void change_policy() {
        history_ = !history_;
        hall.command(*alice, node::SetPolicy{{base::Admission::open, history_, false}});
        hall.run(2s);
    }

  private:
    bool history_{true};
};

TEST_F(Checkpoints, come_from_the_maker_of_the_conference_once_the_log_is_long_enough) {
    while (relay->log.size() < interval - 1)
        change_policy();
    EXPECT_THAT(checkpoints(), IsEmpty());
    for (int i = 0; i < 30; ++i)
        change_policy();
    const auto said = checkpoints();
    ASSERT_THAT(said.size(), Ge(2U));
    std::uint64_t last = 0;
    for (const auto& each : said) {
        EXPECT_EQ(each.by, state().root);
        EXPECT_GE(each.position - last, interval);
        EXPECT_LE(each.position - last, interval + 2) << "no later than it is due";
        last = each.position;
    }
    EXPECT_EQ(state().checkpoint_size.value(), last + 1);
}

TEST_F(Checkpoints, wait_for_the_maker_of_the_conference) {
    hall.command(*alice, node::LeaveConference{});
    hall.run(1s);
    for (int i = 0; i < 7; ++i)
        visit();
    ASSERT_GT(relay->log.size(), 2 * interval);
    EXPECT_THAT(checkpoints(), IsEmpty());
    hall.join(*alice, *relay, link, "Alice");
    hall.run(1s);
    EXPECT_THAT(checkpoints(), SizeIs(1)) << "another run of her program";
}

TEST_F(Checkpoints, leave_newcomers_with_the_state_that_all_others_have) {
    for (int i = 0; i < 8; ++i)
        visit();
    ASSERT_THAT(checkpoints().size(), Ge(2U));
    hall.say(*alice, "before");
    hall.run(1s);
    auto& carol = hall.add_endpoint();
    hall.join(carol, *relay, link, "Carol");
    hall.say(*bob, "after");
    hall.run(1s);
    EXPECT_TRUE(Hall::joined(carol));
    EXPECT_THAT(Hall::texts(carol), testing::ElementsAre("before", "after"));
    EXPECT_THAT(Hall::all<node::ProtocolViolation>(carol), IsEmpty());
}

TEST_F(Checkpoints, survive_a_restart_of_the_relay) {
    for (int i = 0; i < 4; ++i)
        visit();
    const auto before = checkpoints().size();
    ASSERT_GE(before, 1U);
    hall.restart_relay(*relay);
    hall.run(8s);
    for (int i = 0; i < 4; ++i)
        visit();
    EXPECT_GT(checkpoints().size(), before);
}

/// At a relay that does as the test says.
class CheckpointsDue : public testing::Test {
  protected:
    void SetUp() override {
        hall.checkpoints.entries = 5;
        alice = &hall.add_endpoint();
        bob = &hall.add_endpoint();
        link = relay.create(*alice);
        relay.hold_submitted = false;
        relay.join(*alice, link, "Alice");
        relay.join(*bob, link, "Bob");
    }
    std::vector<log::Checkpoint> submitted() const {
        std::vector<log::Checkpoint> found;
        for (const auto& operation : relay.submitted) {
            const auto content = wire::decode_choice<log::Operation>(operation.operation).value();
            if (const auto* checkpoint = std::get_if<log::Checkpoint>(&content)) found.push_back(*checkpoint);
        }
        return found;
    }

    Hall hall;
    DishonestRelay relay{hall};
    Hall::Place* alice{nullptr};
    Hall::Place* bob{nullptr};
    node::ConferenceLink link;
};

TEST_F(CheckpointsDue, checkpoint_waits_for_a_turn_of_the_keys_that_is_due) {
    relay.run(2s);
    relay.submitted.clear();
    relay.hold_submitted = true;
    for (int i = 0; i < 3; ++i)
        std::ignore = relay.join_puppet(static_cast<std::uint8_t>(40 + i), &link);
    ASSERT_TRUE(relay.state.epoch_due());
    relay.run(1s);
    EXPECT_THAT(submitted(), IsEmpty());
}

TEST_F(CheckpointsDue, checkpoint_that_another_entry_overtook_is_said_anew) {
    relay.run(2s);
    relay.hold_submitted = true;
    relay.submitted.clear();
    relay.write(log::Presence{base::MemberIndex{2}, false});
    while (submitted().empty()) {
        relay.write(log::Presence{base::MemberIndex{2}, !relay.state.find(base::MemberIndex{2})->present});
        relay.run(100ms);
    }
    const auto first = submitted().front();
    EXPECT_EQ(first, log::checkpoint_of(relay.state));
    relay.write(log::Presence{base::MemberIndex{2}, !relay.state.find(base::MemberIndex{2})->present});
    relay.run(5s);
    ASSERT_GE(submitted().size(), 2U);
    EXPECT_EQ(submitted().back(), log::checkpoint_of(relay.state));
    EXPECT_NE(submitted().back(), first);
    relay.sequence(relay.submitted.back());
    relay.run(1s);
    EXPECT_THAT(Hall::all<node::ProtocolViolation>(*bob), IsEmpty());
    EXPECT_EQ(relay.state.checkpoint_size, relay.state.size);
}

/// By the relay, which has one that Alice signed for an earlier state.
TEST_F(CheckpointsDue, checkpoint_of_another_state_is_no_entry_to_members) {
    relay.run(2s);
    relay.hold_submitted = true;
    relay.submitted.clear();
    const base::MemberIndex bobs{2};
    while (submitted().empty()) {
        relay.write(log::Presence{bobs, !relay.state.find(bobs)->present});
        relay.run(100ms);
    }
    const auto overtaken = relay.submitted.back();
    relay.write(log::Presence{bobs, !relay.state.find(bobs)->present});
    relay.run(100ms);
    log::Entry entry;
    entry.position = relay.state.size;
    entry.previous = relay.state.head;
    entry.at = relay.state.at;
    entry.signed_operation = wire::encode(overtaken);
    log::sequence(entry, relay.keys.identity);
    relay.say(*bob, base::PriorityClass::control,
              wire::encode_choice(wire::ControlMessage{wire::LogEntry{wire::encode(entry)}}));
    relay.run(100ms);
    const auto told = Hall::all<node::ProtocolViolation>(*bob);
    ASSERT_THAT(told, SizeIs(1));
    EXPECT_EQ(told.front().what, "log entry refused: other_state");
}

/// A relay's conference, and its maker and a guest as members.
class CheckpointRate : public testing::Test {
  protected:
    struct Author {
        crypto::IdentityKeyPair identity;
        crypto::ExchangeKeyPair exchange;
        std::uint64_t sequence{0};
    };
    static base::Seed seed_of(std::uint8_t fill) {
        base::Seed seed;
        seed.bytes.fill(fill);
        return seed;
    }
    static Author author(std::uint8_t salt) {
        return {crypto::IdentityKeyPair::from_seed(seed_of(salt)),
                crypto::ExchangeKeyPair::from_seed(seed_of(static_cast<std::uint8_t>(salt + 100)))};
    }
    void SetUp() override {
        log::Genesis genesis;
        genesis.relay_exchange = keys.exchange.public_key;
        genesis.relay_identity = keys.identity.public_key;
        ASSERT_TRUE(relay.found(sign(alice, genesis), at).has_value());
        ASSERT_TRUE(relay.submit(sign(alice, log::Join{}), at, now).has_value());
        ASSERT_TRUE(relay.submit(sign(alice, log::Admit{{wire::encode(sign(bob, log::Join{}))}}), at, now).has_value());
    }
    log::SignedOperation sign(Author& by, const log::Operation& content) {
        log::SignedOperation draft;
        draft.conference = base::ConferenceHandle{{9}};
        draft.author_exchange = by.exchange.public_key;
        draft.author_sequence = ++by.sequence;
        const auto& state = relay.state();
        if (state.size.value() > 0 && !std::holds_alternative<log::Join>(content)) {
            draft.head_position = base::LogPosition{state.size.value() - 1};
            draft.head = state.head;
        }
        return log::sign_operation(std::move(draft), content, by.identity);
    }
    log::Refusal refusal(Author& by) { return relay.submit(sign(by, log::Checkpoint{}), at, now).error(); }

    node::RelayKeys keys{node::RelayKeys::from(seed_of(1))};
    node::Outbox outbox{false};
    node::RelayConference relay{base::ConferenceHandle{{9}}, {}, keys, outbox, {}};
    Author alice{author(2)};
    Author bob{author(3)};
    base::ConferenceTime at{1s};
    base::LocalTime now{1s};
};

/// Each costs the relay a hash of the whole state.
TEST_F(CheckpointRate, relay_looks_at_one_in_so_long) {
    EXPECT_EQ(refusal(bob), log::Refusal::not_permitted);
    EXPECT_EQ(refusal(alice), log::Refusal::other_state);
    EXPECT_EQ(refusal(alice), log::Refusal::too_often);
    EXPECT_EQ(refusal(bob), log::Refusal::not_permitted) << "which costs nothing";
    now += node::LogQuota::checkpoint_pause;
    EXPECT_EQ(refusal(alice), log::Refusal::other_state);
    now += node::LogQuota::checkpoint_pause;
    EXPECT_TRUE(relay.submit(sign(alice, log::checkpoint_of(relay.state())), at, now).has_value());
}

} // namespace
} // namespace plenum::test
