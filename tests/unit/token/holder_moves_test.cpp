// SPDX-License-Identifier: Apache-2.0
#include "core/token/holder_moves.h"

#include <gtest/gtest.h>

namespace plenum::token {
namespace {

constexpr base::TokenId voice{1};
constexpr base::MemberIndex ann{1};
constexpr base::MemberIndex bob{2};
constexpr Author chair{base::MemberIndex{9}, true};

TEST(HolderMoves, tells_who_holds_it_no_more_and_who_does) {
    Table table;
    HolderMoves watch;
    std::uint64_t position = 10;
    const auto says = [&](const Operation& operation) {
        EXPECT_TRUE(check(table, chair, operation).has_value());
        apply(table, chair, operation, {base::LogPosition{position++}, {}});
        return watch.handle(table, {voice});
    };
    const auto move = [](base::MemberIndex member, std::uint64_t epoch, bool begins) {
        return HolderMove{voice, member, base::TokenEpoch{epoch}, begins};
    };
    Settings settings;
    settings.holders_max = 0;
    EXPECT_TRUE(says(DeclareToken{voice, "voice", {}, settings}).empty());
    EXPECT_EQ(says(GrantToken{voice, ann}), std::vector{move(ann, 11, true)});
    EXPECT_EQ(says(TransferToken{voice, ann, bob}), (std::vector{move(ann, 11, false), move(bob, 12, true)}));
    EXPECT_EQ(says(DistributeToken{voice}), (std::vector{move(bob, 12, false), move({}, 13, true)}));
    EXPECT_EQ(says(DeleteCopy{voice, {}}), std::vector{move({}, 13, false)});
    // Again, between two looks: another grant to the same person is another.
    (void)says(GrantToken{voice, ann});
    apply(table, chair, RevokeToken{voice, ann, RevokeReason::decided}, {base::LogPosition{16}, {}});
    apply(table, chair, GrantToken{voice, ann}, {base::LogPosition{17}, {}});
    EXPECT_EQ(watch.handle(table, {voice}), (std::vector{move(ann, 15, false), move(ann, 17, true)}));
}

TEST(HolderMoves, end_with_the_token) {
    HolderMoves watch;
    Table table;
    apply(table, chair, DeclareToken{voice, "voice", {base::FlowId{1}}, {}}, {base::LogPosition{10}, {}});
    apply(table, chair, GrantToken{voice, ann}, {base::LogPosition{11}, {}});
    (void)watch.handle(table, {voice});
    const auto changed = apply_end(table, {base::FlowId{1}});
    EXPECT_EQ(watch.handle(table, changed), (std::vector{HolderMove{voice, ann, base::TokenEpoch{11}, false}}));
}

} // namespace
} // namespace plenum::token
