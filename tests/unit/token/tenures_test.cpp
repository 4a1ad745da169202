// SPDX-License-Identifier: Apache-2.0
#include "core/token/tenures.h"

#include <gtest/gtest.h>

namespace plenum::token {
namespace {

using namespace std::chrono_literals;

constexpr base::TokenId voice{1};
constexpr base::FlowId sound{1};
constexpr base::FlowId chat{3};
constexpr base::MemberIndex ann{1};
constexpr base::MemberIndex bob{2};
constexpr Author chair{base::MemberIndex{9}, true};

/// A log that begins at position 10, and what was heard at each size of it.
class TenuresTest : public testing::Test {
  protected:
    base::LogPosition says(const Operation& operation, Author author = chair) {
        EXPECT_TRUE(check(table, author, operation).has_value());
        apply(table, author, operation, {size, base::ConferenceTime{1s}});
        const auto position = size;
        size = size.next();
        tenures.handle(table, {voice}, size);
        return position;
    }
    void passes() { size = size.next(); }
    static base::TokenEpoch epoch(base::LogPosition position) { return base::TokenEpoch{position.value()}; }
    Hearing hears(base::MemberIndex sender, base::TokenEpoch by, base::LogPosition at) const {
        return tenures.hear(sound, sender, by, at);
    }

    Table table;
    Tenures tenures;
    base::LogPosition size{10};
};

TEST_F(TenuresTest, before_it_is_declared_a_flow_demands_none) {
    says(DeclareToken{voice, "voice", {sound}, {}});
    EXPECT_FALSE(tenures.demands(sound, base::LogPosition{10}));
    EXPECT_TRUE(tenures.demands(sound, base::LogPosition{11}));
    EXPECT_FALSE(tenures.demands(chat, base::LogPosition{11}));
    EXPECT_EQ(hears(ann, {}, base::LogPosition{10}), Hearing::heard);
    EXPECT_EQ(hears(ann, {}, base::LogPosition{11}), Hearing::no_token);
    EXPECT_EQ(tenures.hear(chat, ann, {}, size), Hearing::heard);
    EXPECT_EQ(tenures.hear(chat, ann, base::TokenEpoch{5}, size), Hearing::stale);
}

TEST_F(TenuresTest, a_grant_ends_with_its_token) {
    says(DeclareToken{voice, "voice", {sound}, {}});
    const auto grant = says(GrantToken{voice, ann});
    passes();
    const auto changed = apply_end(table, {sound});
    size = size.next();
    tenures.handle(table, changed, size);
    EXPECT_EQ(hears(ann, epoch(grant), base::LogPosition{size.value() - 1}), Hearing::heard);
    EXPECT_EQ(hears(ann, epoch(grant), size), Hearing::stale);
}

TEST_F(TenuresTest, a_grant_counts_from_its_entry_to_the_one_that_ends_it) {
    says(DeclareToken{voice, "voice", {sound}, {}});
    const auto first = says(GrantToken{voice, ann});
    passes();
    const auto second = says(TransferToken{voice, ann, bob});
    EXPECT_EQ(hears(ann, epoch(first), first), Hearing::ahead) << "when the log did not have it yet";
    EXPECT_EQ(hears(ann, epoch(first), first.next()), Hearing::heard);
    EXPECT_EQ(hears(ann, epoch(first), second), Hearing::heard);
    EXPECT_EQ(hears(ann, epoch(first), second.next()), Hearing::stale);
    EXPECT_EQ(hears(bob, epoch(first), second), Hearing::stale) << "another's";
    EXPECT_EQ(hears(bob, epoch(second), second.next()), Hearing::heard);
    EXPECT_EQ(hears(ann, epoch(second), second.next()), Hearing::stale);
    EXPECT_EQ(hears(ann, base::TokenEpoch{10}, second.next()), Hearing::stale) << "an entry that granted nothing";
}

TEST_F(TenuresTest, last_words_count_until_another_holds_it) {
    says(DeclareToken{voice, "voice", {sound}, {}});
    const auto first = says(GrantToken{voice, ann});
    const auto released = says(ReleaseToken{voice}, {ann, false});
    passes();
    const auto second = says(GrantToken{voice, bob});
    EXPECT_EQ(hears(ann, epoch(first), released.next()), Hearing::heard);
    EXPECT_EQ(hears(ann, epoch(first), second), Hearing::heard);
    EXPECT_EQ(hears(ann, epoch(first), second.next()), Hearing::stale);
}

TEST_F(TenuresTest, what_everyone_holds_is_anyones) {
    Settings settings;
    settings.holders_max = 0;
    says(DeclareToken{voice, "voice", {sound}, settings});
    const auto all = says(DistributeToken{voice});
    const auto over = says(DeleteCopy{voice, {}});
    EXPECT_EQ(hears(ann, epoch(all), over), Hearing::heard);
    EXPECT_EQ(hears(base::MemberIndex{77}, epoch(all), over), Hearing::heard);
    EXPECT_EQ(hears(ann, epoch(all), over.next()), Hearing::stale);
}

/// At each size of a log both judge alike what is sent then.
TEST_F(TenuresTest, agrees_with_the_table_at_every_moment) {
    Settings settings;
    settings.holders_max = 2;
    settings.may_copy = true;
    says(DeclareToken{voice, "voice", {sound}, settings});
    const std::vector<std::pair<Operation, Author>> story{
        {GrantToken{voice, ann}, chair},     {CopyToken{voice, ann, bob}, {ann, false}},
        {ReleaseToken{voice}, {ann, false}}, {RequestToken{voice, RequestClass::normal}, {ann, false}},
        {GrantToken{voice, ann}, chair},     {RevokeToken{voice, bob, RevokeReason::decided}, chair},
        {ReleaseToken{voice}, {ann, false}}, {ConfigureToken{voice, Settings{}}, chair},
        {GrantToken{voice, bob}, chair},
    };
    std::vector<std::pair<base::LogPosition, Table>> past;
    for (const auto& [operation, author] : story) {
        says(operation, author);
        past.emplace_back(size, table);
    }
    for (const auto& [at, then] : past) {
        for (std::uint64_t number = 0; number < size.value() + 2; ++number) {
            for (const auto member : {ann, bob, base::MemberIndex{3}}) {
                const base::TokenEpoch by{number};
                EXPECT_EQ(hears(member, by, at), then.hear(sound, member, by, at)) << number << " at " << at.value();
            }
        }
    }
}

} // namespace
} // namespace plenum::token
