// SPDX-License-Identifier: Apache-2.0
// What styles promise, between nodes: activity on reliable flows, the panel, limits, arbiters that are members
// (plugins/floor/README.md, "Promises").
#include "core/api/standard_flows.h"
#include "core/node/pipeline.h"
#include "tests/unit/node/floor_fixture.h"

#include <set>

namespace plenum::test {
namespace {

using node::CommandError;

class FloorStyles : public Floor {
  protected:
    static constexpr base::FlowId board{4};

    void declare_with(base::FlowId flow, const token::Settings& settings) {
        act(alice, token::DeclareToken{token, "floor", {flow}, settings});
        hall.run(100ms);
        ASSERT_NE(seen_by(bob), nullptr);
    }
    static token::Settings by(std::string style) {
        token::Settings settings;
        settings.style = std::move(style);
        return settings;
    }
    static std::vector<base::MemberIndex> holders_seen_by(const Hall::Place& place) {
        std::vector<base::MemberIndex> holders;
        for (const auto& holder : seen_by(place)->holders)
            holders.push_back(holder.member);
        std::ranges::sort(holders);
        return holders;
    }
    /// Who is told to have said what changed the token last.
    static base::MemberIndex last_author(const Hall::Place& place) {
        return Hall::all<node::TokenChanged>(place).back().cause->author;
    }
    /// A stroke each `interval`.
    void draw(Hall::Place& place, base::Duration interval, int strokes) {
        for (int stroke = 0; stroke < strokes; ++stroke) {
            hall.say(place, "stroke", board);
            hall.run(interval);
        }
    }
};

TEST_F(FloorStyles, who_draws_without_pause_keeps_the_pen_and_loses_it_when_idle) {
    declare_with(board, by("activity"));
    want(bob);
    hall.run(20ms);
    draw(bob, 100ms, 5);
    want(cem);
    draw(bob, 100ms, 50);
    EXPECT_EQ(holder_seen_by(alice), self(bob));
    hall.run(180ms);
    EXPECT_EQ(holder_seen_by(alice), self(bob)) << "280 ms after the last stroke";
    hall.run(50ms);
    EXPECT_EQ(holder_seen_by(alice), self(cem));
}

TEST_F(FloorStyles, an_idle_pen_goes_to_whoever_asks_within_a_round_trip) {
    declare_with(board, by("activity"));
    want(bob);
    hall.run(20ms);
    draw(bob, 100ms, 3);
    hall.run(5s);
    want(cem);
    hall.run(20ms);
    EXPECT_EQ(holder_seen_by(alice), self(cem));
}

TEST_F(FloorStyles, a_stroke_that_is_sent_again_is_no_pause) {
    hall.set_delay(100ms);
    auto settings = by("activity");
    settings.parameters = "idle_ms=200";
    act(alice, token::DeclareToken{token, "pen", {board}, settings});
    hall.run(1s);
    want(bob);
    hall.run(1s);
    draw(bob, 50ms, 10);
    want(cem);
    bool lose = false;
    hall.tamper = [&](const base::Address& from, const base::Address&, base::Bytes bytes) {
        const bool lost = from == bob.address && std::exchange(lose, false);
        return lost ? base::Bytes{} : bytes;
    };
    for (int stroke = 0; stroke < 60; ++stroke) {
        lose = stroke % 10 == 9;
        draw(bob, 50ms, 1);
    }
    EXPECT_EQ(holder_seen_by(alice), self(bob));
    hall.run(1s);
    EXPECT_EQ(holder_seen_by(alice), self(cem));
}

TEST_F(FloorStyles, a_relay_that_comes_back_takes_nobody_for_idle_whom_it_could_not_hear) {
    declare_with(board, by("activity"));
    want(bob);
    hall.run(20ms);
    draw(bob, 100ms, 20);
    want(cem);
    draw(bob, 100ms, 5);
    hall.restart_relay(relay);
    draw(bob, 100ms, 150);
    EXPECT_EQ(holder_seen_by(alice), self(bob));
    hall.run(1s);
    EXPECT_EQ(holder_seen_by(alice), self(cem));
}

TEST_F(FloorStyles, a_panellist_from_whom_it_was_taken_stays_without_until_they_ask) {
    auto settings = by("panel");
    settings.holders_max = 500;
    settings.panel = {self(bob), self(cem)};
    declare_with(voice, settings);
    ASSERT_EQ(holders_seen_by(alice), (std::vector{self(bob), self(cem)}));
    act(alice, token::RevokeToken{token, self(bob), token::RevokeReason::decided});
    want(cem, false);
    hall.run(200ms);
    act(cem, token::ReleaseToken{token});
    hall.run(1s);
    EXPECT_TRUE(holders_seen_by(alice).empty());
    want(bob);
    hall.run(50ms);
    EXPECT_EQ(holders_seen_by(alice), std::vector{self(bob)});
    hall.restart_relay(relay);
    hall.run(10s);
    EXPECT_EQ(holders_seen_by(alice), std::vector{self(bob)}) << "the relay that comes back knows who stood down";
}

TEST_F(FloorStyles, a_limit_holds_where_moderators_decide) {
    token::Settings settings;
    settings.revoked_after = 2s;
    declare_with(voice, settings);
    act(alice, token::GrantToken{token, self(bob)});
    hall.run(1900ms);
    EXPECT_EQ(holder_seen_by(alice), self(bob));
    hall.run(200ms);
    EXPECT_EQ(holder_seen_by(alice), base::MemberIndex{});
}

TEST_F(FloorStyles, a_limit_holds_while_somebody_holds_another_token) {
    const base::TokenId pen{2};
    auto settings = by("");
    settings.revoked_after = 2s;
    declare_with(voice, settings);
    act(alice, token::DeclareToken{pen, "pen", {board}, by("")});
    act(alice, token::GrantToken{pen, self(cem)});
    act(alice, token::GrantToken{token, self(bob)});
    hall.run(50ms);
    const auto is_over = [&] {
        return std::ranges::any_of(Hall::all<node::TokenChanged>(alice), [](const auto& changed) {
            const auto* revocation =
                changed.cause ? std::get_if<token::RevokeToken>(&changed.cause->operation) : nullptr;
            return revocation != nullptr && revocation->token == token;
        });
    };
    hall.run(1900ms);
    EXPECT_FALSE(is_over());
    hall.run(200ms);
    EXPECT_TRUE(is_over());
}

TEST_F(FloorStyles, a_limit_that_is_set_later_counts_from_the_grant) {
    declare_with(voice, {});
    act(alice, token::GrantToken{token, self(bob)});
    hall.run(3s);
    token::SettingsChange limit;
    limit.revoked_after = 2s;
    act(alice, token::ConfigureToken{token, limit});
    hall.run(50ms);
    EXPECT_EQ(holder_seen_by(alice), base::MemberIndex{});
}

TEST_F(FloorStyles, an_arbiter_that_is_a_member_decides_and_the_relay_ends_limits) {
    auto settings = by("queue");
    settings.arbiter = self(cem);
    settings.revoked_after = 2s;
    declare_with(voice, settings);
    want(bob);
    hall.run(50ms);
    EXPECT_EQ(holder_seen_by(alice), self(bob));
    EXPECT_EQ(last_author(alice), self(cem));
    want(alice);
    hall.run(1900ms);
    EXPECT_EQ(holder_seen_by(alice), self(bob));
    hall.run(200ms);
    EXPECT_EQ(holder_seen_by(alice), self(alice));
    EXPECT_EQ(last_author(alice), self(cem));
    want(cem);
    want(alice, false);
    hall.run(50ms);
    EXPECT_EQ(holder_seen_by(alice), self(cem)) << "who may have it too";
}

TEST_F(FloorStyles, whoever_asks_again_is_not_served_by_what_the_arbiter_decided_before) {
    auto settings = by("queue");
    settings.arbiter = self(cem);
    declare_with(voice, settings);
    hall.way = [&](const base::Address& from, const base::Address&, std::size_t) {
        return std::optional<base::Duration>{from == cem.address ? 300ms : 1ms};
    };
    want(bob);
    hall.run(50ms);
    // The arbiter has granted it, and nobody has heard of that.
    want(bob, false);
    hall.run(10ms);
    want(alice);
    hall.run(10ms);
    want(bob);
    hall.run(10ms);
    EXPECT_EQ(queue_seen_by(alice), (std::vector{self(alice), self(bob)}));
    hall.run(1s);
    EXPECT_EQ(holder_seen_by(alice), self(alice));
    EXPECT_EQ(last_author(alice), self(cem));
    EXPECT_EQ(queue_seen_by(alice), std::vector{self(bob)});
}

TEST_F(FloorStyles, a_panellist_who_asks_passes_waiting_guests_where_a_member_is_the_arbiter) {
    auto settings = by("panel");
    settings.holders_max = 500;
    settings.panel = {self(bob)};
    settings.arbiter = self(cem);
    declare_with(voice, settings);
    ASSERT_EQ(holders_seen_by(alice), std::vector{self(bob)});
    act(bob, token::ReleaseToken{token});
    hall.run(50ms);
    want(alice);
    hall.run(50ms);
    want(cem);
    hall.run(50ms);
    ASSERT_EQ(holders_seen_by(alice), std::vector{self(alice)});
    ASSERT_EQ(queue_seen_by(alice), std::vector{self(cem)});
    want(bob);
    hall.run(500ms);
    EXPECT_EQ(holders_seen_by(alice), (std::vector{self(alice), self(bob)}));
    EXPECT_EQ(last_author(alice), self(cem));
    EXPECT_EQ(queue_seen_by(alice), std::vector{self(cem)});
}

TEST_F(FloorStyles, an_arbiter_that_is_a_member_senses_activity) {
    auto settings = by("activity");
    settings.arbiter = self(cem);
    declare_with(board, settings);
    want(bob);
    hall.run(50ms);
    draw(bob, 100ms, 10);
    want(alice);
    draw(bob, 100ms, 20);
    EXPECT_EQ(holder_seen_by(alice), self(bob));
    hall.run(400ms);
    EXPECT_EQ(holder_seen_by(alice), self(alice));
}

TEST_F(FloorStyles, an_arbiter_of_two_tokens_senses_the_silence_that_ends_first) {
    const auto sound = token.next();
    auto settings = by("activity");
    settings.arbiter = self(cem);
    declare_with(board, settings);
    settings.parameters = "begin_ms=5000";
    act(alice, token::DeclareToken{sound, "voice", {voice}, settings});
    hall.run(50ms);
    for (auto* place : {&bob, &alice}) {
        hall.command(*place, node::WantToken{sound, true});
        want(*place);
        hall.run(50ms);
    }
    hall.run(1s);
    EXPECT_EQ(seen_by(alice)->id, token);
    EXPECT_EQ(holder_seen_by(alice), self(alice)) << "though the other holder may be silent for longer";
}

TEST_F(FloorStyles, an_arbiter_whose_own_transfer_is_refused_goes_on_sending) {
    auto settings = by("activity");
    settings.arbiter = self(cem);
    declare_with(board, settings);
    want(cem);
    hall.run(50ms);
    draw(cem, 100ms, 10);
    want(bob);
    hall.run(20ms);
    // Cem does not know that Bob left when it hands the pen to him.
    hall.tamper = [this](const base::Address&, const base::Address& to, base::Bytes bytes) {
        const auto way = node::route(bytes);
        const bool control = way && way->header.priority == base::PriorityClass::control;
        return to == cem.address && control ? base::Bytes{} : bytes;
    };
    hall.command(bob, node::LeaveConference{});
    hall.run(400ms);
    hall.tamper = {};
    hall.run(400ms);
    ASSERT_EQ(holder_seen_by(alice), self(cem));
    const auto before = times(alice, "stroke");
    draw(cem, 50ms, 1);
    EXPECT_TRUE(refusals(cem).empty());
    EXPECT_EQ(times(alice, "stroke"), before + 1);
}

TEST_F(FloorStyles, an_arbiter_sends_nothing_more_by_a_grant_that_it_has_handed_on) {
    auto settings = by("activity");
    settings.arbiter = self(cem);
    declare_with(board, settings);
    want(cem);
    hall.run(50ms);
    draw(cem, 100ms, 10);
    want(bob);
    hall.run(20ms);
    hall.tamper = [this](const base::Address& from, const base::Address&, base::Bytes bytes) {
        const auto way = node::route(bytes);
        const bool control = way && way->header.priority == base::PriorityClass::control;
        return from == cem.address && control ? base::Bytes{} : bytes;
    };
    hall.run(400ms);
    ASSERT_EQ(holder_seen_by(cem), self(cem));
    draw(cem, 50ms, 1);
    EXPECT_EQ(refusals(cem), std::vector{CommandError::no_token});
    hall.tamper = {};
    hall.run(1s);
    EXPECT_EQ(holder_seen_by(alice), self(bob));
}

TEST_F(FloorStyles, a_member_who_becomes_the_arbiter_takes_nobody_for_idle_whom_it_did_not_hear) {
    declare_with(board, by("activity"));
    want(bob);
    hall.run(20ms);
    draw(bob, 100ms, 15);
    want(alice);
    draw(bob, 100ms, 3);
    token::SettingsChange arbiter;
    arbiter.arbiter = self(cem);
    act(alice, token::ConfigureToken{token, arbiter});
    draw(bob, 100ms, 10);
    EXPECT_EQ(holder_seen_by(alice), self(bob));
    hall.run(400ms);
    EXPECT_EQ(holder_seen_by(alice), self(alice));
    EXPECT_EQ(last_author(alice), self(cem));
}

TEST_F(FloorStyles, the_relay_decides_while_the_arbiter_is_away) {
    auto settings = by("queue");
    settings.arbiter = self(cem);
    declare_with(voice, settings);
    kill(cem);
    want(bob);
    hall.run(2s);
    EXPECT_EQ(holder_seen_by(alice), base::MemberIndex{});
    hall.run(2s);
    EXPECT_EQ(holder_seen_by(alice), self(bob)) << "absent";
    EXPECT_EQ(last_author(alice), base::MemberIndex{});
    hall.run(20s);
    EXPECT_EQ(seen_by(alice)->settings.arbiter, base::MemberIndex{}) << "lost";
    want(alice);
    want(bob, false);
    hall.run(50ms);
    EXPECT_EQ(holder_seen_by(alice), self(alice));
}

TEST_F(FloorStyles, a_style_that_the_relay_does_not_have_is_refused_whoever_the_arbiter_is) {
    auto settings = by("unheard-of");
    settings.arbiter = self(cem);
    act(alice, token::DeclareToken{token, "floor", {voice}, settings});
    hall.run(50ms);
    EXPECT_EQ(refusals(alice), std::vector{CommandError::unknown_style});
    declare_with(voice, by("queue"));
    token::SettingsChange change;
    change.parameters = "order=random";
    act(alice, token::ConfigureToken{token, change});
    hall.run(50ms);
    EXPECT_EQ(refusals(alice).back(), CommandError::bad_settings) << "judged as they stand together";
}

TEST_F(FloorStyles, of_two_moderators_at_once_neither_loses_a_change) {
    hall.command(alice, node::SetRole{self(bob), base::MemberRole::moderator});
    declare_with(voice, by("queue"));
    token::SettingsChange lock;
    lock.locked = true;
    token::SettingsChange limit;
    limit.revoked_after = 60s;
    act(alice, token::ConfigureToken{token, lock});
    act(bob, token::ConfigureToken{token, limit});
    hall.run(100ms);
    EXPECT_TRUE(seen_by(cem)->settings.locked);
    EXPECT_EQ(seen_by(cem)->settings.revoked_after, 60s);
    EXPECT_TRUE(refusals(alice).empty() && refusals(bob).empty());
}

TEST_F(FloorStyles, a_token_that_is_declared_without_a_number_gets_the_next) {
    declare_with(voice, {});
    act(alice, token::DeclareToken{{}, "pen", {board}, {}});
    hall.run(50ms);
    EXPECT_EQ(seen_by(bob)->id, token.next());
    EXPECT_TRUE(refusals(alice).empty());
}

TEST_F(FloorStyles, two_that_are_declared_at_once_get_a_number_each) {
    hall.command(alice, node::SetRole{self(bob), base::MemberRole::moderator});
    hall.run(100ms);
    act(alice, token::DeclareToken{{}, "voice", {voice}, {}});
    act(bob, token::DeclareToken{{}, "pen", {board}, {}});
    hall.run(1s);
    std::set<std::string> labels;
    for (const auto& told : Hall::all<node::TokenChanged>(cem))
        labels.insert(told.token->label);
    EXPECT_EQ(labels, (std::set<std::string>{"pen", "voice"}));
    EXPECT_TRUE(refusals(alice).empty() && refusals(bob).empty());
}

} // namespace
} // namespace plenum::test
