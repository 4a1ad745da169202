// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/plugins/floor/meeting.h"

#include <gtest/gtest.h>

namespace plenum::floor {
namespace {

TEST(Lease, ends_when_nothing_was_heard_of_the_holder_for_so_long) {
    Meeting meeting{"queue"};
    meeting.asks(2);
    meeting.asks(3);
    meeting.people[1].present = false;
    const auto last_heard = meeting.now;
    meeting.after(token::Arbiter::lease - 1ms);
    EXPECT_EQ(meeting.holders(), "2");
    EXPECT_EQ(meeting.arbiter.next_wakeup(), last_heard + token::Arbiter::lease);
    meeting.after(1ms);
    EXPECT_EQ(meeting.holders(), "3");
    EXPECT_EQ(meeting.done, "grant_token revoke_token grant_token ");
}

TEST(Lease, is_whole_for_whoever_was_given_it_while_away) {
    Meeting meeting{"queue"};
    meeting.people[1].present = false;
    meeting.after(1min);
    EXPECT_TRUE(meeting.enter({Meeting::chair, true}, token::GrantToken{Meeting::voice, base::MemberIndex{2}}));
    meeting.after(token::Arbiter::lease - 1ms);
    EXPECT_EQ(meeting.holders(), "2");
    meeting.after(1ms);
    EXPECT_EQ(meeting.holders(), "");
}

TEST(Lease, is_the_relays_to_end_whoever_decides) {
    Meeting meeting{"queue"};
    meeting.settings.arbiter = base::MemberIndex{4};
    meeting.configure();
    meeting.asks(2);
    EXPECT_EQ(meeting.holders(), "") << "4 decides";
    EXPECT_TRUE(meeting.enter({base::MemberIndex{4}, false}, token::GrantToken{Meeting::voice, base::MemberIndex{2}}));
    meeting.people[1].present = false;
    meeting.after(token::Arbiter::lease);
    EXPECT_EQ(meeting.holders(), "");
    EXPECT_EQ(meeting.done, "revoke_token ");
    token::Arbiter member{Author{base::MemberIndex{4}, false}};
    meeting.asks(3);
    const auto next = member.decide(meeting.table, Meeting::voice, meeting.people, meeting.policy, meeting.now);
    EXPECT_EQ(next, token::Operation(token::GrantToken{Meeting::voice, base::MemberIndex{3}}));
}

TEST(SpeakingTime, ends_at_its_end) {
    Meeting meeting{"queue"};
    meeting.settings.revoked_after = 60s;
    meeting.configure();
    meeting.asks(2);
    meeting.asks(3);
    EXPECT_EQ(meeting.arbiter.next_wakeup(), meeting.now + token::Arbiter::lease);
    meeting.after(60s - 1ms);
    EXPECT_EQ(meeting.holders(), "2");
    EXPECT_EQ(meeting.arbiter.next_wakeup(), meeting.now + 1ms);
    meeting.after(1ms);
    EXPECT_EQ(meeting.holders(), "3");
    EXPECT_EQ(meeting.done, "grant_token revoke_token grant_token ");
}

TEST(SpeakingTime, ends_where_moderators_or_a_member_decide) {
    for (const auto* style : {"", "queue"}) {
        Meeting meeting{"queue"};
        meeting.settings.style = style;
        meeting.settings.arbiter = base::MemberIndex{4};
        meeting.settings.revoked_after = 5s;
        meeting.configure();
        meeting.enter({Meeting::chair, true}, token::GrantToken{Meeting::voice, base::MemberIndex{2}});
        meeting.settle();
        meeting.after(5s - 1ms);
        EXPECT_EQ(meeting.holders(), "2");
        EXPECT_EQ(meeting.arbiter.next_wakeup(), meeting.now + 1ms);
        meeting.after(1ms);
        EXPECT_EQ(meeting.holders(), "") << '"' << style << '"';
    }
}

TEST(Arbiter, who_is_away_is_stood_in_for) {
    Meeting meeting{"queue"};
    meeting.settings.arbiter = base::MemberIndex{4};
    meeting.configure();
    meeting.asks(2);
    EXPECT_EQ(meeting.holders(), "");
    meeting.people[3].present = false;
    const auto next =
        meeting.arbiter.decide(meeting.table, Meeting::voice, meeting.people, meeting.policy, meeting.now);
    EXPECT_EQ(next, token::Operation(token::GrantToken{Meeting::voice, base::MemberIndex{2}}));
}

/// A policy that wants what it may not.
class Greedy final : public token::FloorPolicy {
  public:
    bool accepts(std::string_view) const override { return true; }
    token::FloorChoice decide(const token::FloorView&) override {
        ++asked;
        return {token::FloorAct::grant, base::MemberIndex{5}, {}, 0, base::ConferenceTime::max()};
    }
    int asked{0};
};

TEST(Arbiter, does_nothing_that_the_rules_refuse) {
    Meeting meeting{"queue"};
    Greedy greedy;
    EXPECT_EQ(meeting.arbiter.decide(meeting.table, Meeting::voice, meeting.people, &greedy, meeting.now),
              std::nullopt);
    EXPECT_EQ(meeting.arbiter.refused(), 1U);
    EXPECT_EQ(greedy.asked, 1);
    EXPECT_EQ(meeting.arbiter.next_wakeup(), base::ConferenceTime::max());
}

/// Says what it was given to say.
class Puppet final : public token::FloorPolicy {
  public:
    explicit Puppet(token::FloorChoice says) : says_{says} {}
    bool accepts(std::string_view) const override { return true; }
    token::FloorChoice decide(const token::FloorView&) override { return says_; }

