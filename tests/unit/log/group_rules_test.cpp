// SPDX-License-Identifier: Apache-2.0
// Discussion groups as entries of the log: who may open, change and close them, and who is put where.
#include "core/api/standard_flows.h"
#include "core/log/conversation_rules.h"
#include "tests/unit/log/log_fixture.h"

namespace plenum::log {
namespace {

constexpr base::ConversationId red{2};
constexpr base::ConversationId blue{3};
constexpr base::TokenId red_voice{1};
constexpr base::FlowId plenary_chat{1};
constexpr base::MemberIndex alices{1};
constexpr base::MemberIndex bobs{2};

class GroupRules : public Log {
  protected:
    void SetUp() override { join_all(); }

    /// With flows like those that conferences begin with, from `first` on.
    static OpenConversation group(base::ConversationId conversation, std::uint16_t first) {
        OpenConversation made;
        made.conversation = conversation;
        made.label = {'l'};
        made.flows = node::group_flows();
        for (auto& flow : made.flows) {
            flow.flow = base::FlowId{first++};
            flow.conversation = conversation;
        }
        return made;
    }
    void open_two() {
        ASSERT_TRUE(append(make(alice, group(red, 2))).has_value());
        ASSERT_TRUE(append(make(alice, group(blue, 5))).has_value());
    }
    void place(base::ConversationId where, std::vector<base::MemberIndex> members) {
        ASSERT_TRUE(append(make(alice, PlaceMembers{where, std::move(members)})).has_value());
    }
    base::ConversationId group_of(base::MemberIndex member) const { return state.find(member)->group; }
};

TEST_F(GroupRules, a_group_has_flows_of_its_own_for_those_in_it) {
    open_two();
    place(red, {bobs});
    const auto& voice = *state.find(base::FlowId{2});
    EXPECT_TRUE(state.reaches(voice, *state.find(bobs)));
    EXPECT_FALSE(state.reaches(voice, *state.find(alices)));
    EXPECT_FALSE(state.reaches(*state.find(base::FlowId{5}), *state.find(bobs)));
    EXPECT_TRUE(state.reaches(*state.find(plenary_chat), *state.find(bobs))) << "everyone is in the plenary";
    place(blue, {alices, bobs});
    EXPECT_FALSE(state.reaches(voice, *state.find(bobs))) << "in one at a time";
    EXPECT_TRUE(state.reaches(*state.find(base::FlowId{5}), *state.find(alices)));
}

TEST_F(GroupRules, moderators_alone_open_change_and_close) {
    EXPECT_TRUE(refused(make(bob, group(red, 2)), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(relay, group(red, 2)), Refusal::not_permitted));
    open_two();
    ConversationSettings settings;
    settings.open = true;
    EXPECT_TRUE(refused(make(bob, ChangeConversation{red, settings}), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(bob, CloseConversation{red}), Refusal::not_permitted));
    EXPECT_TRUE(append(make(alice, ChangeConversation{red, settings})).has_value());
    EXPECT_TRUE(refused(make(alice, ChangeConversation{red, settings}), Refusal::no_change));
    EXPECT_EQ(state.conversations.at(red).settings, settings);
    EXPECT_TRUE(append(make(alice, CloseConversation{red})).has_value());
}

TEST_F(GroupRules, numbers_are_given_once) {
    EXPECT_TRUE(refused(make(alice, group(plenary, 2)), Refusal::no_change));
    EXPECT_TRUE(refused(make(alice, group(red, 1)), Refusal::no_change)) << "a flow of the plenary";
    ASSERT_TRUE(append(make(alice, group(red, 2))).has_value());
    EXPECT_TRUE(refused(make(alice, group(red, 5)), Refusal::no_change));
    ASSERT_TRUE(append(make(alice, CloseConversation{red})).has_value());
    EXPECT_TRUE(refused(make(alice, group(red, 5)), Refusal::no_change));
    EXPECT_TRUE(refused(make(alice, group(blue, 4)), Refusal::no_change));
    EXPECT_TRUE(append(make(alice, group(blue, 5))).has_value());
}

TEST_F(GroupRules, flows_are_the_groups_own_and_can_be_kept_in_step) {
    auto stray = group(red, 2);
    stray.flows[1].conversation = plenary;
    EXPECT_TRUE(refused(make(alice, stray), Refusal::malformed));
    auto apart = group(red, 2);
    apart.flows[2].desired_delay = 2s;
    EXPECT_TRUE(refused(make(alice, apart), Refusal::no_interval)) << "chat may come later than voice can wait";
    apart.flows[2].ordered = false;
    EXPECT_TRUE(append(make(alice, apart)).has_value()) << "voice does not wait for chat";
    EXPECT_EQ(interval_of(state, red).least, 80ms);
    auto twice = group(blue, 5);
    twice.flows[1].flow = twice.flows[0].flow;
    EXPECT_TRUE(refused(make(alice, twice), Refusal::malformed));
}

TEST_F(GroupRules, there_are_no_more_than_there_is_room_for) {
    std::uint16_t first = 2;
    base::ConversationId next = red;
    for (; first + 3U <= base::limits::flows_per_conference_max + 1; first = static_cast<std::uint16_t>(first + 3)) {
        ASSERT_TRUE(append(make(alice, group(next, first))).has_value());
        next = next.next();
    }
    EXPECT_GE(state.conversations.size(), 20U);
    EXPECT_TRUE(refused(make(alice, group(next, first)), Refusal::full));
    ASSERT_TRUE(append(make(alice, CloseConversation{red})).has_value());
    EXPECT_TRUE(append(make(alice, group(next, first))).has_value());
}

TEST_F(GroupRules, moderators_put_people_where_they_are_to_be) {
    open_two();
    EXPECT_TRUE(refused(make(bob, PlaceMembers{red, {bobs}}), Refusal::not_permitted)) << "it is not open";
    EXPECT_TRUE(refused(make(relay, PlaceMembers{red, {bobs}}), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(alice, PlaceMembers{red, {}}), Refusal::malformed));
    EXPECT_TRUE(refused(make(alice, PlaceMembers{red, {bobs, alices}}), Refusal::malformed)) << "not in order";
    EXPECT_TRUE(refused(make(alice, PlaceMembers{red, {bobs, bobs}}), Refusal::malformed));
    EXPECT_TRUE(refused(make(alice, PlaceMembers{red, {base::MemberIndex{9}}}), Refusal::no_such_member));
    EXPECT_TRUE(refused(make(alice, PlaceMembers{plenary, {bobs}}), Refusal::no_such_conversation));
    EXPECT_TRUE(refused(make(alice, PlaceMembers{base::ConversationId{9}, {bobs}}), Refusal::no_such_conversation));
    place(red, {bobs});
    EXPECT_EQ(group_of(bobs), red);
    EXPECT_TRUE(refused(make(alice, PlaceMembers{red, {bobs}}), Refusal::no_change));
    place(red, {alices, bobs});
    EXPECT_EQ(group_of(alices), red) << "who moderates visits";
    place({}, {alices, bobs});
    EXPECT_EQ(group_of(bobs), base::ConversationId{});
    EXPECT_TRUE(refused(make(alice, PlaceMembers{{}, {bobs}}), Refusal::no_change));
}

TEST_F(GroupRules, people_go_to_an_open_group_and_back_by_themselves) {
    auto open = group(red, 2);
    open.settings.open = true;
    ASSERT_TRUE(append(make(alice, open)).has_value());
    EXPECT_TRUE(refused(make(bob, PlaceMembers{red, {alices}}), Refusal::not_permitted)) << "nobody else";
    EXPECT_TRUE(refused(make(bob, PlaceMembers{red, {alices, bobs}}), Refusal::not_permitted));
    ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    EXPECT_TRUE(refused(make(bob, PlaceMembers{red, {bobs, base::MemberIndex{3}}}), Refusal::not_permitted));
    ASSERT_TRUE(append(make(bob, PlaceMembers{red, {bobs}})).has_value());
    EXPECT_EQ(group_of(bobs), red);
    ASSERT_TRUE(append(make(bob, PlaceMembers{{}, {bobs}})).has_value());
    EXPECT_EQ(group_of(bobs), base::ConversationId{});
}

TEST_F(GroupRules, closing_calls_everyone_back_and_ends_its_tokens) {
    open_two();
    place(red, {alices, bobs});
    ASSERT_TRUE(append(make(alice, token::DeclareToken{red_voice, "voice", {base::FlowId{2}}, {}})).has_value());
    ASSERT_TRUE(append(make(alice, token::GrantToken{red_voice, bobs})).has_value());
    const auto closed = append(make(alice, CloseConversation{red}));
    ASSERT_TRUE(closed.has_value());
    EXPECT_EQ(closed->tokens, std::vector{red_voice});
    EXPECT_EQ(group_of(alices), base::ConversationId{});
    EXPECT_EQ(group_of(bobs), base::ConversationId{});
    EXPECT_EQ(state.find(base::FlowId{2}), nullptr);
    EXPECT_NE(state.find(base::FlowId{5}), nullptr) << "of the other group";
    EXPECT_FALSE(state.conversations.contains(red));
    EXPECT_EQ(state.tokens.find(red_voice), nullptr);
    EXPECT_TRUE(refused(make(bob, token::ReleaseToken{red_voice}), Refusal::no_such_token));
    EXPECT_TRUE(refused(make(alice, token::GrantToken{red_voice, bobs}), Refusal::no_such_token));
    EXPECT_TRUE(refused(make(alice, CloseConversation{red}), Refusal::no_such_conversation));
    EXPECT_TRUE(refused(make(alice, CloseConversation{plenary}), Refusal::no_such_conversation));
}

TEST_F(GroupRules, whoever_is_taken_out_of_a_group_keeps_none_of_its_tokens) {
    open_two();
    place(red, {bobs});
    const base::TokenId floor{2};
    ASSERT_TRUE(append(make(alice, token::DeclareToken{red_voice, "voice", {base::FlowId{2}}, {}})).has_value());
    ASSERT_TRUE(append(make(alice, token::DeclareToken{floor, "floor", {plenary_chat}, {}})).has_value());
    ASSERT_TRUE(append(make(alice, token::GrantToken{red_voice, bobs})).has_value());
    ASSERT_TRUE(append(make(alice, token::GrantToken{floor, bobs})).has_value());
    place(red, {alices, bobs});
    EXPECT_EQ(state.tokens.find(red_voice)->holders.size(), 1U) << "he was there before";
    const auto moved = append(make(alice, PlaceMembers{blue, {bobs}}));
    ASSERT_TRUE(moved.has_value());
    EXPECT_EQ(moved->tokens, std::vector{red_voice});
    EXPECT_TRUE(state.tokens.find(red_voice)->holders.empty());
    EXPECT_EQ(state.tokens.find(floor)->holders.size(), 1U) << "everyone stays in the plenary";
}

TEST_F(GroupRules, whoever_is_taken_out_of_a_group_no_longer_waits_for_its_token) {
    open_two();
    place(red, {bobs});
    ASSERT_TRUE(append(make(alice, token::DeclareToken{red_voice, "voice", {base::FlowId{2}}, {}})).has_value());
    ASSERT_TRUE(append(make(bob, token::RequestToken{red_voice})).has_value());
    const auto moved = append(make(alice, PlaceMembers{blue, {bobs}}));
    ASSERT_TRUE(moved.has_value());
    EXPECT_EQ(moved->tokens, std::vector{red_voice});
    EXPECT_TRUE(state.tokens.find(red_voice)->requests.empty());
    place(red, {bobs});
    EXPECT_TRUE(append(make(bob, token::RequestToken{red_voice})).has_value()) << "he asks anew";
}

TEST_F(GroupRules, a_groups_tokens_are_for_those_in_it) {
    open_two();
    place(red, {bobs});
    token::Settings settings;
    settings.may_copy = true;
    settings.holders_max = 2;
    ASSERT_TRUE(append(make(alice, token::DeclareToken{red_voice, "voice", {base::FlowId{2}}, settings})).has_value());
    EXPECT_TRUE(refused(make(alice, token::RequestToken{red_voice}), Refusal::not_permitted)) << "not in it";
    EXPECT_TRUE(refused(make(alice, token::GrantToken{red_voice, alices}), Refusal::no_such_member));
    ASSERT_TRUE(append(make(bob, token::RequestToken{red_voice})).has_value());
    ASSERT_TRUE(append(make(alice, token::GrantToken{red_voice, bobs})).has_value()) << "who moderates decides";
    EXPECT_TRUE(refused(make(bob, token::TransferToken{red_voice, bobs, alices}), Refusal::no_such_member));
    EXPECT_TRUE(refused(make(bob, token::CopyToken{red_voice, bobs, alices}), Refusal::no_such_member));
}

TEST_F(GroupRules, leaving_the_conference_leaves_the_group) {
    open_two();
    place(red, {bobs});
    ASSERT_TRUE(append(make(alice, token::DeclareToken{red_voice, "voice", {base::FlowId{2}}, {}})).has_value());
    ASSERT_TRUE(append(make(alice, token::GrantToken{red_voice, bobs})).has_value());
    const auto left = append(make(bob, Leave{bobs, base::LeaveReason::left}));
    ASSERT_TRUE(left.has_value());
    EXPECT_EQ(left->tokens, std::vector{red_voice});
    EXPECT_TRUE(refused(make(alice, PlaceMembers{blue, {bobs}}), Refusal::no_such_member));
}

TEST_F(GroupRules, flows_of_a_group_that_is_over_demand_no_token) {
    open_two();
    for (const auto group : {red, blue})
        ASSERT_TRUE(append(make(alice, CloseConversation{group})).has_value());
    const base::FlowId newest{7};
    ASSERT_EQ(state.flow_newest, newest);
    for (const auto flow : {base::FlowId{2}, newest}) {
        EXPECT_TRUE(
            refused(make(alice, token::DeclareToken{red_voice, "voice", {flow}, {}}), Refusal::no_such_conversation));
    }
    EXPECT_TRUE(refused(make(alice, token::DeclareToken{red_voice, "voice", {newest.next()}, {}}), Refusal::malformed));
}

TEST_F(GroupRules, a_token_is_of_one_conversation) {
    open_two();
    EXPECT_TRUE(refused(make(alice, token::DeclareToken{red_voice, "voice", {base::FlowId{2}, base::FlowId{5}}, {}}),
                        Refusal::malformed));
    EXPECT_TRUE(refused(make(alice, token::DeclareToken{red_voice, "voice", {plenary_chat, base::FlowId{2}}, {}}),
                        Refusal::malformed));
    EXPECT_TRUE(append(make(alice, token::DeclareToken{red_voice, "voice", {base::FlowId{2}, base::FlowId{3}}, {}}))
                    .has_value());
}

TEST_F(GroupRules, keys_of_a_group_turn_by_those_in_it_alone) {
    open_two();
    const auto turn_of = [&](std::uint64_t epoch, std::vector<base::MemberIndex> members) {
        GroupTurn made{red, base::GroupEpoch{epoch}, {}, {}};
        for (const auto member : members)
            made.wraps.push_back({member, {}});
        return made;
    };
    EXPECT_TRUE(refused(make(bob, turn_of(1, {bobs})), Refusal::not_permitted)) << "in no group";
    place(red, {bobs});
    EXPECT_TRUE(state.group_turn_due(red)) << "someone entered";
    EXPECT_FALSE(state.group_turn_due(blue)) << "nobody is in it";
    EXPECT_TRUE(refused(make(alice, turn_of(1, {bobs})), Refusal::not_permitted)) << "a moderator outside";
    EXPECT_TRUE(refused(make(relay, turn_of(1, {bobs})), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(bob, turn_of(0, {bobs})), Refusal::wrong_epoch));
    EXPECT_TRUE(refused(make(bob, turn_of(2, {bobs})), Refusal::wrong_epoch));
    EXPECT_TRUE(refused(make(bob, turn_of(1, {})), Refusal::wrong_epoch)) << "nobody is left out";
    EXPECT_TRUE(refused(make(bob, turn_of(1, {alices, bobs})), Refusal::wrong_epoch)) << "and nobody else gets it";
    auto elsewhere = turn_of(1, {bobs});
    elsewhere.conversation = base::ConversationId{9};
    EXPECT_TRUE(refused(make(bob, elsewhere), Refusal::no_such_conversation));
    ASSERT_TRUE(append(make(bob, turn_of(1, {bobs}))).has_value());
    EXPECT_FALSE(state.group_turn_due(red));
    EXPECT_EQ(state.find(bobs)->group_keyed_size, state.size);
    EXPECT_TRUE(refused(make(bob, turn_of(1, {bobs})), Refusal::wrong_epoch)) << "stale";
}

TEST_F(GroupRules, keys_of_a_group_are_due_whoever_comes_or_goes) {
    open_two();
    place(red, {alices, bobs});
    const auto turn = [&](std::uint64_t epoch, std::vector<MemberWrap> wraps) {
        ASSERT_TRUE(append(make(alice, GroupTurn{red, base::GroupEpoch{epoch}, {}, std::move(wraps)})).has_value());
        EXPECT_FALSE(state.group_turn_due(red));
    };
    turn(1, {{alices, {}}, {bobs, {}}});
    place(blue, {bobs});
    EXPECT_TRUE(state.group_turn_due(red)) << "Bob has the key";
    EXPECT_EQ(state.find(bobs)->group_keyed_size, base::LogPosition{});
    turn(2, {{alices, {}}});
    place(red, {bobs});
    turn(3, {{alices, {}}, {bobs, {}}});
    ASSERT_TRUE(append(make(bob, Leave{bobs, base::LeaveReason::left})).has_value());
    EXPECT_TRUE(state.group_turn_due(red)) << "he left the conference";
}

} // namespace
} // namespace plenum::log
