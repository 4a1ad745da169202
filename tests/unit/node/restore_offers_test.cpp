// SPDX-License-Identifier: Apache-2.0
#include "core/relay/replication/recovery_offers.h"

#include <gtest/gtest.h>

namespace plenum::node {
namespace {

using namespace std::chrono_literals;

constexpr base::ConferenceHandle conference{{1}};
constexpr base::ExchangeKey alice{{1}};
constexpr base::ExchangeKey bob_key{{2}};

class Offers : public testing::Test {
  protected:
    Offers() { offers.begin(now); }
    /// To a relay that has run for long.
    void run_long() { now += RecoveryOffers::start_max; }
    [[nodiscard]] bool offer(const base::ExchangeKey& member) { return offers.take(conference, member, now); }

    RecoveryOffers offers;
    base::LocalTime now{1h};
};

TEST(RecoveryOffers, want_a_wakeup_once_at_the_start) {
    RecoveryOffers offers;
    EXPECT_EQ(offers.next_wakeup(), base::LocalTime{});
    offers.begin(base::LocalTime{1h});
    EXPECT_EQ(offers.next_wakeup(), base::local_time_max);
}

TEST_F(Offers, are_taken_at_once_by_a_relay_that_has_just_started) {
    now += RecoveryOffers::start_max - 1us;
    EXPECT_TRUE(offer(alice));
}

TEST_F(Offers, are_not_taken_at_once_by_a_relay_that_a_primary_dialled) {
    offers.handle_primary();
    EXPECT_FALSE(offer(alice));
}

TEST_F(Offers, are_taken_from_a_member_who_offered_before_by_a_relay_that_ran_all_along) {
    run_long();
    EXPECT_FALSE(offer(alice));
    now += RecoveryOffers::patience - 1us;
    EXPECT_FALSE(offer(alice));
    now += 1us;
    EXPECT_TRUE(offer(alice));
}

TEST_F(Offers, go_on_to_be_taken_from_a_member_who_offers_again_and_again) {
    run_long();
    EXPECT_FALSE(offer(alice));
    for (int times = 0; times < 4; ++times) {
        now += RecoveryOffers::start_max;
        EXPECT_TRUE(offer(alice)) << times;
    }
}

TEST_F(Offers, of_several_members_do_not_add_up) {
    run_long();
    EXPECT_FALSE(offer(alice));
    now += RecoveryOffers::patience;
    EXPECT_FALSE(offer(bob_key));
    EXPECT_FALSE(offers.take(base::ConferenceHandle{{2}}, alice, now));
}

TEST_F(Offers, count_from_the_first_again_after_a_member_heard_the_primary) {
    run_long();
    EXPECT_FALSE(offer(alice));
    now += RecoveryOffers::remembered + 1us;
    EXPECT_FALSE(offer(alice));
    now += RecoveryOffers::patience;
    EXPECT_TRUE(offer(alice));
}

TEST_F(Offers, of_strangers_push_out_the_oldest_alone) {
    run_long();
    EXPECT_FALSE(offer(alice));
    now += 1ms;
    EXPECT_FALSE(offer(bob_key));
    for (std::size_t stranger = 0; stranger + 1 < RecoveryOffers::offers_max; ++stranger) {
        now += 1us;
        base::ConferenceHandle other{{9}};
        other.bytes[1] = static_cast<std::uint8_t>(stranger);
        other.bytes[2] = static_cast<std::uint8_t>(stranger >> 8U);
        EXPECT_FALSE(offers.take(other, alice, now));
    }
    now += RecoveryOffers::patience;
    EXPECT_TRUE(offer(bob_key));
    EXPECT_FALSE(offer(alice));
}

} // namespace
} // namespace plenum::node