  private:
    token::FloorChoice says_;
};

TEST(Arbiter, takes_no_act_that_there_is_not) {
    token::Settings shared;
    shared.holders_max = 0;
    Meeting meeting{"brainstorm", shared};
    meeting.settle();
    ASSERT_TRUE(meeting.token().everyone.has_value());
    for (const auto number : {0, 11, 77, 255}) {
        Puppet puppet{{static_cast<token::FloorAct>(number), {}, {}, 0, base::ConferenceTime::max()}};
        const auto next = meeting.arbiter.decide(meeting.table, Meeting::voice, meeting.people, &puppet, meeting.now);
        EXPECT_EQ(next, std::nullopt) << number;
    }
    EXPECT_EQ(meeting.arbiter.refused(), 4U);
}

TEST(Arbiter, asks_again_neither_at_once_nor_in_ages) {
    Meeting meeting{"queue"};
    using base::ConferenceTime;
    const auto now = meeting.now;
    const auto soon = now + token::Arbiter::pause_min;
    const auto late = now + token::Arbiter::pause_max;
    for (const auto& [wish, granted] : {std::pair{ConferenceTime::min(), soon},
                                        {ConferenceTime{}, soon},
                                        {now, soon},
                                        {now + 1ns, soon},
                                        {now + 300ms, now + 300ms},
                                        {ConferenceTime::max() - 1ns, late},
                                        {ConferenceTime::max(), ConferenceTime::max()}}) {
        Puppet puppet{{token::FloorAct::none, {}, {}, 0, wish}};
        EXPECT_EQ(meeting.arbiter.decide(meeting.table, Meeting::voice, meeting.people, &puppet, now), std::nullopt);
        EXPECT_EQ(meeting.arbiter.next_wakeup(), granted) << wish.time_since_epoch().count();
    }
}

TEST(Arbiter, leaves_what_it_does_not_know) {
    Meeting meeting{"queue"};
    meeting.enter({base::MemberIndex{2}, false}, token::RequestToken{Meeting::voice});
    EXPECT_EQ(meeting.arbiter.decide(meeting.table, Meeting::voice, meeting.people, nullptr, meeting.now),
              std::nullopt);
    EXPECT_EQ(meeting.arbiter.decide(meeting.table, base::TokenId{7}, meeting.people, meeting.policy, meeting.now),
              std::nullopt);
}

} // namespace
} // namespace plenum::floor
