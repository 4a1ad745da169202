// SPDX-License-Identifier: Apache-2.0
#include "core/relay/log_budget.h"

#include <gtest/gtest.h>

namespace plenum::node {
namespace {

using namespace std::chrono_literals;
using base::ConferenceTime;

/// As long as an entry that asks for a token or cancels; a grant is shorter.
constexpr std::size_t entry_bytes = 400;
constexpr base::Duration day = 24h;
constexpr std::size_t most = base::limits::log_bytes_max;

base::IdentityKey person(std::size_t number) {
    base::IdentityKey key;
    key.bytes[0] = static_cast<std::uint8_t>(number);
    key.bytes[1] = static_cast<std::uint8_t>(number >> 8);
    key.bytes[31] = 1;
    return key;
}

/// A log that only counts.
class CountedLog : public testing::Test {
  protected:
    CountedLog() {
        state_.genesis.relay_identity = relay_;
        state_.at = ConferenceTime{1h};
    }
    void add_member(std::size_t number, bool keyed = true) {
        log::Member member;
        member.index = base::MemberIndex{static_cast<std::uint32_t>(number + 1)};
        member.identity = person(number);
        member.keyed = keyed;
        state_.members.insert_or_assign(member.index, member);
    }
    void write(const base::IdentityKey& author, log::Operation operation, std::size_t size = entry_bytes) {
        log::Applied entry;
        entry.signed_operation.author = author;
        entry.operation = std::move(operation);
        bytes_ += size;
        budget_.note(entry, state_, size, bytes_);
    }
    /// Whether it is taken.
    bool submit(const base::IdentityKey& author, const log::Operation& operation, std::size_t size = entry_bytes) {
        if (!budget_.allows(author, operation, state_.at)) return false;
        write(author, operation, size);
        return true;
    }
    /// Asks and cancels until it is refused; how often.
    std::size_t exhaust(const base::IdentityKey& author) {
        std::size_t taken = 0;
        while (submit(author, token::RequestToken{}) && submit(author, token::EndRequest{}))
            ++taken;
        return taken;
    }
    void join(const base::IdentityKey& author) {
        log::Applied entry;
        entry.signed_operation.author = author;
        entry.operation = log::Join{};
        entry.joined.push_back({{}, entry.signed_operation, {}});
        bytes_ += entry_bytes;
        budget_.note(entry, state_, entry_bytes, bytes_);
    }
    void pass(base::Duration time) { state_.at += time; }

