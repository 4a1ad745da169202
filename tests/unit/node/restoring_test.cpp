// SPDX-License-Identifier: Apache-2.0
// What strangers may try at the doors through which members give a relay back what it lost.
#include "core/base/home.h"
#include "tests/unit/node/stranger.h"

#include <gmock/gmock.h>

namespace plenum::node {
namespace {

using test::Hall;
using test::Stranger;
using namespace std::chrono_literals;

constexpr auto outside = base::Address::v4(10, 9, 9, 9, 4000);

class Restoring : public testing::Test {
  protected:
    void SetUp() override {
        link = hall.create(alice, relay);
        hall.join(alice, relay, link, "Alice");
        hall.run(2s);
        ASSERT_TRUE(Hall::joined(alice));
        kept = relay.stored;
    }
    void lose_everything() {
        hall.drop_all_to(alice.address, true);
        hall.restart_relay_empty(relay);
    }
    [[nodiscard]] bool enter_by_the_restoring_door(Stranger& stranger) {
        auto options = stranger.without_link();
        options.conference = base::at_home_of(kept.conference, restoring_door());
        options.psk = restoring_key(relay.node->relay_key());
        auto session = stranger.shake_hands(std::move(options));
        if (session) stranger.begin(std::move(*session));
        return session.has_value();
    }
    void say_log(Stranger& stranger, const std::vector<base::Bytes>& entries) {
        stranger.say(wire::Restore{kept.conference, kept.access, base::LogPosition{entries.size()}});
        for (const auto& entry : entries)
            stranger.say(wire::LogEntry{entry});
        stranger.run(1s);
    }
    Hall hall;
    Hall::Place& relay = hall.add_relay();
    Hall::Place& alice = hall.add_endpoint();
    ConferenceLink link;
    ConferenceStored kept;
};

TEST_F(Restoring, is_for_members_alone) {
    lose_everything();
    Stranger stranger{hall, relay, outside, 50};
    ASSERT_TRUE(enter_by_the_restoring_door(stranger));
    say_log(stranger, kept.entries);
    ASSERT_FALSE(stranger.heard.empty());
    EXPECT_EQ(stranger.heard.back(), wire::ControlMessage{wire::CreateAnswer{wire::CreateOutcome::refused}});
    EXPECT_EQ(relay.node->relay_statistics().conferences, 0U);
    EXPECT_TRUE(relay.stored.entries.empty());
}

/// What members know may be less than what the disk has.
TEST_F(Restoring, waits_for_a_log_that_the_store_may_still_give) {
    lose_everything();
    hall.give(relay, ConferenceLeftOut{kept.conference});
    hall.drop_all_to(alice.address, false);
    hall.run(ConferenceLeftOut::patience - 5s);
    EXPECT_EQ(relay.node->relay_statistics().conferences_restored, 0U);
    hall.give(relay, kept);
    hall.run(15s);
    EXPECT_EQ(relay.node->relay_statistics().conferences_restored, 0U);
    EXPECT_TRUE(Hall::joined(alice));
}

TEST_F(Restoring, does_not_wait_for_ever) {
    lose_everything();
    hall.give(relay, ConferenceLeftOut{kept.conference});
    hall.drop_all_to(alice.address, false);
    hall.run(ConferenceLeftOut::patience + 20s);
    EXPECT_EQ(relay.node->relay_statistics().conferences_restored, 1U);
    EXPECT_TRUE(Hall::joined(alice));
}

/// Who comes after another is not accused of what it said before it could know.
TEST_F(Restoring, of_what_is_there_again_is_answered_and_no_fault) {
    Stranger stranger{hall, relay, outside, 50};
    ASSERT_TRUE(enter_by_the_restoring_door(stranger));
    say_log(stranger, kept.entries);
    ASSERT_FALSE(stranger.heard.empty());
    EXPECT_EQ(stranger.heard.back(), wire::ControlMessage{wire::CreateAnswer{wire::CreateOutcome::exists}});
    EXPECT_FALSE(stranger.closed.has_value());
    // Once is enough.
    say_log(stranger, kept.entries);
    EXPECT_TRUE(stranger.closed.has_value());
}

TEST_F(Restoring, takes_no_entry_that_this_relay_did_not_sign) {
    lose_everything();
    Stranger stranger{hall, relay, outside, 50};
    ASSERT_TRUE(enter_by_the_restoring_door(stranger));
    // A log that is sound, of a relay of the stranger's own.
    auto entry = wire::decode<log::Entry>(kept.entries[0]).value();
    log::sequence(entry, stranger.identity());
    say_log(stranger, {wire::encode(entry)});
    EXPECT_TRUE(stranger.closed.has_value());
    EXPECT_EQ(relay.node->relay_statistics().conferences, 0U);
}

TEST_F(Restoring, makes_nothing_else) {
    lose_everything();
    Stranger stranger{hall, relay, outside, 50};
    ASSERT_TRUE(enter_by_the_restoring_door(stranger));
    stranger.say(wire::CreateConference{kept.conference, kept.access, {}});
    stranger.run(500ms);
    EXPECT_EQ(relay.node->relay_statistics().conferences, 0U);
    // Nor does the door for making conferences restore any.
    Stranger maker{hall, relay, outside, 51};
    auto session = maker.shake_hands(maker.without_link());
    ASSERT_TRUE(session.has_value());
    maker.begin(std::move(*session));
    say_log(maker, kept.entries);
    EXPECT_TRUE(maker.closed.has_value());
    EXPECT_EQ(relay.node->relay_statistics().conferences, 0U);
}

TEST_F(Restoring, nobody_gives_entries_that_were_not_asked_for) {
    Stranger stranger{hall, relay, outside, 50};
    auto session = stranger.shake_hands(stranger.with_link(link));
    ASSERT_TRUE(session.has_value());
    stranger.begin(std::move(*session));
    stranger.say(wire::LogEntry{kept.entries[0]});
    stranger.run(500ms);
    EXPECT_TRUE(stranger.closed.has_value());
    hall.run(1s);
    EXPECT_TRUE(Hall::joined(alice));
}

TEST_F(Restoring, who_only_claims_to_know_more_gets_nothing_and_holds_nothing_up) {
    hall.restart_relay(relay);
    Stranger stranger{hall, relay, outside, 50};
    auto session = stranger.shake_hands(stranger.with_link(link));
    ASSERT_TRUE(session.has_value());
    stranger.begin(std::move(*session));
    stranger.say(wire::Attach{base::LogPosition{1'000'000}, {}});
    stranger.run(500ms);
    for (const auto& message : stranger.heard)
        EXPECT_FALSE(std::holds_alternative<wire::LogEntry>(message) ||
                     std::holds_alternative<wire::Attached>(message));
    stranger.run(15s);
    EXPECT_TRUE(stranger.closed.has_value());
    EXPECT_TRUE(Hall::joined(alice));
}

} // namespace
} // namespace plenum::node
