// SPDX-License-Identifier: Apache-2.0
// Discussion groups between nodes: what is said in one stays in it (docs/conversations.md, Groups).
#include "tests/unit/node/floor_fixture.h"
#include "tests/unit/node/stranger.h"

#include <algorithm>
#include <set>

namespace plenum::test {
namespace {

using node::CommandError;

class Groups : public Floor {
  protected:
    static constexpr base::ConversationId red{2};
    static constexpr base::ConversationId blue{3};

    void open_two() {
        for (const auto* label : {"Red", "Blue"})
            hall.command(alice, node::OpenGroup{label, {}});
        hall.run(100ms);
    }
    void act_on(Hall::Place& by, decltype(node::ActOnConversation::operation) operation) {
        hall.command(by, node::ActOnConversation{std::move(operation)});
        hall.run(50ms);
    }
    void place(Hall::Place& by, base::ConversationId where, std::vector<base::MemberIndex> members) {
        act_on(by, log::PlaceMembers{where, std::move(members)});
        // Until the keys of the groups have turned.
        hall.run(200ms);
    }
    /// 0 where this place was not told.
    static base::FlowId flow_of(const Hall::Place& place, base::ConversationId group, base::FlowKind kind) {
        for (const auto& flow : Hall::all<node::FlowDeclared>(place)) {
            if (flow.conversation == group && flow.spec.kind == kind) return flow.flow;
        }
        return {};
    }
    base::FlowId chat_of(base::ConversationId group) const { return flow_of(bob, group, base::FlowKind::chat); }
    base::FlowId voice_of(base::ConversationId group) const { return flow_of(bob, group, base::FlowKind::audio); }
    /// Where this place was told last that they are; 0 for the plenary alone.
    static base::ConversationId group_seen_by(const Hall::Place& place, base::MemberIndex member) {
        base::ConversationId group;
        for (const auto& event : place.events) {
            const auto* placed = std::get_if<node::MembersPlaced>(&event);
            if (placed != nullptr && std::ranges::find(placed->members, member) != placed->members.end())
                group = placed->conversation;
            const auto* changed = std::get_if<node::ConversationChanged>(&event);
            if (changed != nullptr && !changed->open && changed->conversation == group) group = {};
        }
        return group;
    }
    Hall::Place& newcomer(std::string name) {
        auto& place = hall.add_endpoint();
        hall.join(place, relay, link, std::move(name));
        hall.run(1s);
        return place;
    }
};

/// Otherwise the message would come after the grant by which it was accepted.
TEST_F(Groups, release_waits_for_a_message_that_waits_for_a_key) {
    open_two();
    place(alice, red, {self(bob), self(cem)});
    token::DeclareToken declaration{token, "chat", {chat_of(red)}, {}};
    declaration.settings.style = "queue";
    act(alice, declaration);
    hall.run(100ms);
    want(bob);
    hall.run(100ms);
    ASSERT_EQ(holder_seen_by(cem), self(bob));
    hall.command(alice, node::ActOnConversation{log::PlaceMembers{red, {self(alice)}}});
    for (int i = 0; i < 200 && group_seen_by(bob, self(alice)) != red; ++i)
        hall.run(1ms);
    hall.commands(bob, {node::Publish{chat_of(red), {}, base::Bytes{'h', 'i'}, {}}, node::WantToken{token, false}});
    hall.run(1s);
    EXPECT_TRUE(refusals(bob).empty());
    EXPECT_EQ(times(cem, "hi"), 1U);
    EXPECT_EQ(holder_seen_by(cem), base::MemberIndex{});
}

/// Who said how much in a group is nobody's business outside, though the entry that follows it is everyone's.
TEST_F(Groups, what_an_entry_waits_for_goes_to_those_in_the_group) {
    HandMember outside{hall, relay, link, 7};
    open_two();
    place(alice, red, {self(bob)});
    act(alice, token::DeclareToken{token, "voice", {voice_of(red)}, {}});
    hall.say(bob, "Me too", chat_of(red));
    outside.run(500ms);
    want(bob);
    outside.run(500ms);
    EXPECT_FALSE(queue_seen_by(cem).empty()) << "the entry itself";
    EXPECT_TRUE(outside.causes.empty());
    constexpr base::TokenId of_all{2};
    act(alice, token::DeclareToken{of_all, "voice", {voice}, {}});
    hall.say(bob, "Me too");
    outside.run(500ms);
    hall.command(bob, node::WantToken{of_all, true});
    outside.run(500ms);
    ASSERT_EQ(outside.causes.size(), 1U);
    EXPECT_EQ(outside.causes.front().conversation, log::plenary);
}

TEST_F(Groups, what_waited_for_words_in_a_group_is_told_when_the_group_ends) {
    open_two();
    place(alice, red, {self(bob), self(cem)});
    act(alice, token::DeclareToken{token, "voice", {voice_of(red)}, {}});
    hall.say(bob, "Hello", chat_of(red));
    hall.run(1s);
    hall.drop_all_to(cem.address, true);
    hall.say(bob, "Me too", chat_of(red));
    hall.run(6ms);
    hall.drop_all_to(cem.address, false);
    want(bob);
    hall.run(2ms);
    hall.command(alice, node::ActOnConversation{log::CloseConversation{red}});
    hall.run(20ms);
    ASSERT_FALSE(Hall::all<node::ConversationChanged>(cem).back().open);
    EXPECT_TRUE(seen_by(cem)->over);
}

TEST_F(Groups, everyone_is_told_of_a_group_and_who_is_in_it) {
    open_two();
    place(alice, red, {self(bob)});
    for (auto* at : {&alice, &bob, &cem}) {
        const auto told = Hall::all<node::ConversationChanged>(*at);
        ASSERT_EQ(told.size(), 3U) << "the plenary too";
        EXPECT_EQ(told[1].label, "Red");
        EXPECT_EQ(told[2].label, "Blue");
        EXPECT_EQ(flow_of(*at, red, base::FlowKind::chat), chat_of(red));
        EXPECT_NE(chat_of(red), chat_of(blue));
        EXPECT_EQ(group_seen_by(*at, self(bob)), red);
        EXPECT_EQ(group_seen_by(*at, self(cem)), base::ConversationId{});
    }
}

TEST_F(Groups, words_and_sound_reach_the_group_alone) {
    open_two();
    place(alice, red, {self(alice), self(bob)});
    place(alice, blue, {self(cem)});
    hall.say(bob, "among us", chat_of(red));
    hall.say(bob, "aloud", voice_of(red));
    hall.say(cem, "alone", chat_of(blue));
    hall.run(1s);
    EXPECT_EQ(times(alice, "among us") + times(alice, "aloud"), 2U);
    EXPECT_EQ(times(cem, "among us") + times(cem, "aloud"), 0U);
    EXPECT_EQ(times(alice, "alone") + times(bob, "alone"), 0U);
    hall.say(cem, "to all", chat);
    hall.say(alice, "to all aloud", voice);
    hall.run(1s);
    EXPECT_EQ(times(bob, "to all") + times(bob, "to all aloud"), 2U) << "everyone hears the plenary";
    EXPECT_EQ(times(cem, "to all aloud"), 1U);
}

TEST_F(Groups, nobody_is_heard_in_a_group_that_they_are_not_in) {
    open_two();
    place(alice, red, {self(alice), self(bob)});
    hall.say(cem, "let me", chat_of(red));
    hall.say(cem, "let me", voice_of(red));
    hall.run(1s);
    EXPECT_EQ(refusals(cem), (std::vector{CommandError::not_in_group, CommandError::not_in_group}));
    EXPECT_EQ(times(alice, "let me") + times(bob, "let me"), 0U);
}

TEST_F(Groups, whoever_is_put_in_reads_from_then_on_and_whoever_leaves_reads_no_more) {
    open_two();
    place(alice, red, {self(alice), self(bob)});
    hall.say(bob, "first", chat_of(red));
    hall.run(1s);
    EXPECT_EQ(times(cem, "first"), 0U);
    place(alice, red, {self(cem)});
    hall.run(1s);
    hall.say(bob, "to Cem too", chat_of(red));
    hall.say(bob, "aloud", voice_of(red));
    hall.run(1s);
    EXPECT_EQ(times(cem, "first"), 0U);
    EXPECT_EQ(times(cem, "to Cem too") + times(cem, "aloud"), 2U);
    place(alice, blue, {self(cem)});
    hall.say(bob, "second", chat_of(red));
    hall.run(1s);
    EXPECT_EQ(times(cem, "second"), 0U);
    EXPECT_EQ(times(alice, "second"), 1U);
}

TEST_F(Groups, what_is_said_at_once_after_an_entry_reaches_who_entered) {
    open_two();
    place(alice, red, {self(alice), self(bob)});
    hall.command(alice, node::ActOnConversation{log::PlaceMembers{red, {self(cem)}}});
    for (int i = 0; i < 40; ++i) {
        hall.say(bob, "welcome", chat_of(red));
        hall.run(5ms);
    }
    hall.run(1s);
    EXPECT_EQ(times(alice, "welcome"), 40U);
    EXPECT_GT(times(cem, "welcome"), 25U);
    EXPECT_TRUE(Hall::all<node::MessagesMissed>(cem).empty());
}

TEST_F(Groups, who_comes_again_misses_nothing_of_its_own) {
    open_two();
    place(alice, red, {self(alice), self(bob), self(cem)});
    hall.say(bob, "first", chat_of(red));
    hall.run(500ms);
    place(alice, {}, {self(cem)});
    hall.say(bob, "without Cem", chat_of(red));
    hall.run(500ms);
    place(alice, red, {self(cem)});
    hall.say(bob, "again", chat_of(red));
    hall.run(500ms);
    EXPECT_EQ(times(cem, "first") + times(cem, "again"), 2U);
    EXPECT_EQ(times(cem, "without Cem"), 0U);
    EXPECT_TRUE(Hall::all<node::MessagesMissed>(cem).empty());
}

TEST_F(Groups, who_was_cut_off_reads_what_holders_wrote_who_went) {
    open_two();
    place(alice, red, {self(bob), self(cem)});
    act(alice, token::DeclareToken{token, "pen", {chat_of(red)}, {}});
    act(alice, token::GrantToken{token, self(bob)});
    hall.run(50ms);
    kill(cem);
    hall.say(bob, "Between us", chat_of(red));
    hall.run(50ms);
    place(alice, blue, {self(bob)});
    EXPECT_TRUE(seen_by(alice)->holders.empty());
    hall.drop_all_to(cem.address, false);
    hall.run(4s);
    EXPECT_EQ(times(cem, "Between us"), 1U);
}

TEST_F(Groups, moderators_visit_one_after_the_other) {
    open_two();
    place(alice, red, {self(bob)});
    place(alice, blue, {self(cem)});
    place(alice, red, {self(alice)});
    hall.say(alice, "how is it going", chat_of(red));
    hall.run(500ms);
    place(alice, blue, {self(alice)});
    hall.say(alice, "and here", chat_of(blue));
    hall.run(500ms);
    EXPECT_EQ(times(bob, "how is it going"), 1U);
    EXPECT_EQ(times(cem, "and here"), 1U);
    EXPECT_EQ(times(bob, "and here") + times(cem, "how is it going"), 0U);
    EXPECT_TRUE(refusals(alice).empty());
}

TEST_F(Groups, others_go_only_where_it_is_open) {
    open_two();
    place(bob, red, {self(bob)});
    EXPECT_EQ(refusals(bob), std::vector{CommandError::not_permitted});
    log::ConversationSettings settings;
    settings.open = true;
    act_on(alice, log::ChangeConversation{red, settings});
    place(bob, red, {self(bob)});
    EXPECT_EQ(group_seen_by(cem, self(bob)), red);
    place(bob, {}, {self(bob)});
    EXPECT_EQ(group_seen_by(cem, self(bob)), base::ConversationId{});
    EXPECT_EQ(refusals(bob).size(), 1U);
}

TEST_F(Groups, mistakes_are_told_by_name) {
    hall.command(bob, node::OpenGroup{"Mine", {}});
    hall.command(alice, node::OpenGroup{"", {}});
    hall.command(alice, node::OpenGroup{"two\nlines", {}});
    hall.command(alice, node::OpenGroup{std::string(base::limits::name_bytes_max + 1, 'x'), {}});
    hall.run(50ms);
    EXPECT_EQ(refusals(bob), std::vector{CommandError::not_permitted});
    EXPECT_EQ(refusals(alice), (std::vector{CommandError::bad_text, CommandError::bad_text, CommandError::too_large}));
    act_on(alice, log::CloseConversation{red});
    EXPECT_EQ(refusals(alice).back(), CommandError::no_such_conversation);
    open_two();
    act_on(alice, log::PlaceMembers{red, {base::MemberIndex{77}}});
    EXPECT_EQ(refusals(alice).back(), CommandError::unknown_person);
}

TEST_F(Groups, two_that_are_opened_at_the_same_time_are_both_there) {
    hall.command(alice, node::SetRole{self(bob), node::MemberRole::moderator});
    hall.run(1s);
    hall.command(alice, node::OpenGroup{"Red", {}});
    hall.command(bob, node::OpenGroup{"Blue", {}});
    hall.run(1s);
    EXPECT_TRUE(refusals(bob).empty());
    std::set<std::string> labels;
    for (const auto& group : Hall::all<node::ConversationChanged>(cem))
        labels.insert(group.label);
    EXPECT_TRUE(labels.contains("Red") && labels.contains("Blue"));
}

TEST_F(Groups, of_two_opened_at_the_same_time_with_one_name_the_later_is_refused) {
    hall.command(alice, node::SetRole{self(bob), node::MemberRole::moderator});
    hall.run(1s);
    hall.command(alice, node::OpenGroup{"Red", {}});
    hall.command(bob, node::OpenGroup{"Red", {}});
    hall.run(1s);
    auto refused = refusals(alice);
    std::ranges::copy(refusals(bob), std::back_inserter(refused));
    EXPECT_EQ(refused, std::vector{CommandError::name_taken});
    EXPECT_EQ(Hall::all<node::ConversationChanged>(cem).back().conversation, red) << "the only one";
    act_on(alice, log::CloseConversation{red});
    hall.command(bob, node::OpenGroup{"Red", {}});
    hall.run(100ms);
    EXPECT_EQ(Hall::all<node::ConversationChanged>(cem).back().label, "Red") << "the name is free again";
}

TEST_F(Groups, group_that_is_opened_while_a_flow_is_created_is_there) {
    node::CreateFlow create;
    create.name = "numbers";
    create.terms.loss_delay = 500ms;
    create.terms.message_bytes_max = 100;
    hall.command(bob, create);
    hall.command(alice, node::OpenGroup{"Red", {}});
    hall.run(1s);
    EXPECT_TRUE(refusals(alice).empty() && refusals(bob).empty());
    const auto groups = Hall::all<node::ConversationChanged>(cem);
    EXPECT_TRUE(std::ranges::any_of(groups, [](const auto& group) { return group.label == "Red"; }));
}

TEST_F(Groups, floor_is_not_given_to_one_who_has_gone_elsewhere) {
    open_two();
    place(alice, red, {self(bob)});
    act(alice, token::DeclareToken{token, "voice", {voice_of(red)}, {}});
    hall.run(50ms);
    hall.command(bob, node::ActOnConversation{log::PlaceMembers{{}, {self(bob)}}});
    act(alice, token::GrantToken{token, self(bob)});
    hall.run(200ms);
    EXPECT_EQ(refusals(alice), std::vector{CommandError::unknown_person});
}

TEST_F(Groups, a_panel_that_names_somebody_outside_keeps_nobody_waiting) {
    open_two();
    place(alice, red, {self(bob), self(cem)});
    token::DeclareToken declaration{token, "voice", {voice_of(red)}, {}};
    declaration.settings.style = "panel";
    declaration.settings.holders_max = 2;
    declaration.settings.panel = {self(alice), self(bob)};
    act(alice, declaration);
    hall.run(100ms);
    EXPECT_EQ(holder_seen_by(cem), self(bob)) << "of the panel, after one who is not in the group";
    want(cem);
    hall.run(100ms);
    ASSERT_EQ(seen_by(cem)->holders.size(), 2U);
    EXPECT_EQ(seen_by(cem)->holders.back().member, self(cem)) << "a guest";
    act(alice, token::RevokeToken{token, self(cem), token::RevokeReason::decided});
    place(alice, red, {self(alice)});
    hall.run(100ms);
    EXPECT_EQ(seen_by(cem)->holders.back().member, self(alice)) << "once she is in it";
}

TEST_F(Groups, a_newcomer_is_told_how_it_stands) {
    open_two();
    place(alice, red, {self(bob), self(cem)});
    place(alice, blue, {self(cem)});
    place(alice, red, {self(alice)});
    place(alice, {}, {self(alice)});
    auto& dan = newcomer("Dan");
    const auto told = Hall::all<node::MembersPlaced>(dan);
    std::vector<std::vector<base::MemberIndex>> placed(4);
    for (const auto& each : told)
        placed.at(each.conversation.value())
            .insert(placed.at(each.conversation.value()).end(), each.members.begin(), each.members.end());
    EXPECT_EQ(placed[2], std::vector{self(bob)});
    EXPECT_EQ(placed[3], std::vector{self(cem)}) << "not where they were before";
    EXPECT_EQ(Hall::all<node::ConversationChanged>(dan).back().label, "Blue");
    EXPECT_EQ(group_seen_by(dan, self(dan)), base::ConversationId{});
    hall.say(bob, "not for Dan", chat_of(red));
    hall.run(500ms);
    EXPECT_EQ(times(dan, "not for Dan"), 0U);
    place(alice, red, {self(dan)});
    hall.say(bob, "for Dan", chat_of(red));
    hall.run(500ms);
    EXPECT_EQ(times(dan, "not for Dan"), 0U);
    EXPECT_EQ(times(dan, "for Dan"), 1U);
}

TEST_F(Groups, whoever_missed_it_is_told_in_the_end) {
    open_two();
    kill(cem);
    place(alice, red, {self(bob), self(cem)});
    place(alice, blue, {self(cem)});
    hall.run(4s);
    hall.drop_all_to(cem.address, false);
    hall.run(4s);
    ASSERT_TRUE(Hall::joined(cem));
    EXPECT_EQ(group_seen_by(cem, self(bob)), red);
    EXPECT_EQ(group_seen_by(cem, self(cem)), blue);
}

TEST_F(Groups, closing_one_calls_its_people_back) {
    open_two();
    place(alice, red, {self(alice), self(bob)});
    place(alice, blue, {self(cem)});
    const auto closed_chat = chat_of(red);
    const auto closed_voice = voice_of(red);
    hall.say(bob, "before", closed_chat);
    hall.run(500ms);
    for (auto* at : {&alice, &bob, &cem}) {
        EXPECT_EQ(group_seen_by(*at, self(alice)), red);
        EXPECT_EQ(group_seen_by(*at, self(bob)), red);
    }
    act_on(alice, log::CloseConversation{red});
    for (auto* at : {&alice, &bob, &cem}) {
        EXPECT_EQ(group_seen_by(*at, self(bob)), base::ConversationId{});
        EXPECT_EQ(group_seen_by(*at, self(cem)), blue);
        const auto removed = Hall::all<node::FlowRemoved>(*at);
        ASSERT_EQ(removed.size(), 3U);
        EXPECT_EQ(removed.front().flow, closed_voice);
        EXPECT_EQ(removed.back().flow, closed_chat);
    }
    EXPECT_EQ(relay.node->load().history_bytes, 0U) << "nobody reads them any more";
    hall.say(bob, "after", closed_chat);
    hall.run(500ms);
    EXPECT_EQ(times(alice, "after"), 0U);
    EXPECT_FALSE(refusals(bob).empty());
    hall.say(bob, "back again", chat);
    hall.run(500ms);
    EXPECT_EQ(times(cem, "back again"), 1U);
    auto& dan = newcomer("Dan");
    EXPECT_EQ(times(dan, "before"), 0U);
    EXPECT_EQ(group_seen_by(dan, self(cem)), blue);
}

TEST_F(Groups, each_has_its_own_floor) {
    open_two();
    place(alice, red, {self(bob)});
    place(alice, blue, {self(cem)});
    token::DeclareToken of_red{base::TokenId{1}, "red-voice", {voice_of(red)}, {}};
    token::DeclareToken of_blue{base::TokenId{2}, "blue-voice", {voice_of(blue)}, {}};
    of_red.settings.style = of_blue.settings.style = "queue";
    act(alice, of_red);
    act(alice, of_blue);
    hall.run(50ms);
    hall.command(bob, node::WantToken{base::TokenId{1}, true});
    hall.command(cem, node::WantToken{base::TokenId{2}, true});
    hall.run(50ms);
    hall.command(cem, node::WantToken{base::TokenId{1}, true});
    hall.run(50ms);
    EXPECT_EQ(refusals(cem), std::vector{CommandError::not_permitted}) << "of a group that they are not in";
    hall.say(bob, "red", voice_of(red));
    hall.say(cem, "blue", voice_of(blue));
    hall.run(200ms);
    EXPECT_EQ(refusals(cem).size(), 1U);
    EXPECT_TRUE(refusals(bob).empty());
    // Out of the group, out of its floor.
    place(alice, red, {self(cem)});
    const auto told = Hall::all<node::TokenChanged>(alice).back();
    EXPECT_EQ(told.token->id, base::TokenId{2});
    EXPECT_TRUE(told.token->holders.empty());
    act_on(alice, log::CloseConversation{red});
    EXPECT_TRUE(Hall::all<node::TokenChanged>(bob).back().token->over);
}

TEST_F(Groups, they_outlive_the_relay) {
    open_two();
    place(alice, red, {self(alice), self(bob)});
    place(alice, blue, {self(cem)});
    hall.say(bob, "before", chat_of(red));
    hall.run(1s);
    hall.restart_relay(relay);
    hall.run(20s);
    ASSERT_TRUE(Hall::joined(bob));
    hall.say(bob, "after", chat_of(red));
    hall.run(2s);
    EXPECT_EQ(times(alice, "before") + times(alice, "after"), 2U);
    EXPECT_EQ(times(cem, "before") + times(cem, "after"), 0U);
    auto& dan = newcomer("Dan");
    EXPECT_EQ(group_seen_by(dan, self(bob)), red);
    EXPECT_EQ(group_seen_by(dan, self(cem)), blue);
    place(alice, red, {self(dan)});
    hall.run(1s);
    EXPECT_EQ(times(dan, "before") + times(dan, "after"), 0U);
    hall.say(bob, "at last", chat_of(red));
    hall.run(1s);
    EXPECT_EQ(times(alice, "at last") + times(dan, "at last"), 2U);
}

TEST_F(Groups, who_comes_back_after_long_is_in_none) {
    open_two();
    place(alice, red, {self(bob)});
    const auto before = self(bob);
    kill(bob);
    hall.run(20s);
    hall.drop_all_to(bob.address, false);
    hall.run(10s);
    ASSERT_TRUE(Hall::joined(bob));
    const auto joined = Hall::all<node::MemberJoined>(bob);
    const auto now = std::ranges::find(joined.rbegin(), joined.rend(), true, &node::MemberJoined::self)->member;
    EXPECT_NE(now, before);
    EXPECT_EQ(group_seen_by(alice, now), base::ConversationId{});
    hall.say(bob, "am I in", chat_of(red));
    hall.run(500ms);
    EXPECT_EQ(refusals(bob).back(), CommandError::not_in_group);
}

} // namespace
} // namespace plenum::test
