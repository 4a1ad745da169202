// SPDX-License-Identifier: Apache-2.0
// Settings of several moderators, tokens that come and go, limits, panels and points of order.
#include "tests/unit/token/floor.h"

namespace plenum::token {
namespace {

TEST(Declaration, a_bound_of_tokens_counts_those_that_are_there) {
    Floor floor;
    auto id = voice;
    for (std::uint32_t times = 0; times < 2 * tokens_max; ++times) {
        id = id.next();
        ASSERT_EQ(floor.says(moderator, DeclareToken{id, "group", {chat}, {}}), std::nullopt) << times;
        EXPECT_EQ(apply_end(floor.table, {chat}), std::vector{id});
        EXPECT_EQ(floor.table.find(id), nullptr);
        EXPECT_TRUE(floor.table.at(id).over);
    }
    EXPECT_EQ(floor.table.tokens.size(), 1U);
}

TEST(Declaration, the_number_of_a_token_that_is_over_is_not_given_again) {
    Floor floor;
    const base::TokenId third{3};
    floor.says(moderator, DeclareToken{third, "group", {chat}, {}});
    EXPECT_EQ(floor.table.unused_id(), base::TokenId{4});
    apply_end(floor.table, {chat});
    EXPECT_EQ(floor.says(moderator, GrantToken{third, ann}), Refusal::no_such_token);
    EXPECT_EQ(floor.says(moderator, DeclareToken{third, "group", {chat}, {}}), Refusal::no_change);
    EXPECT_EQ(floor.table.unused_id(), base::TokenId{4});
    EXPECT_EQ(floor.says(moderator, DeclareToken{base::TokenId{4}, "group", {chat}, {}}), std::nullopt);
}

TEST(Declaration, numbers_are_not_given_again_in_whichever_order_tokens_end) {
    Floor floor;
    const base::TokenId third{3};
    const base::TokenId fourth{4};
    const base::FlowId board{4};
    floor.says(moderator, DeclareToken{third, "group", {chat}, {}});
    floor.says(moderator, DeclareToken{fourth, "group", {board}, {}});
    apply_end(floor.table, {board});
    apply_end(floor.table, {chat});
    EXPECT_EQ(floor.says(moderator, DeclareToken{fourth, "group", {chat}, {}}), Refusal::no_change);
    EXPECT_EQ(floor.table.unused_id(), fourth.next());
}

TEST(Settings, of_two_moderators_who_change_different_fields_both_have_their_way) {
    Floor floor{by_queue()};
    const auto seen = floor.token().settings;
    auto locking = seen;
    locking.locked = true;
    auto limiting = seen;
    limiting.revoked_after = 60s;
    EXPECT_EQ(floor.says(moderator, ConfigureToken{voice, SettingsChange::between(seen, locking)}), std::nullopt);
    EXPECT_EQ(floor.says(moderator, ConfigureToken{voice, SettingsChange::between(seen, limiting)}), std::nullopt);
    EXPECT_TRUE(floor.token().settings.locked);
    EXPECT_EQ(floor.token().settings.revoked_after, 60s);
    EXPECT_EQ(floor.says(moderator, ConfigureToken{voice, {}}), Refusal::no_change);
}

TEST(Settings, what_belongs_to_a_style_changes_with_it) {
    auto before = by_queue();
    auto after = before;
    after.style = "panel";
    auto ordered = before;
    ordered.parameters = "order=shortest";
    Floor floor{before};
    EXPECT_EQ(floor.says(moderator, ConfigureToken{voice, SettingsChange::between(before, ordered)}), std::nullopt);
    EXPECT_EQ(floor.says(moderator, ConfigureToken{voice, SettingsChange::between(before, after)}), std::nullopt);
    EXPECT_EQ(floor.token().settings, after) << "and not what the queue was told";
}

/// Of two moderators one allows two, while the other sets a style for one, which it was when they looked.
TEST(Settings, the_bound_of_holders_changes_with_the_style) {
    const auto before = by_queue();
    auto wider = before;
    wider.holders_max = 2;
    auto after = before;
    after.style = "activity";
    Floor floor{before};
    EXPECT_EQ(floor.says(moderator, ConfigureToken{voice, SettingsChange::between(before, wider)}), std::nullopt);
    EXPECT_EQ(floor.says(moderator, ConfigureToken{voice, SettingsChange::between(before, after)}), std::nullopt);
    EXPECT_EQ(floor.token().settings, after) << "and not for as many as the queue";
}

TEST(Settings, every_field_can_be_changed_by_itself) {
    Settings all;
    all.style = "queue";
    all.parameters = "order=shortest";
    all.arbiter = ann;
    all.holders_max = 7;
    all.moderated = all.locked = all.may_copy = true;
    all.may_transfer = false;
    all.panel = {ann, bob};
    all.warned_after = 1s;
    all.revoked_after = 2s;
    EXPECT_EQ(SettingsChange::between({}, all).applied_to({}), all);
    EXPECT_EQ(SettingsChange{all}.applied_to({}), all);
    EXPECT_EQ(SettingsChange::between(all, {}).applied_to(all), Settings{});
    EXPECT_EQ(SettingsChange::between(all, all), SettingsChange{});
    EXPECT_EQ(SettingsChange{}.applied_to(all), all);
}

TEST(Limit, is_the_relays_to_enforce_whoever_decides) {
    Settings settings;
    settings.revoked_after = 60s;
    // As late as can be.
    settings.warned_after = 60s;
    Floor floor{settings};
    floor.says(moderator, GrantToken{voice, ann});
    EXPECT_EQ(floor.says(relay, RevokeToken{voice, ann, RevokeReason::decided}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(by(bob), RevokeToken{voice, ann, RevokeReason::time}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(relay, RevokeToken{voice, ann, RevokeReason::time}), std::nullopt);
    Floor unlimited;
    unlimited.says(moderator, GrantToken{voice, ann});
    EXPECT_EQ(unlimited.says(relay, RevokeToken{voice, ann, RevokeReason::time}), Refusal::not_permitted);
}

TEST(Arbiter, who_is_away_is_stood_in_for_by_the_relay) {
    auto settings = by_queue();
    settings.arbiter = cem;
    Floor floor{settings};
    floor.says(by(ann), RequestToken{voice});
    EXPECT_EQ(floor.says(relay, GrantToken{voice, ann}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(Author{nobody, false, true}, GrantToken{voice, ann}), std::nullopt);
    settings.style.clear();
    floor.says(moderator, ConfigureToken{voice, settings});
    EXPECT_EQ(floor.says(Author{nobody, false, true}, RevokeToken{voice, ann}), Refusal::not_permitted)
        << "moderators decide";
}

TEST(Panel, has_members_who_stood_down_until_they_get_it_again) {
    using People = std::set<base::MemberIndex>;
    auto settings = by_queue();
    settings.panel = {ann, bob};
    settings.holders_max = 3;
    Floor floor{settings};
    for (const auto member : {ann, bob, cem})
        floor.says(moderator, GrantToken{voice, member});
    EXPECT_EQ(floor.token().stood_down, People{});
    floor.says(moderator, RevokeToken{voice, ann});
    floor.says(by(bob), ReleaseToken{voice});
    floor.says(by(cem), ReleaseToken{voice});
    EXPECT_EQ(floor.token().stood_down, (People{ann, bob})) << "and nobody who is not on it";
    SettingsChange lock;
    lock.locked = true;
    floor.says(moderator, ConfigureToken{voice, lock});
    EXPECT_EQ(floor.token().stood_down, (People{ann, bob})) << "another field is no pardon";
    floor.says(relay, GrantToken{voice, ann});
    EXPECT_EQ(floor.token().stood_down, People{bob});
    floor.says(relay, RevokeToken{voice, ann, RevokeReason::lost});
    EXPECT_EQ(floor.token().stood_down, People{bob}) << "who was lost comes back";
    floor.says(relay, GrantToken{voice, ann});
    floor.says(by(ann), TransferToken{voice, ann, cem});
    EXPECT_EQ(floor.token().stood_down, (People{ann, bob}));
    SettingsChange panel;
    panel.panel = {ann};
    floor.says(moderator, ConfigureToken{voice, panel});
    EXPECT_EQ(floor.token().stood_down, People{ann});
    SettingsChange style;
    style.style = "panel";
    floor.says(moderator, ConfigureToken{voice, style});
    EXPECT_EQ(floor.token().stood_down, People{}) << "with another style all begin anew";
}

TEST(Panel, has_a_member_who_stood_down_when_a_copy_was_taken_back) {
    auto settings = by_queue();
    settings.panel = {ann};
    settings.holders_max = 2;
    Floor floor{settings};
    floor.says(moderator, GrantToken{voice, cem});
    EXPECT_EQ(floor.says(moderator, CopyToken{voice, cem, ann}), std::nullopt);
    EXPECT_EQ(floor.says(moderator, DeleteCopy{voice, ann}), std::nullopt);
    EXPECT_EQ(floor.token().stood_down, std::set{ann});
}

TEST(Queue, points_of_order_of_two_do_not_keep_all_others_waiting) {
    Floor floor{by_queue()};
    const auto order = RequestClass::point_of_order;
    floor.says(by(ann), RequestToken{voice, order});
    floor.says(relay, GrantToken{voice, ann});
    floor.says(by(cem), RequestToken{voice});
    floor.says(by(bob), RequestToken{voice, order});
    EXPECT_EQ(floor.waiting(), (Members{bob, cem}));
    floor.says(by(ann), ReleaseToken{voice});
    floor.says(relay, GrantToken{voice, bob});
    floor.says(by(ann), RequestToken{voice, order});
    EXPECT_EQ(floor.waiting(), (Members{cem, ann})) << "she had one since the queue last moved on";
    EXPECT_EQ(floor.says(by(ann), RequestToken{voice, order}), Refusal::no_change);
    floor.says(by(bob), ReleaseToken{voice});
    floor.says(relay, GrantToken{voice, cem});
    floor.says(by(bob), RequestToken{voice, order});
    EXPECT_EQ(floor.waiting(), (Members{bob, ann})) << "it moved on";
}

TEST(Queue, who_hands_the_token_on_moves_no_queue) {
    Floor floor{by_queue()};
    const auto order = RequestClass::point_of_order;
    floor.says(by(ann), RequestToken{voice, order});
    floor.says(relay, GrantToken{voice, ann});
    floor.says(by(cem), RequestToken{voice});
    floor.says(by(bob), RequestToken{voice});
    EXPECT_EQ(floor.says(by(ann), TransferToken{voice, ann, bob}), std::nullopt);
    floor.says(by(ann), RequestToken{voice, order});
    EXPECT_EQ(floor.waiting(), (Members{cem, ann})) << "two who hand it on keep nobody waiting by points of order";
    floor.says(by(ann), EndRequest{voice, ann});
    floor.says(by(bob), ReleaseToken{voice});
    floor.says(by(bob), RequestToken{voice});
    floor.says(moderator, GrantToken{voice, chair});
    EXPECT_EQ(floor.says(moderator, TransferToken{voice, chair, bob}), std::nullopt);
    floor.says(by(ann), RequestToken{voice, order});
    EXPECT_EQ(floor.waiting(), (Members{ann, cem})) << "a moderator granted what Bob asked for";
}

TEST(Queue, a_point_of_order_that_waited_in_line_is_one_all_the_same) {
    Floor floor{by_queue()};
    const auto order = RequestClass::point_of_order;
    for (int times = 0; times < 2; ++times) {
        floor.says(by(ann), RequestToken{voice, order});
        floor.says(relay, GrantToken{voice, ann});
        floor.says(by(ann), ReleaseToken{voice});
    }
    floor.says(by(cem), RequestToken{voice});
    floor.says(by(ann), RequestToken{voice, order});
    EXPECT_EQ(floor.waiting(), (Members{cem, ann})) << "no request of another class was granted since";
}

TEST(Queue, who_leaves_a_group_and_comes_back_has_no_other_point_of_order) {
    Floor floor{by_queue()};
    const auto order = RequestClass::point_of_order;
    floor.says(by(ann), RequestToken{voice, order});
    floor.says(relay, GrantToken{voice, ann});
    floor.says(by(cem), RequestToken{voice});
    EXPECT_EQ(apply_leave(floor.table, ann, {sound}), std::vector{voice});
    floor.says(by(ann), RequestToken{voice, order});
    EXPECT_EQ(floor.waiting(), (Members{cem, ann}));
    floor.leaves(ann);
    EXPECT_TRUE(floor.token().order_had.empty());
}

} // namespace
} // namespace plenum::token