    base::IdentityKey relay_ = person(60'000);
    log::State state_;
    LogBudget budget_;
    std::size_t bytes_{0};
};

using LogBudgetTest = CountedLog;

TEST_F(LogBudgetTest, a_meeting_of_hours_never_meets_it) {
    constexpr std::size_t people = 50;
    // A day's meeting in which each speaks every two minutes, which is more than one floor can hold.
    for (base::Duration time{}; time < 8h; time += 2min) {
        for (std::size_t number = 0; number < people; ++number) {
            ASSERT_TRUE(submit(person(number), token::RequestToken{})) << base::to_ms(time);
            ASSERT_TRUE(budget_.allows(relay_, state_.at));
            write(relay_, token::GrantToken{});
            ASSERT_TRUE(submit(person(number), token::ReleaseToken{}));
        }
        pass(2min);
    }
}

TEST_F(LogBudgetTest, whoever_asks_and_cancels_without_end_is_refused_and_others_are_not) {
    const auto taken = exhaust(person(1));
    EXPECT_GE(taken, 2000U);
    EXPECT_LE(bytes_, most / 24);
    EXPECT_TRUE(submit(person(2), token::RequestToken{}));
    EXPECT_FALSE(submit(person(1), log::SetPolicy{}));
    pass(1h);
    EXPECT_TRUE(submit(person(1), token::RequestToken{}));
}

TEST_F(LogBudgetTest, what_gives_something_back_is_never_refused_and_counts) {
    exhaust(person(1));
    const auto before = budget_.allowed_at(person(1));
    EXPECT_TRUE(submit(person(1), token::ReleaseToken{}));
    EXPECT_GT(budget_.allowed_at(person(1)), before);
    EXPECT_TRUE(submit(person(1), log::Leave{}));
    EXPECT_TRUE(submit(person(1), log::End{}));
}

TEST_F(LogBudgetTest, keys_that_are_due_are_never_refused_and_others_are) {
    pass(1h);
    exhaust(person(1));
    EXPECT_TRUE(submit(person(1), log::EpochTurn{})) << "the last is long ago";
    pass(1s);
    EXPECT_FALSE(submit(person(1), log::EpochTurn{})) << "nobody lacks a key";
    add_member(2, false);
    write(person(2), log::Leave{});
    EXPECT_TRUE(submit(person(1), log::EpochTurn{})) << "somebody lacks a key";
}

TEST_F(LogBudgetTest, whoever_comes_and_goes_may_not_join_any_more_for_a_while) {
    std::size_t joins = 0;
    for (; budget_.allows(person(1), state_.at); ++joins)
        join(person(1));
    EXPECT_GE(joins, 100U);
    EXPECT_LE(joins, 1200U);
    EXPECT_TRUE(budget_.allows(person(2), state_.at));
    pass(day);
    EXPECT_TRUE(budget_.allows(person(1), state_.at));
}

TEST_F(LogBudgetTest, presence_of_a_link_that_flaps_counts_for_its_member) {
    add_member(1);
    std::size_t flaps = 0;
    for (; budget_.allows(person(1), state_.at); ++flaps)
        write(relay_, log::Presence{base::MemberIndex{2}, flaps % 2 == 0});
    EXPECT_LE(bytes_, most / 24);
    EXPECT_TRUE(budget_.allows(relay_, state_.at));
    EXPECT_FALSE(submit(person(1), token::RequestToken{}));
}

/// 50 people who ask, cancel, come and go as fast as they may, a relay whose styles decide as often, and keys.
TEST_F(LogBudgetTest, fifty_people_at_their_worst_leave_room_for_weeks) {
    constexpr std::size_t people = 50;
    for (std::size_t number = 0; number < people; ++number)
        add_member(number);
    for (base::Duration time{}; time < 28 * day; time += 5min) {
        for (std::size_t number = 0; number < people; ++number)
            exhaust(person(number));
        while (budget_.allows(relay_, state_.at))
            write(relay_, token::GrantToken{});
        ASSERT_TRUE(submit(person(0), log::EpochTurn{}, 450));
        pass(5min);
        ASSERT_LT(bytes_, most - 3 * 1024 * 1024) << time / day << " days";
    }
    EXPECT_TRUE(budget_.allows(person(1000), state_.at)) << "a newcomer";
}

/// Twelve people for an hour on each of five days a week: who joins, the keys for it, who leaves, and a lively floor.
TEST_F(LogBudgetTest, an_ordinary_conference_lasts_for_years) {
    constexpr std::size_t people = 12;
    int days = 0;
    for (bool refused = false; !refused; ++days) {
        for (std::size_t number = 0; number < people; ++number) {
            refused = refused || !budget_.allows(person(number), state_.at);
            join(person(number));
            write(person(0), log::EpochTurn{}, 500);
        }
        for (int turn = 0; turn < 12; ++turn)
            write(person(0), log::EpochTurn{}, 450);
        for (int turn = 0; turn < 60; ++turn) {
            const auto who = person(static_cast<std::size_t>(turn) % people);
            refused = refused || !submit(who, token::RequestToken{});
            write(relay_, token::GrantToken{}, 350);
            write(who, token::ReleaseToken{});
            pass(1min);
        }
        for (std::size_t number = 0; number < people; ++number) {
            write(person(number), log::Leave{});
            write(person(0), log::EpochTurn{}, 500 + 100 * people);
        }
        pass(days % 5 == 4 ? 71h : 23h);
    }
    EXPECT_GE(days, 2 * 5 * 52);
}

} // namespace
} // namespace plenum::node
