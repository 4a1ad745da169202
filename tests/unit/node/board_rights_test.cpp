// SPDX-License-Identifier: Apache-2.0
// On a whiteboard nobody is heard who claims more than the policy and their role give.
#include "tests/unit/node/dishonest_relay.h"
#include "tests/unit/node/floor_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::test {
namespace {

using base::Authority;
using testing::Contains;
using testing::Not;

node::CreateFlow a_board() {
    node::CreateFlow create;
    create.name = "sketches";
    create.kind = base::FlowKind::board;
    create.terms = {80ms, std::nullopt, 20, 1000, 0};
    return create;
}

node::Publish message(base::FlowId flow, Authority authority, std::string_view text) {
    const auto bytes = base::as_bytes(text);
    return {flow, wire::MessageFlags::of(authority), {bytes.begin(), bytes.end()}, {}};
}

log::Policy policy(Authority others) {
    log::Policy policy;
    policy.board = others;
    return policy;
}

class BoardRights : public Floor {
  protected:
    void SetUp() override {
        Floor::SetUp();
        hall.command(alice, a_board());
        hall.run(200ms);
        sketches = Hall::all<node::FlowDeclared>(bob).back().flow;
    }
    void allow(Authority others) {
        hall.command(alice, node::SetPolicy{policy(others)});
        hall.run(200ms);
    }
    void draw(Hall::Place& by, Authority authority, std::string_view text) {
        hall.command(by, message(sketches, authority, text));
        hall.run(200ms);
    }
    base::FlowId sketches;
};

TEST_F(BoardRights, whoever_claims_too_much_is_told_and_heard_by_nobody) {
    draw(bob, Authority::manage, "while everybody may do everything");
    allow(Authority::draw);
    draw(bob, Authority::edit_others, "too much");
    EXPECT_EQ(Hall::all<node::MessageRefused>(bob).back().flow, sketches);
    draw(bob, Authority::draw, "a line");
    draw(alice, Authority::manage, "a moderator");
    EXPECT_EQ(times(cem, "too much"), 0U);
    EXPECT_EQ(times(cem, "a line") + times(cem, "a moderator"), 2U) << "nothing waits for what was refused";
    EXPECT_EQ(times(cem, "while everybody may do everything"), 1U);
    const auto heard = Hall::all<node::MessageReceived>(cem);
    EXPECT_EQ(heard.back().flags.authority(), Authority::manage);
    EXPECT_EQ(heard[heard.size() - 2].flags.authority(), Authority::draw);
}

TEST_F(BoardRights, newcomers_read_what_was_permitted_when_it_was_drawn) {
    draw(bob, Authority::edit_others, "before");
    allow(Authority::draw);
    auto& dan = hall.add_endpoint();
    hall.join(dan, relay, link, "Dan");
    hall.run(2s);
    EXPECT_EQ(times(dan, "before"), 1U);
}

TEST_F(BoardRights, restarted_relay_keeps_what_was_drawn_before_a_rejected_message) {
    allow(Authority::draw);
    draw(bob, Authority::draw, "early");
    draw(bob, Authority::manage, "too much");
    draw(bob, Authority::draw, "late");
    hall.drop_all_to(bob.address, true);
    hall.restart_relay(relay);
    hall.run(2s);
    auto& dan = hall.add_endpoint();
    hall.join(dan, relay, link, "Dan");
    hall.run(2s);
    EXPECT_EQ(times(dan, "early"), 1U);
    EXPECT_EQ(times(dan, "late"), 1U);
    EXPECT_THAT(Hall::all<node::MessagesMissed>(dan), testing::IsEmpty());
}

TEST_F(BoardRights, members_give_a_relay_without_its_disk_what_was_drawn_before_a_rejected_message) {
    allow(Authority::draw);
    draw(bob, Authority::draw, "early");
    draw(bob, Authority::manage, "too much");
    draw(bob, Authority::draw, "late");
    hall.drop_all_to(bob.address, true);
    hall.restart_relay_empty(relay);
    hall.run(60s);
    auto& dan = hall.add_endpoint();
    hall.join(dan, relay, link, "Dan");
    hall.run(5s);
    EXPECT_EQ(times(dan, "early"), 1U);
    EXPECT_EQ(times(dan, "late"), 1U);
}

/// A relay that passes everything on.
TEST(BoardRightsDeceived, members_refuse_what_claims_too_much) {
    Hall hall;
    DishonestRelay relay{hall};
    auto& alice = hall.add_endpoint();
    auto& bob = hall.add_endpoint();
    const auto link = relay.create(alice);
    relay.join(alice, link, "Alice");
    relay.join(bob, link, "Bob");
    hall.command(alice, a_board());
    hall.command(alice, node::SetPolicy{policy(Authority::draw)});
    relay.run(500ms);
    const auto sketches = Hall::all<node::FlowDeclared>(bob).back().flow;
    hall.command(bob, message(sketches, Authority::manage, "too much"));
    hall.command(bob, message(sketches, Authority::draw, "a line"));
    relay.run(500ms);
    EXPECT_THAT(Hall::texts(alice), Contains("a line"));
    EXPECT_THAT(Hall::texts(alice), Not(Contains("too much")));
}

} // namespace
} // namespace plenum::test
