// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/plugins/floor/meeting.h"

#include <gtest/gtest.h>

namespace plenum::floor {
namespace {

token::Settings holders(std::uint16_t most) {
    token::Settings settings;
    settings.holders_max = most;
    return settings;
}

TEST(Queue, goes_on_as_people_asked) {
    Meeting meeting{"queue"};
    meeting.asks(2);
    meeting.asks(3);
    meeting.asks(4);
    EXPECT_EQ(meeting.holders(), "2");
    EXPECT_EQ(meeting.waiting(), "3 4");
    meeting.releases(2);
    EXPECT_EQ(meeting.holders(), "3");
    meeting.asks(5, token::RequestClass::point_of_order);
    meeting.releases(3);
    EXPECT_EQ(meeting.holders(), "5");
    EXPECT_EQ(meeting.waiting(), "4");
    EXPECT_EQ(meeting.done, "grant_token grant_token grant_token ");
}

TEST(Queue, passes_over_who_is_away_and_keeps_their_place) {
    Meeting meeting{"queue"};
    meeting.asks(2);
    meeting.asks(3);
    meeting.asks(4);
    meeting.people[2].present = false;
    meeting.releases(2);
    EXPECT_EQ(meeting.holders(), "4");
    EXPECT_EQ(meeting.waiting(), "3");
    meeting.people[2].present = true;
    meeting.releases(4);
    EXPECT_EQ(meeting.holders(), "3");
}

TEST(Queue, gives_it_to_who_spoke_least_where_it_should) {
    Meeting meeting{"queue"};
    meeting.settings.parameters = "order=shortest";
    meeting.configure();
    meeting.asks(2);
    meeting.now += 60s;
    meeting.releases(2);
    meeting.asks(3);
    meeting.now += 20s;
    meeting.asks(2);
    meeting.asks(4);
    EXPECT_EQ(meeting.waiting(), "4 2") << "the same for all who look";
    meeting.releases(3);
    EXPECT_EQ(meeting.holders(), "4");
    meeting.asks(3);
    EXPECT_EQ(meeting.waiting(), "3 2");
    meeting.asks(5, token::RequestClass::point_of_order);
    EXPECT_EQ(meeting.waiting(), "5 3 2");
    meeting.asks(2, token::RequestClass::point_of_order);
    EXPECT_EQ(meeting.waiting(), "5 2 3") << "within a class";
}

TEST(Queue, leaves_free_places_to_the_holder_where_it_should) {
    Meeting meeting{"queue"};
    meeting.settings.holders_max = 2;
    meeting.settings.parameters = "room=holder";
    meeting.configure();
    meeting.asks(2);
    meeting.asks(3);
    EXPECT_EQ(meeting.holders(), "2") << "the second place is for whomever 2 shares it with";
    meeting.releases(2);
    EXPECT_EQ(meeting.holders(), "3");
}

TEST(Queue, leaves_it_to_moderators_where_it_should) {
    Meeting meeting{"queue"};
    meeting.settings.parameters = "grant=moderator";
    meeting.configure();
    meeting.asks(2);
    EXPECT_EQ(meeting.holders(), "");
    meeting.settings.parameters = "";
    meeting.settings.moderated = true;
    meeting.configure();
    EXPECT_EQ(meeting.holders(), "2") << "accepted before";
    meeting.asks(3);
    meeting.releases(2);
    EXPECT_EQ(meeting.holders(), "");
    EXPECT_TRUE(meeting.enter({Meeting::chair, true}, token::PlaceRequest{Meeting::voice, base::MemberIndex{3}, 0}));
    meeting.settle();
    EXPECT_EQ(meeting.holders(), "3");
}

TEST(Brainstorm, lets_everyone_speak) {
    Meeting meeting{"brainstorm", holders(0)};
    meeting.settle();
    EXPECT_TRUE(meeting.token().everyone.has_value());
    EXPECT_EQ(meeting.done, "distribute_token ");
    meeting.settle();
    EXPECT_EQ(meeting.done, "distribute_token ");
    Meeting bounded{"brainstorm"};
    bounded.settle();
    EXPECT_EQ(bounded.done, "") << "what cannot be is not tried";
}

TEST(Chalkboard, has_a_phase_for_the_talk_and_one_for_questions) {
    Meeting meeting{"chalkboard", holders(3)};
    meeting.asks(2);
    meeting.asks(3);
    meeting.asks(4);
    EXPECT_EQ(meeting.holders(), "2") << "nobody interrupts the speaker";
    EXPECT_EQ(meeting.waiting(), "3 4");
    meeting.settings.parameters = "phase=questions";
    meeting.configure();
    EXPECT_EQ(meeting.holders(), "2 3 4");
    EXPECT_EQ(meeting.token().holders[1].giver, base::MemberIndex{2});
    meeting.asks(5);
    EXPECT_EQ(meeting.waiting(), "5") << "as many as may be";
    meeting.releases(3);
    EXPECT_EQ(meeting.holders(), "2 4 5");
    meeting.settings.parameters = "phase=talk";
    meeting.configure();
    EXPECT_EQ(meeting.holders(), "2") << "copies end with the phase";
}

TEST(Groups, have_a_speaker_each) {
    Meeting meeting{"groups", holders(0)};
    meeting.settings.parameters = "groups=2,3/4,5";
    meeting.configure();
    for (const auto member : {3, 2, 4, 5, 6})
        meeting.asks(member);
    EXPECT_EQ(meeting.holders(), "3 4");
    EXPECT_EQ(meeting.waiting(), "2 5 6") << "6 is in no group";
    meeting.releases(3);
    EXPECT_EQ(meeting.holders(), "4 2");
    meeting.settings.parameters = "groups=2,4/3,5";
    meeting.configure();
    EXPECT_EQ(meeting.holders(), "2 5") << "of two in the same group the earlier one goes";
}

TEST(Panel, may_speak_at_any_time_and_others_one_by_one) {
    auto settings = holders(0);
    settings.panel = {base::MemberIndex{2}, base::MemberIndex{3}};
    Meeting meeting{"panel", settings};
    meeting.settle();
    EXPECT_EQ(meeting.holders(), "2 3");
    meeting.asks(5);
    meeting.asks(6);
    EXPECT_EQ(meeting.holders(), "2 3 5");
    meeting.releases(5);
    EXPECT_EQ(meeting.holders(), "2 3 6");
    meeting.settings.panel = {base::MemberIndex{2}};
    meeting.configure();
    EXPECT_EQ(meeting.holders(), "2 6") << "of two guests who speak the earlier one goes";
    meeting.people[1].present = false;
    meeting.after(3s);
    EXPECT_EQ(meeting.holders(), "6");
    meeting.people[1].present = true;
    meeting.settle();
    EXPECT_EQ(meeting.holders(), "6 2");
}

TEST(Activity, hands_on_what_nobody_uses_when_another_waits) {
    Meeting meeting{"activity"};
    meeting.asks(2);
    EXPECT_EQ(meeting.holders(), "2");
    meeting.after(10s);
    EXPECT_EQ(meeting.holders(), "2") << "nobody waits";
    meeting.people[1].spoke_at = meeting.now;
    meeting.asks(3);
    EXPECT_EQ(meeting.holders(), "2");
    EXPECT_EQ(meeting.arbiter.next_wakeup(), meeting.now + 300ms);
    meeting.after(299ms);
    EXPECT_EQ(meeting.holders(), "2");
    meeting.people[1].spoke_at = meeting.now;
    meeting.after(299ms);
    EXPECT_EQ(meeting.holders(), "2");
    meeting.after(1ms);
    EXPECT_EQ(meeting.holders(), "3");
    EXPECT_EQ(meeting.waiting(), "");
    meeting.settings.parameters = "idle_ms=200";
    meeting.configure();
    meeting.after(999ms);
    meeting.people[2].spoke_at = meeting.now;
    meeting.asks(2);
    meeting.after(199ms);
    EXPECT_EQ(meeting.holders(), "3");
    meeting.after(1ms);
    EXPECT_EQ(meeting.holders(), "2");
}

TEST(Activity, leaves_time_to_begin) {
    Meeting meeting{"activity"};
    meeting.asks(2);
    meeting.asks(3);
    EXPECT_EQ(meeting.arbiter.next_wakeup(), meeting.now + 1s);
    meeting.after(999ms);
    EXPECT_EQ(meeting.holders(), "2") << "not a word so far";
    meeting.people[1].spoke_at = meeting.now;
    meeting.after(299ms);
    EXPECT_EQ(meeting.holders(), "2");
    meeting.after(1ms);
    EXPECT_EQ(meeting.holders(), "3");
    meeting.asks(2);
    meeting.after(1s);
    EXPECT_EQ(meeting.holders(), "2") << "who never begins";
    meeting.settings.parameters = "begin_ms=200";
    meeting.configure();
    meeting.asks(3);
    meeting.after(200ms);
    EXPECT_EQ(meeting.holders(), "3");
}

TEST(Activity, of_two_holders_the_one_who_is_silent_for_longer_is_waited_for) {
    Meeting meeting{"activity", holders(2)};
    meeting.asks(2);
    meeting.asks(3);
    meeting.after(5s);
    meeting.people[1].spoke_at = meeting.now - 100ms;
    meeting.people[2].spoke_at = meeting.now;
    meeting.asks(4);
    EXPECT_EQ(meeting.holders(), "2 3");
    EXPECT_EQ(meeting.arbiter.next_wakeup(), meeting.now + 200ms);
    meeting.after(200ms);
    EXPECT_EQ(meeting.holders(), "3 4");
}

TEST(Activity, who_was_idle_loses_it_as_soon_as_another_asks) {
    Meeting meeting{"activity"};
    meeting.asks(2);
    meeting.people[1].spoke_at = meeting.now + 1ms;
    meeting.after(5s);
    meeting.asks(3);
    EXPECT_EQ(meeting.holders(), "3");
}

TEST(Styles, can_follow_each_other_and_keep_the_queue) {
    Meeting meeting{"queue"};
    meeting.asks(2);
    meeting.asks(3);
    meeting.asks(4);
    meeting.settings.style = "brainstorm";
    meeting.settings.holders_max = 0;
    EXPECT_TRUE(meeting.enter({Meeting::chair, true}, token::ConfigureToken{Meeting::voice, meeting.settings}));
    EXPECT_TRUE(meeting.enter({}, token::DistributeToken{Meeting::voice}));
    EXPECT_EQ(meeting.waiting(), "3 4");
    meeting.settings.style = "queue";
    meeting.settings.holders_max = 1;
    meeting.configure();
    EXPECT_EQ(meeting.holders(), "3");
    EXPECT_EQ(meeting.waiting(), "4");
}

TEST(Styles, bring_down_to_their_promise_what_another_left) {
    auto settings = holders(0);
    settings.panel = {base::MemberIndex{2}, base::MemberIndex{3}};
    for (const auto& [style, holding] :
         {std::pair{"queue", ""}, {"panel", "2 3"}, {"activity", ""}, {"groups", ""}, {"chalkboard", ""}}) {
        Meeting meeting{style, settings};
        meeting.enter({Meeting::chair, true}, token::DistributeToken{Meeting::voice});
        meeting.settle();
        EXPECT_FALSE(meeting.token().everyone.has_value()) << style;
        EXPECT_EQ(meeting.holders(), holding) << "everyone held it, then came " << style;
    }
    for (const auto& [style, holding] :
         {std::pair{"queue", "5"}, {"panel", "2 3 5"}, {"activity", "5"}, {"groups", "5"}, {"chalkboard", "5"}}) {
        Meeting meeting{style, settings};
        for (const auto member : {2, 3, 4, 5})
            meeting.enter({Meeting::chair, true},
                          token::GrantToken{Meeting::voice, base::MemberIndex{static_cast<std::uint32_t>(member)}});
        meeting.settle();
        EXPECT_EQ(meeting.holders(), holding) << "four held it, then came " << style;
    }
}

TEST(Styles, end_the_turn_before_when_a_moderator_grants_the_floor_to_another) {
    auto settings = holders(0);
    settings.panel = {Meeting::chair};
    for (const auto& [style, holding] :
         {std::pair{"queue", "3"}, {"panel", "1 3"}, {"activity", "3"}, {"groups", "3"}, {"chalkboard", "3"}}) {
        Meeting meeting{style, settings};
        meeting.settle();
        meeting.enter({Meeting::chair, true}, token::GrantToken{Meeting::voice, base::MemberIndex{2}});
        meeting.asks(3);
        ASSERT_EQ(meeting.waiting(), "3") << style;
        ASSERT_TRUE(meeting.enter({Meeting::chair, true}, token::GrantToken{Meeting::voice, base::MemberIndex{3}}));
        meeting.settle();
        EXPECT_EQ(meeting.holders(), holding) << style;
        EXPECT_EQ(meeting.waiting(), "") << style;
    }
}

/// Takes questions; the speaker left, and two copies stand.
class ChalkboardQuestions : public testing::Test {
  protected:
    void SetUp() override {
        meeting.settings.parameters = "phase=questions";
        meeting.configure();
        for (const std::uint32_t member : {2U, 3U, 4U})
            meeting.asks(member);
        ASSERT_EQ(meeting.holders(), "2 3 4");
        apply_leave(meeting.table, base::MemberIndex{2});
        meeting.people.erase(meeting.people.begin() + 1);
    }
    void end() {
        meeting.settings.parameters = "phase=talk";
        meeting.configure();
    }
    Meeting meeting{"chalkboard", holders(0)};
};

TEST_F(ChalkboardQuestions, end_with_the_copies_though_their_giver_left) {
    meeting.asks(5);
    EXPECT_EQ(meeting.holders(), "3 4 5") << "the next speaker";
    end();
    EXPECT_EQ(meeting.holders(), "5");
}

TEST_F(ChalkboardQuestions, end_with_the_copies_though_nobody_speaks) {
    end();
    EXPECT_EQ(meeting.holders(), "");
}

TEST(Panel, a_panellist_gives_it_back_and_has_it_again_on_request) {
    auto settings = holders(0);
    settings.panel = {base::MemberIndex{2}, base::MemberIndex{3}};
    Meeting meeting{"panel", settings};
    meeting.settle();
    meeting.releases(2);
    EXPECT_EQ(meeting.holders(), "3");
    meeting.enter({Meeting::chair, true}, token::RevokeToken{Meeting::voice, base::MemberIndex{3}});
    meeting.settle();
    EXPECT_EQ(meeting.holders(), "");
    meeting.asks(5);
    meeting.asks(3);
    EXPECT_EQ(meeting.holders(), "5 3") << "at once, though a guest speaks";
    meeting.people[2].present = false;
    meeting.after(3s);
    EXPECT_EQ(meeting.holders(), "5");
    meeting.people[2].present = true;
    meeting.settle();
    EXPECT_EQ(meeting.holders(), "5 3") << "who was lost did not stand down";
}

TEST(Queue, two_who_alternate_points_of_order_keep_nobody_from_it) {
    for (const auto* parameters : {"", "order=shortest"}) {
        Meeting meeting{"queue"};
        meeting.settings.parameters = parameters;
        meeting.configure();
        const auto order = token::RequestClass::point_of_order;
        meeting.asks(2, order);
        meeting.asks(4);
        int turns = 0;
        for (std::uint32_t speaker = 2; meeting.holders() != "4"; speaker = 5 - speaker) {
            ASSERT_LT(++turns, 5) << parameters;
            meeting.asks(5 - speaker, order);
            meeting.now += 10s;
            meeting.releases(speaker);
        }
    }
}

TEST(Styles, are_six_and_describe_themselves) {
    EXPECT_EQ(floor_styles().size(), 6U);
    for (const auto& style : floor_styles()) {
        EXPECT_EQ(style.kind, base::PluginKind::floor);
        EXPECT_EQ(style.size, sizeof(base::PluginDescriptor));
        EXPECT_EQ(style.version, base::plugin_version);
        const std::string id{style.id};
        EXPECT_EQ(id.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string::npos);
        EXPECT_LE(id.size(), token::label_bytes_max);
        EXPECT_FALSE(std::string{style.title}.empty());
        EXPECT_FALSE(std::string{style.about}.empty());
        auto* made = static_cast<token::FloorPolicy*>(style.create(style.context));
        EXPECT_TRUE(made->accepts("")) << id;
        EXPECT_FALSE(made->accepts("colour=blue")) << id;
        EXPECT_TRUE(style.copies_while == nullptr || made->accepts(style.copies_while)) << id;
        EXPECT_EQ(made->decide({}).act, token::FloorAct::none) << id;
        style.destroy(made);
    }
}

TEST(Styles, say_what_they_understand) {
    const auto accepts = [](const char* id, const char* parameters) { return Meeting{id}.policy->accepts(parameters); };
    EXPECT_TRUE(accepts("queue", "order=shortest grant=moderator"));
    EXPECT_FALSE(accepts("queue", "order=longest"));
    EXPECT_FALSE(accepts("queue", "grant=never"));
    EXPECT_TRUE(accepts("queue", "room=holder"));
    EXPECT_FALSE(accepts("queue", "room=none"));
    EXPECT_TRUE(accepts("chalkboard", "phase=questions"));
    EXPECT_FALSE(accepts("chalkboard", "phase=lunch"));
    EXPECT_TRUE(accepts("activity", "idle_ms=200"));
    EXPECT_TRUE(accepts("activity", "idle_ms=400"));
    EXPECT_FALSE(accepts("activity", "idle_ms=199"));
    EXPECT_FALSE(accepts("activity", "idle_ms=401"));
    EXPECT_FALSE(accepts("activity", "idle_ms=soon"));
    EXPECT_TRUE(accepts("activity", "begin_ms=200 idle_ms=200"));
    EXPECT_TRUE(accepts("activity", "begin_ms=5000"));
    EXPECT_FALSE(accepts("activity", "begin_ms=199"));
    EXPECT_FALSE(accepts("activity", "begin_ms=5001"));
    EXPECT_TRUE(accepts("groups", "groups=1,2/3"));
    EXPECT_FALSE(accepts("groups", "groups=1,2/2"));
    EXPECT_FALSE(accepts("groups", "groups=1,,2"));
    EXPECT_FALSE(accepts("groups", "groups=0"));
}

} // namespace
} // namespace plenum::floor
