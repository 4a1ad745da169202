// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/token/floor.h"

namespace plenum::token {
namespace {

TEST(Floor, goes_to_whoever_asked_and_is_granted) {
    Floor floor{by_queue()};
    EXPECT_EQ(floor.says(relay, GrantToken{voice, ann}), Refusal::not_permitted) << "she has not asked";
    EXPECT_EQ(floor.says(by(ann), RequestToken{voice}), std::nullopt);
    EXPECT_EQ(floor.says(by(bob), RequestToken{voice}), std::nullopt);
    EXPECT_EQ(floor.says(by(bob), GrantToken{voice, bob}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(relay, GrantToken{voice, ann}), std::nullopt);
    EXPECT_EQ(floor.holders(), Members{ann});
    EXPECT_EQ(floor.waiting(), Members{bob});
    EXPECT_EQ(floor.says(relay, GrantToken{voice, bob}), Refusal::full);
    EXPECT_EQ(floor.says(by(ann), RequestToken{voice}), Refusal::no_change);
    EXPECT_EQ(floor.says(by(bob), RequestToken{voice}), Refusal::no_change);
    EXPECT_EQ(floor.says(relay, RequestToken{voice}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(by(ann), RequestToken{base::TokenId{2}}), Refusal::no_such_token);
}

TEST(Floor, is_nobodys_to_grant_but_moderators_where_no_style_says_so) {
    Floor floor;
    EXPECT_EQ(floor.says(by(ann), RequestToken{voice}), std::nullopt);
    EXPECT_EQ(floor.says(relay, GrantToken{voice, ann}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(moderator, GrantToken{voice, bob}), std::nullopt) << "invited";
    EXPECT_EQ(floor.says(moderator, GrantToken{voice, bob}), Refusal::no_change);
}

TEST(Floor, has_one_epoch_for_each_grant_and_it_rises) {
    Floor floor;
    EXPECT_EQ(floor.table.epoch_of(chat, ann), base::TokenEpoch{}) << "free for all";
    EXPECT_EQ(floor.table.epoch_of(sound, ann), std::nullopt);
    floor.says(moderator, GrantToken{voice, ann});
    EXPECT_EQ(floor.epoch(ann), base::TokenEpoch{2});
    floor.says(by(ann), TransferToken{voice, ann, bob});
    EXPECT_EQ(floor.epoch(bob), base::TokenEpoch{3});
    EXPECT_EQ(floor.table.epoch_of(sound, ann), std::nullopt);
}

TEST(Fence, lets_the_grantee_alone_be_heard) {
    Floor floor;
    floor.says(moderator, GrantToken{voice, ann});
    const auto first = floor.epoch(ann);
    EXPECT_EQ(floor.hears(ann, first), Hearing::heard);
    EXPECT_EQ(floor.hears(bob, first), Hearing::stale) << "not his";
    EXPECT_EQ(floor.hears(bob, base::TokenEpoch{}), Hearing::no_token);
    EXPECT_EQ(floor.hears(ann, base::TokenEpoch{1}), Hearing::stale) << "an entry that was no grant";
    EXPECT_EQ(floor.hears(bob, base::TokenEpoch{floor.size.value()}), Hearing::ahead);
    EXPECT_EQ(floor.hears(bob, base::TokenEpoch{floor.size.value() + 7}), Hearing::ahead);
    floor.says(by(ann), TransferToken{voice, ann, bob});
    EXPECT_EQ(floor.hears(ann, first), Hearing::stale);
    EXPECT_EQ(floor.hears(bob, floor.epoch(bob)), Hearing::heard);
}

TEST(Fence, falls_at_once_when_the_token_is_revoked) {
    Floor floor{by_queue()};
    floor.says(moderator, GrantToken{voice, ann});
    const auto first = floor.epoch(ann);
    EXPECT_EQ(floor.says(by(bob), RevokeToken{voice, ann}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(by(ann), RevokeToken{voice, ann, RevokeReason::lost}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(moderator, RevokeToken{voice, ann, RevokeReason::lost}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(relay, RevokeToken{voice, bob, RevokeReason::lost}), Refusal::not_holder);
    EXPECT_EQ(floor.says(relay, RevokeToken{voice, ann, RevokeReason::lost}), std::nullopt);
    EXPECT_EQ(floor.hears(ann, first), Hearing::stale);
    floor.says(moderator, GrantToken{voice, ann});
    EXPECT_EQ(floor.says(relay, RevokeToken{voice, ann, RevokeReason::time}), std::nullopt);
    floor.says(moderator, GrantToken{voice, ann});
    EXPECT_EQ(floor.says(moderator, RevokeToken{voice, ann}), std::nullopt);
}

TEST(Relay, takes_the_floor_from_who_is_lost_whoever_decides) {
    Floor floor;
    floor.says(moderator, GrantToken{voice, ann});
    EXPECT_EQ(floor.says(relay, RevokeToken{voice, ann, RevokeReason::decided}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(relay, RevokeToken{voice, ann, RevokeReason::time}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(relay, RevokeToken{voice, ann, RevokeReason::lost}), std::nullopt);
}

TEST(Floor, is_handed_on_by_its_holder_where_that_is_allowed) {
    auto settings = by_queue();
    Floor floor{settings};
    floor.says(moderator, GrantToken{voice, ann});
    EXPECT_EQ(floor.says(by(bob), TransferToken{voice, ann, bob}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(by(bob), TransferToken{voice, bob, cem}), Refusal::not_holder);
    EXPECT_EQ(floor.says(by(ann), TransferToken{voice, ann, ann}), Refusal::no_change);
    EXPECT_EQ(floor.says(by(ann), TransferToken{voice, ann, bob}), std::nullopt);
    const auto epoch = floor.epoch(bob);
    floor.says(by(bob), ReleaseToken{voice});
    floor.says(moderator, GrantToken{voice, bob});
    EXPECT_EQ(floor.says(by(bob), TransferToken{voice, bob, ann, {}, epoch}), Refusal::not_holder) << "of this grant";
    EXPECT_EQ(floor.says(by(bob), ReleaseToken{voice, {}, epoch}), Refusal::not_holder);
    EXPECT_EQ(floor.says(by(bob), ReleaseToken{voice, {}, floor.epoch(bob)}), std::nullopt);
    floor.says(moderator, GrantToken{voice, bob});
    settings.may_transfer = false;
    floor.says(moderator, ConfigureToken{voice, settings});
    EXPECT_EQ(floor.says(by(bob), TransferToken{voice, bob, cem}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(relay, TransferToken{voice, bob, cem}), Refusal::not_permitted);
    floor.says(by(cem), RequestToken{voice});
    EXPECT_EQ(floor.says(relay, TransferToken{voice, bob, cem}), std::nullopt) << "who asked";
    EXPECT_EQ(floor.waiting(), Members{});
    EXPECT_EQ(floor.says(moderator, TransferToken{voice, cem, ann}), std::nullopt);
}

TEST(Copies, are_shared_and_taken_back) {
    Settings settings;
    settings.holders_max = 2;
    settings.may_copy = true;
    Floor floor{settings};
    floor.says(moderator, GrantToken{voice, ann});
    EXPECT_EQ(floor.says(by(bob), CopyToken{voice, bob, cem}), Refusal::not_holder);
    EXPECT_EQ(floor.says(by(bob), CopyToken{voice, ann, bob}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(by(ann), CopyToken{voice, ann, bob}), std::nullopt);
    EXPECT_EQ(floor.holders(), (Members{ann, bob}));
    EXPECT_EQ(floor.says(by(ann), CopyToken{voice, ann, bob}), Refusal::no_change);
    EXPECT_EQ(floor.says(by(ann), CopyToken{voice, ann, cem}), Refusal::full);
    EXPECT_EQ(floor.hears(ann, floor.epoch(ann)), Hearing::heard);
    EXPECT_EQ(floor.hears(bob, floor.epoch(bob)), Hearing::heard);
    EXPECT_EQ(floor.hears(bob, floor.epoch(ann)), Hearing::stale);
    EXPECT_EQ(floor.says(by(bob), DeleteCopy{voice, ann}), Refusal::not_holder) << "hers is no copy";
    EXPECT_EQ(floor.says(by(cem), DeleteCopy{voice, bob}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(by(ann), DeleteCopy{voice, bob}), std::nullopt);
    EXPECT_EQ(floor.holders(), Members{ann});
    floor.says(by(ann), CopyToken{voice, ann, bob});
    EXPECT_EQ(floor.says(by(bob), TransferToken{voice, bob, cem}), std::nullopt);
    EXPECT_EQ(floor.says(by(ann), DeleteCopy{voice, cem}), std::nullopt) << "whoever has it now";
    settings.may_copy = false;
    floor.says(moderator, ConfigureToken{voice, settings});
    EXPECT_EQ(floor.says(by(ann), CopyToken{voice, ann, bob}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(moderator, CopyToken{voice, ann, bob}), std::nullopt);
}

TEST(Distribution, is_everyones_and_newcomers_too_until_it_ends) {
    auto settings = by_queue();
    settings.holders_max = 0;
    Floor floor{settings};
    floor.says(moderator, GrantToken{voice, ann});
    floor.says(by(cem), RequestToken{voice});
    EXPECT_EQ(floor.says(by(ann), DistributeToken{voice}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(relay, DeleteCopy{voice, nobody}), Refusal::no_change);
    EXPECT_EQ(floor.says(relay, DistributeToken{voice}), std::nullopt);
    EXPECT_EQ(floor.says(relay, DistributeToken{voice}), Refusal::no_change);
    EXPECT_EQ(floor.holders(), Members{});
    EXPECT_EQ(floor.token().held_before, (std::map<base::MemberIndex, base::Duration>{{ann, 2s}}));
    EXPECT_EQ(floor.epoch(bob), floor.epoch(ann));
    EXPECT_EQ(floor.hears(bob, floor.epoch(bob)), Hearing::heard);
    EXPECT_EQ(floor.says(by(bob), RequestToken{voice}), Refusal::no_change);
    EXPECT_EQ(floor.says(moderator, GrantToken{voice, bob}), Refusal::no_change);
    EXPECT_EQ(floor.waiting(), Members{cem}) << "who asked before still does";
    const auto all = floor.epoch(bob);
    EXPECT_EQ(floor.says(by(bob), DeleteCopy{voice, nobody}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(relay, DeleteCopy{voice, nobody}), std::nullopt);
    EXPECT_EQ(floor.hears(bob, all), Hearing::stale);
    settings.holders_max = 1;
    floor.says(moderator, ConfigureToken{voice, settings});
    EXPECT_EQ(floor.says(moderator, DistributeToken{voice}), Refusal::full);
}

TEST(Queue, is_kept_when_the_style_changes_and_holders_beyond_the_bound_go) {
    auto settings = by_queue();
    settings.holders_max = 3;
    Floor floor{settings};
    for (const auto member : {ann, bob})
        floor.says(moderator, GrantToken{voice, member});
    floor.says(by(cem), RequestToken{voice});
    settings.holders_max = 1;
    settings.style = "panel";
    EXPECT_EQ(floor.says(by(ann), ConfigureToken{voice, settings}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(moderator, ConfigureToken{voice, settings}), std::nullopt);
    EXPECT_EQ(floor.says(moderator, ConfigureToken{voice, settings}), Refusal::no_change);
    EXPECT_EQ(floor.holders(), Members{ann}) << "who came first";
    EXPECT_EQ(floor.waiting(), Members{cem});
    settings.holders_max = 0;
    floor.says(moderator, ConfigureToken{voice, settings});
    floor.says(moderator, DistributeToken{voice});
    settings.holders_max = 1;
    floor.says(moderator, ConfigureToken{voice, settings});
    EXPECT_EQ(floor.table.epoch_of(sound, ann), std::nullopt);
}

TEST(Queue, is_for_moderators_to_accept_where_they_said_so) {
    auto settings = by_queue();
    settings.moderated = true;
    Floor floor{settings};
    floor.says(by(ann), RequestToken{voice});
    EXPECT_FALSE(floor.token().find_request(ann)->accepted);
    EXPECT_EQ(floor.says(relay, GrantToken{voice, ann}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(relay, PlaceRequest{voice, ann, 0}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(by(ann), PlaceRequest{voice, ann, 0}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(moderator, PlaceRequest{voice, bob, 0}), Refusal::no_such_request);
    EXPECT_EQ(floor.says(moderator, PlaceRequest{voice, ann, 0}), std::nullopt);
    EXPECT_EQ(floor.says(moderator, PlaceRequest{voice, ann, 5}), Refusal::no_change) << "the only one";
    EXPECT_EQ(floor.says(moderator, RequestToken{voice, RequestClass::priority}), std::nullopt);
    EXPECT_EQ(floor.waiting(), (Members{chair, ann}));
    EXPECT_EQ(floor.says(relay, PlaceRequest{voice, ann, 0}), std::nullopt) << "accepted, so the arbiter may order it";
    EXPECT_EQ(floor.waiting(), (Members{ann, chair}));
    EXPECT_EQ(floor.says(relay, GrantToken{voice, ann}), std::nullopt);
}

TEST(Queue, takes_all_who_asked_once_nobody_has_to_be_accepted) {
    auto settings = by_queue();
    settings.moderated = true;
    Floor floor{settings};
    floor.says(by(ann), RequestToken{voice});
    floor.says(by(bob), RequestToken{voice});
    settings.locked = true;
    EXPECT_EQ(floor.says(moderator, ConfigureToken{voice, settings}), std::nullopt);
    EXPECT_FALSE(floor.token().find_request(ann)->accepted);
    settings.moderated = false;
    EXPECT_EQ(floor.says(moderator, ConfigureToken{voice, settings}), std::nullopt);
    floor.says(moderator, RequestToken{voice});
    EXPECT_EQ(floor.waiting(), (Members{ann, bob, chair}));
    EXPECT_TRUE(floor.token().find_request(ann)->accepted);
    EXPECT_EQ(floor.says(relay, GrantToken{voice, ann}), std::nullopt);
}

TEST(Queue, takes_all_who_asked_in_the_order_of_their_classes) {
    auto settings = by_queue();
    settings.moderated = true;
    Floor floor{settings};
    floor.says(moderator, RequestToken{voice});
    floor.says(by(ann), RequestToken{voice});
    floor.says(by(bob), RequestToken{voice, RequestClass::point_of_order});
    EXPECT_EQ(floor.waiting(), (Members{chair, bob, ann})) << "the chair's alone is accepted";
    settings.moderated = false;
    EXPECT_EQ(floor.says(moderator, ConfigureToken{voice, settings}), std::nullopt);
    EXPECT_EQ(floor.waiting(), (Members{bob, chair, ann}));
}

TEST(Queue, lets_points_of_order_pass_and_people_change_their_minds) {
    Floor floor{by_queue()};
    floor.says(by(ann), RequestToken{voice});
    floor.says(by(bob), RequestToken{voice});
    EXPECT_EQ(floor.says(by(cem), RequestToken{voice, RequestClass::priority}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(by(bob), RequestToken{voice, RequestClass::point_of_order}), std::nullopt);
    EXPECT_EQ(floor.waiting(), (Members{bob, ann}));
    EXPECT_EQ(floor.says(by(ann), EndRequest{voice, bob, RequestEnd::cancelled}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(by(ann), EndRequest{voice, bob, RequestEnd::denied}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(moderator, EndRequest{voice, bob, RequestEnd::cancelled}), Refusal::not_permitted)
        << "a moderator denies";
    EXPECT_EQ(floor.says(by(bob), EndRequest{voice, bob, RequestEnd::cancelled}), std::nullopt);
    EXPECT_EQ(floor.says(by(bob), EndRequest{voice, bob, RequestEnd::cancelled}), Refusal::no_such_request);
    EXPECT_EQ(floor.says(relay, EndRequest{voice, ann, RequestEnd::denied}), std::nullopt);
    EXPECT_EQ(floor.waiting(), Members{});
}

TEST(Queue, is_closed_where_asking_is_locked) {
    auto settings = by_queue();
    settings.locked = true;
    Floor floor{settings};
    for (const auto priority : base::enum_values<RequestClass>) {
        EXPECT_EQ(floor.says(by(ann), RequestToken{voice, priority}), Refusal::not_permitted);
        EXPECT_EQ(floor.says(moderator, RequestToken{voice, priority}), std::nullopt);
    }
    EXPECT_EQ(floor.waiting(), Members{chair});
}

TEST(Queue, has_an_end) {
    Floor floor;
    for (std::uint32_t member = 10; member < 10 + base::limits::members_max; ++member)
        ASSERT_EQ(floor.says(by(base::MemberIndex{member}), RequestToken{voice}), std::nullopt);
    EXPECT_EQ(floor.says(by(ann), RequestToken{voice}), Refusal::full);
    const base::MemberIndex last{9 + base::limits::members_max};
    EXPECT_EQ(floor.says(by(last), RequestToken{voice, RequestClass::point_of_order}), std::nullopt);
    EXPECT_EQ(floor.waiting().front(), last);
}

TEST(Arbiter, may_be_a_member_and_is_the_relay_again_when_that_one_leaves) {
    auto settings = by_queue();
    settings.arbiter = cem;
    Floor floor{settings};
    floor.says(by(ann), RequestToken{voice});
    floor.says(by(bob), RequestToken{voice});
    EXPECT_EQ(floor.says(relay, GrantToken{voice, ann}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(by(cem), GrantToken{voice, ann}), std::nullopt);
    apply_leave(floor.table, cem);
    EXPECT_EQ(floor.says(relay, TransferToken{voice, ann, bob}), std::nullopt);
}

TEST(Panel, may_be_given_it_unasked) {
    auto settings = by_queue();
    settings.panel = {ann, cem};
    Floor floor{settings};
    EXPECT_EQ(floor.says(relay, GrantToken{voice, bob}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(relay, GrantToken{voice, ann}), std::nullopt);
    EXPECT_EQ(floor.says(by(bob), TransferToken{voice, ann, cem}), Refusal::not_permitted);
    apply_leave(floor.table, cem);
    EXPECT_EQ(floor.token().settings.panel, Members{ann});
}

TEST(Leaving, frees_what_was_held_and_ends_what_was_asked) {
    Settings settings;
    settings.holders_max = 3;
    settings.may_copy = true;
    Floor floor{settings};
    floor.says(moderator, GrantToken{voice, ann});
    floor.says(by(ann), CopyToken{voice, ann, bob});
    floor.says(by(cem), RequestToken{voice});
    floor.says(by(bob), ReleaseToken{voice});
    floor.says(by(ann), CopyToken{voice, ann, bob});
    const auto first = floor.epoch(ann);
    floor.leaves(cem);
    EXPECT_EQ(floor.waiting(), Members{});
    floor.leaves(ann);
    EXPECT_EQ(floor.holders(), Members{bob});
    EXPECT_EQ(floor.hears(ann, first), Hearing::stale);
    EXPECT_EQ(floor.token().find_holder(bob)->giver, ann) << "a copy, whether or not its giver is there";
    floor.leaves(bob);
    EXPECT_TRUE(floor.token().held_before.empty());
}

TEST(Time, that_someone_held_it_is_added_up) {
    Floor floor;
    floor.says(moderator, GrantToken{voice, ann});
    floor.says(by(bob), RequestToken{voice});
    floor.says(by(ann), ReleaseToken{voice});
    floor.says(moderator, GrantToken{voice, ann});
    floor.says(moderator, RevokeToken{voice, ann});
    EXPECT_EQ(floor.token().held_before, (std::map<base::MemberIndex, base::Duration>{{ann, 3s}}));
}

TEST(Declaration, is_by_moderators_and_of_flows_that_demand_nothing_yet) {
    Floor floor;
    const base::TokenId pen{2};
    const base::FlowId board{4};
    EXPECT_EQ(floor.says(by(ann), DeclareToken{pen, "pen", {board}, {}}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(relay, DeclareToken{pen, "pen", {board}, {}}), Refusal::not_permitted);
    EXPECT_EQ(floor.says(moderator, DeclareToken{voice, "pen", {board}, {}}), Refusal::no_change);
    EXPECT_EQ(floor.says(moderator, DeclareToken{{}, "pen", {board}, {}}), Refusal::malformed);
    EXPECT_EQ(floor.says(moderator, DeclareToken{pen, "pen", {board, sound}, {}}), Refusal::malformed);
    EXPECT_EQ(floor.says(moderator, DeclareToken{pen, "pen", {board, board}, {}}), Refusal::malformed);
    EXPECT_EQ(floor.says(moderator, DeclareToken{pen, "pen", {board}, {}}), std::nullopt);
    EXPECT_EQ(floor.table.find(board)->label, "pen");
    EXPECT_EQ(floor.table.find(board)->id, pen);
    for (std::uint16_t id = 3; id <= tokens_max; ++id)
        ASSERT_EQ(floor.says(moderator, DeclareToken{base::TokenId{id}, "x", {}, {}}), std::nullopt);
    EXPECT_EQ(floor.says(moderator, DeclareToken{base::TokenId{tokens_max + 1}, "x", {}, {}}), Refusal::full);
}

} // namespace
} // namespace plenum::token
