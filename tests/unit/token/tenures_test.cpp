// SPDX-License-Identifier: Apache-2.0
#include "core/token/tenures.h"

#include <gtest/gtest.h>

namespace plenum::token {
namespace {

using namespace std::chrono_literals;

constexpr base::TokenId pen{1};
constexpr base::FlowId board{1};
constexpr base::FlowId pointer{2};
constexpr base::FlowId chat{3};
constexpr base::MemberIndex everyone{};
constexpr base::MemberIndex ann{1};
constexpr base::MemberIndex bob{2};
constexpr Author chair{base::MemberIndex{9}, true};
constexpr Author as(base::MemberIndex member) { return {member, false}; }

base::SequenceNumber number(std::uint64_t value) { return base::SequenceNumber{value}; }

/// A log that begins at position 10, with an entry a second.
class TenuresTest : public testing::Test {
  protected:
    /// `ordered`: what the relay adds to the entry.
    base::TokenEpoch says(const Operation& operation, Author author = chair, const std::vector<CutOff>& ordered = {}) {
        EXPECT_TRUE(check(table, author, operation).has_value());
        const Place place{size, base::ConferenceTime{now}};
        apply(table, author, operation, place);
        tenures.handle(table, {pen}, ending_of(operation, author.member, ordered), place);
        size = size.next();
        now += 1s;
        return base::TokenEpoch{place.position.value()};
    }
    void declare(Settings settings = {}) { says(DeclareToken{pen, "pen", {board, pointer}, std::move(settings)}); }
    Judgement judge(base::MemberIndex sender, base::TokenEpoch epoch, std::uint64_t sequence,
                    base::Duration sent_at = {}) const {
        return tenures.judge({board, sender, epoch, number(sequence), base::ConferenceTime{sent_at}}, size);
    }
    bool hears(base::MemberIndex sender, base::TokenEpoch epoch, std::uint64_t sequence,
               base::Duration sent_at = {}) const {
        return judge(sender, epoch, sequence, sent_at).heard();
    }

    Table table;
    Tenures tenures;
    base::LogPosition size{10};
    base::Duration now{100s};
};

TEST_F(TenuresTest, flow_without_token_needs_no_epoch) {
    declare();
    EXPECT_TRUE(tenures.demands(board));
    EXPECT_FALSE(tenures.demands(chat));
    EXPECT_EQ(tenures.judge({chat, ann, {}, number(1), {}}, size).hearing, Hearing::heard);
    EXPECT_EQ(tenures.judge({chat, ann, base::TokenEpoch{5}, number(1), {}}, size).hearing, Hearing::stale);
    EXPECT_EQ(judge(ann, {}, 1).hearing, Hearing::no_token);
}

TEST_F(TenuresTest, messages_sent_before_the_declaration_count) {
    says(DeclareToken{pen, "pen", {board}, {}}, chair, {{board, ann, number(4)}});
    EXPECT_TRUE(hears(ann, {}, 4));
    EXPECT_FALSE(hears(ann, {}, 5));
    EXPECT_FALSE(hears(bob, {}, 1));
    EXPECT_TRUE(hears(bob, {}, 1, 99s)) << "in flight";
    EXPECT_FALSE(hears(bob, {}, 1, 101s));
}

TEST_F(TenuresTest, grant_ends_with_its_token) {
    declare();
    const auto grant = says(GrantToken{pen, ann});
    tenures.handle(table, apply_end(table, {board, pointer}), {}, {size, base::ConferenceTime{now}});
    EXPECT_EQ(judge(ann, grant, 1).hearing, Hearing::stale);
}

TEST_F(TenuresTest, condensed_tenures_keep_the_newest_grants_and_those_that_last) {
    declare();
    const auto first = says(GrantToken{pen, ann});
    says(ReleaseToken{pen, {{board, number(5)}}}, as(ann));
    const auto second = says(GrantToken{pen, bob});
    says(ReleaseToken{pen, {{board, number(5)}}}, as(bob));
    const auto third = says(GrantToken{pen, ann});
    const auto whole = tenures;
    tenures.condense(table, 4);
    EXPECT_EQ(tenures, whole) << "two grants that are over, with a last message each";
    tenures.condense(table, 3);
    EXPECT_FALSE(hears(ann, first, 5));
    EXPECT_TRUE(hears(bob, second, 5));
    EXPECT_TRUE(hears(ann, third, 1));
    tenures.condense(table, 0);
    EXPECT_FALSE(hears(bob, second, 5));
    EXPECT_TRUE(hears(ann, third, 1));
    says(ReleaseToken{pen, {{board, number(7)}}}, as(ann));
    EXPECT_TRUE(hears(ann, third, 7));
    EXPECT_FALSE(hears(ann, third, 8));
}

/// Somebody speaks on for hours while others come and go.
TEST_F(TenuresTest, condensed_tenures_keep_an_old_grant_that_lasts) {
    Settings many;
    many.holders_max = 2;
    declare(many);
    const auto lasting = says(GrantToken{pen, ann});
    for (int i = 0; i < 3; ++i) {
        says(GrantToken{pen, bob});
        says(ReleaseToken{pen, {{board, number(5)}}}, as(bob));
    }
    tenures.condense(table, 0);
    EXPECT_TRUE(hears(ann, lasting, 9));
}

TEST_F(TenuresTest, condensed_tenures_forget_tokens_that_are_over) {
    declare();
    tenures.handle(table, apply_end(table, {board, pointer}), {}, {size, base::ConferenceTime{now}});
    EXPECT_TRUE(tenures.demands(board));
    tenures.condense(table, 100);
    EXPECT_EQ(tenures, Tenures{});
}

TEST_F(TenuresTest, grant_lets_its_holder_alone_be_heard) {
    declare();
    const auto first = says(GrantToken{pen, ann});
    EXPECT_TRUE(hears(ann, first, 1));
    EXPECT_EQ(judge(bob, first, 1).hearing, Hearing::stale);
    EXPECT_EQ(judge(ann, base::TokenEpoch{10}, 1).hearing, Hearing::stale) << "that entry granted nothing";
    EXPECT_EQ(judge(ann, base::TokenEpoch{size.value()}, 1).hearing, Hearing::ahead);
}

TEST_F(TenuresTest, release_keeps_messages_sent_before_it) {
    declare();
    const auto first = says(GrantToken{pen, ann});
    says(ReleaseToken{pen, {{board, number(60)}, {pointer, number(3)}}}, as(ann));
    const auto second = says(GrantToken{pen, bob});
    EXPECT_TRUE(hears(ann, first, 60));
    EXPECT_EQ(judge(ann, first, 60).basis, Basis::named);
    EXPECT_EQ(judge(ann, first, 61, 1s).hearing, Hearing::stale) << "though the sender says that it is old";
    EXPECT_TRUE(tenures.judge({pointer, ann, first, number(3), {}}, size).heard());
    EXPECT_FALSE(tenures.judge({pointer, ann, first, number(4), {}}, size).heard());
    EXPECT_FALSE(hears(bob, first, 1));
    EXPECT_TRUE(hears(bob, second, 1));
}

/// As when the release was thought to be lost, and came all the same.
TEST_F(TenuresTest, release_keeps_messages_that_were_in_order) {
    declare();
    const auto first = says(GrantToken{pen, ann});
    says(ReleaseToken{pen, {{board, number(3)}}}, as(ann), {{board, ann, number(5)}});
    EXPECT_TRUE(hears(ann, first, 5));
    EXPECT_EQ(judge(ann, first, 3).basis, Basis::ordered);
    EXPECT_FALSE(hears(ann, first, 6));
}

TEST_F(TenuresTest, transfer_keeps_messages_sent_before_it) {
    declare();
    const auto first = says(GrantToken{pen, ann});
    says(TransferToken{pen, ann, bob, {{board, number(7)}}}, as(ann));
    EXPECT_TRUE(hears(ann, first, 7));
    EXPECT_FALSE(hears(ann, first, 8));
}

TEST_F(TenuresTest, transfer_by_a_moderator_keeps_messages_in_flight) {
    declare();
    const auto first = says(GrantToken{pen, ann});
    const auto transferred_at = now;
    says(TransferToken{pen, ann, bob});
    EXPECT_TRUE(hears(ann, first, 1, transferred_at));
    EXPECT_EQ(judge(ann, first, 1, transferred_at).basis, Basis::in_flight);
    EXPECT_FALSE(hears(ann, first, 1, transferred_at + 1us));
}

TEST_F(TenuresTest, revocation_by_a_moderator_keeps_messages_in_flight) {
    declare();
    const auto first = says(GrantToken{pen, ann});
    const auto revoked_at = now;
    says(RevokeToken{pen, ann, RevokeReason::decided}, chair, {{board, ann, number(5)}});
    EXPECT_TRUE(hears(ann, first, 6, revoked_at));
    EXPECT_FALSE(hears(ann, first, 6, revoked_at + 1us));
}

TEST_F(TenuresTest, revocation_of_a_lost_member_keeps_only_messages_that_were_in_order) {
    declare();
    const auto first = says(GrantToken{pen, ann});
    const auto revoked_at = now;
    says(RevokeToken{pen, ann, RevokeReason::lost}, Author{}, {{board, ann, number(5)}});
    EXPECT_TRUE(hears(ann, first, 5));
    EXPECT_EQ(judge(ann, first, 5).basis, Basis::ordered);
    EXPECT_FALSE(hears(ann, first, 6, revoked_at - 1ms));
}

TEST_F(TenuresTest, end_of_time_keeps_messages_in_flight) {
    declare();
    const auto first = says(GrantToken{pen, ann});
    const auto over_at = now;
    says(RevokeToken{pen, ann, RevokeReason::time}, chair, {{board, ann, number(5)}});
    EXPECT_TRUE(hears(ann, first, 6, over_at));
    EXPECT_EQ(judge(ann, first, 6, over_at).basis, Basis::in_flight);
    EXPECT_FALSE(hears(ann, first, 6, over_at + 1us));
    EXPECT_FALSE(hears(ann, first, 6)) << "a sender without a clock";
}

TEST_F(TenuresTest, relay_takes_late_messages_within_bounds) {
    declare();
    const auto first = says(GrantToken{pen, ann});
    const auto end = base::ConferenceTime{now};
    says(ReleaseToken{pen, {{board, number(60)}}}, as(ann));
    const auto named = judge(ann, first, 60);
    EXPECT_TRUE(named.is_in_time(end + last_words_max, false));
    EXPECT_FALSE(named.is_in_time(end + last_words_max + 1us, false));
    EXPECT_TRUE(named.is_in_time(end + last_reliable_words_max, true));
    EXPECT_FALSE(named.is_in_time(end + last_reliable_words_max + 1us, true));
    EXPECT_TRUE((Judgement{Hearing::heard, Basis::ordered, end}.is_in_time(end + 24h, true)));
    EXPECT_FALSE((Judgement{Hearing::heard, Basis::in_flight, end}.is_in_time(end + last_words_max + 1us, true)));
}

TEST_F(TenuresTest, distribution_lets_everyone_be_heard_until_it_ends) {
    Settings settings;
    settings.holders_max = 0;
    declare(settings);
    const auto all = says(DistributeToken{pen});
    EXPECT_TRUE(hears(ann, all, 1));
    EXPECT_TRUE(hears(base::MemberIndex{77}, all, 1));
    says(DeleteCopy{pen, everyone}, chair, {{board, ann, number(2)}, {board, bob, number(4)}});
    EXPECT_TRUE(hears(ann, all, 2));
    EXPECT_FALSE(hears(ann, all, 3));
    EXPECT_TRUE(hears(bob, all, 4));
}

TEST_F(TenuresTest, fragment_without_epoch_is_judged_by_any_grant_of_its_sender) {
    declare();
    const auto judge_any = [&](base::MemberIndex sender, std::uint64_t sequence) {
        return tenures.judge_any({board, sender, {}, number(sequence), {}}).heard();
    };
    EXPECT_FALSE(judge_any(ann, 1));
    says(GrantToken{pen, ann});
    EXPECT_TRUE(judge_any(ann, 1));
    EXPECT_FALSE(judge_any(bob, 1));
    says(ReleaseToken{pen, {{board, number(6)}}}, as(ann));
    EXPECT_TRUE(judge_any(ann, 6));
    EXPECT_FALSE(judge_any(ann, 7));
}

/// A message that is heard by the whole log is rejected by no beginning of it.
TEST_F(TenuresTest, verdict_does_not_depend_on_the_moment) {
    Settings settings;
    settings.holders_max = 2;
    settings.may_copy = true;
    declare(settings);
    const std::vector<std::pair<Operation, Author>> story{
        {GrantToken{pen, ann}, chair},
        {CopyToken{pen, ann, bob}, as(ann)},
        {ReleaseToken{pen, {{board, number(3)}}}, as(ann)},
        {GrantToken{pen, ann}, chair},
        {RevokeToken{pen, bob, RevokeReason::decided}, chair},
        {ReleaseToken{pen, {{board, number(5)}}}, as(ann)},
        {GrantToken{pen, bob}, chair},
    };
    std::vector<std::pair<base::LogPosition, Tenures>> past{{size, tenures}};
    for (const auto& [operation, author] : story) {
        says(operation, author);
        past.emplace_back(size, tenures);
    }
    int heard = 0;
    for (std::uint64_t epoch = 1; epoch < size.value(); ++epoch) {
        for (const auto member : {ann, bob}) {
            for (std::uint64_t sequence = 1; sequence < 8; ++sequence) {
                const Said said{board, member, base::TokenEpoch{epoch}, number(sequence), {}};
                if (!tenures.judge(said, size).heard()) continue;
                ++heard;
                for (const auto& [length, then] : past) {
                    const auto hearing = then.judge(said, length).hearing;
                    EXPECT_TRUE(hearing == Hearing::heard || hearing == Hearing::ahead) << epoch << ' ' << sequence;
                }
            }
        }
    }
    EXPECT_EQ(heard, 3 + 5 + 7);
}

} // namespace
} // namespace plenum::token
