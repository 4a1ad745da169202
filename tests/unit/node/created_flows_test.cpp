// SPDX-License-Identifier: Apache-2.0
// Flows that members create, change and close while the conference runs, between nodes.
#include "tests/unit/node/dishonest_relay.h"
#include "tests/unit/node/floor_fixture.h"

#include <gmock/gmock.h>

namespace plenum::test {
namespace {

using node::CommandError;
using testing::ElementsAre;
using testing::IsEmpty;

node::CreateFlow live(std::string name) {
    node::CreateFlow create;
    create.name = std::move(name);
    create.terms = {50ms, 400ms, 20, 200, 0};
    return create;
}
node::CreateFlow reliable(std::string name) {
    auto create = live(std::move(name));
    create.kind = base::FlowKind::bulk;
    create.terms.loss_delay.reset();
    return create;
}

class CreatedFlows : public Floor {
  protected:
    base::FlowId create(Hall::Place& by, const node::CreateFlow& wanted) {
        hall.command(by, wanted);
        hall.run(100ms);
        return named(by, wanted.name);
    }
    /// The newest of this name; 0 where this place was not told of one.
    static base::FlowId named(const Hall::Place& place, std::string_view name) {
        base::FlowId found;
        for (const auto& flow : Hall::all<node::FlowDeclared>(place))
            if (flow.name == name) found = flow.flow;
        return found;
    }
    void act(Hall::Place& by, node::Command command) {
        hall.command(by, std::move(command));
        hall.run(100ms);
    }
    void close(Hall::Place& by, base::FlowId flow) { act(by, node::CloseFlow{flow}); }
};

TEST_F(CreatedFlows, one_that_a_member_creates_is_told_to_all_and_carries_messages) {
    const auto cursors = create(bob, live("cursors"));
    for (auto* at : {&alice, &bob, &cem}) {
        const auto told = Hall::all<node::FlowDeclared>(*at).back();
        EXPECT_EQ(told.flow, cursors);
        EXPECT_EQ(told.owner, self(bob));
        EXPECT_EQ(told.spec.priority, base::PriorityClass::live);
    }
    hall.say(cem, "here", cursors);
    hall.run(200ms);
    EXPECT_EQ(times(alice, "here") + times(bob, "here"), 2U);
    auto& dan = hall.add_endpoint();
    hall.join(dan, relay, link, "Dan");
    hall.run(1s);
    EXPECT_EQ(named(dan, "cursors"), cursors);
}

TEST_F(CreatedFlows, refusals_say_why) {
    const auto cursors = create(bob, live("cursors"));
    act(cem, live("cursors"));
    EXPECT_EQ(refusals(cem).back(), CommandError::name_taken);
    close(cem, cursors);
    EXPECT_EQ(refusals(cem).back(), CommandError::not_permitted);
    close(alice, chat);
    EXPECT_EQ(refusals(alice).back(), CommandError::fixed_flow);
    act(bob, node::ChangeFlow{cursors, {900ms, 400ms, 20, 200, 0}});
    EXPECT_EQ(refusals(bob).back(), CommandError::bad_flow) << "δ above λ";
    act(bob, live("two\nlines"));
    EXPECT_EQ(refusals(bob).back(), CommandError::bad_text);
    act(bob, live(std::string(40, 'n')));
    EXPECT_EQ(refusals(bob).back(), CommandError::too_large);
}

TEST_F(CreatedFlows, a_refused_renegotiation_names_the_flows_at_fault) {
    auto wanted = reliable("edits");
    wanted.conversation = log::plenary;
    wanted.ordered = true;
    const auto edits = create(bob, wanted);
    act(bob, node::ChangeFlow{edits, {3s, std::nullopt, 20, 200, 0}});
    const auto refused = Hall::all<node::CommandRefused>(bob).back();
    EXPECT_EQ(refused.error, CommandError::no_interval);
    EXPECT_EQ(refused.flow, edits);
    EXPECT_THAT(refused.too_slow, ElementsAre(edits));
    EXPECT_THAT(refused.too_strict, testing::Contains(voice));
}

TEST_F(CreatedFlows, a_change_moves_the_contract_and_loses_nothing_on_its_way) {
    const auto edits = create(bob, reliable("edits"));
    hall.say(bob, std::string(200, 'a'), edits);
    hall.command(alice, node::ChangeFlow{edits, {50ms, std::nullopt, 5, 100, 0}});
    hall.run(500ms);
    EXPECT_EQ(Hall::all<node::FlowChanged>(cem).back().spec.message_bytes_max, 100U);
    EXPECT_EQ(times(cem, std::string(200, 'a')), 1U);
    hall.say(bob, std::string(101, 'b'), edits);
    EXPECT_EQ(refusals(bob).back(), CommandError::too_large);
    // Who joins later reads what was said when messages could be larger.
    auto& dan = hall.add_endpoint();
    hall.join(dan, relay, link, "Dan");
    hall.run(1s);
    EXPECT_EQ(times(dan, std::string(200, 'a')), 1U);
}

TEST_F(CreatedFlows, a_shorter_loss_delay_spoils_no_message_that_was_sent_before) {
    const auto cursors = create(bob, live("cursors"));
    hall.commands(bob, {node::Publish{cursors, {}, {'x'}, {}}, node::ChangeFlow{cursors, {50ms, 100ms, 20, 200, 0}}});
    hall.run(300ms);
    EXPECT_EQ(times(alice, "x") + times(cem, "x"), 2U);
    hall.say(bob, "y", cursors);
    hall.run(300ms);
    EXPECT_EQ(times(alice, "y") + times(cem, "y"), 2U);
}

TEST_F(CreatedFlows, closing_loses_nothing_that_was_accepted_before) {
    const auto edits = create(bob, reliable("edits"));
    hall.drop_all_to(cem.address, true);
    hall.say(bob, "before", edits);
    hall.run(50ms);
    close(bob, edits);
    hall.drop_all_to(cem.address, false);
    hall.run(2s);
    EXPECT_EQ(times(cem, "before"), 1U);
    EXPECT_EQ(Hall::all<node::FlowRemoved>(cem).back().flow, edits);
    EXPECT_EQ(Hall::all<node::MessageAccepted>(bob).back().flow, edits);
    hall.say(bob, "after", edits);
    EXPECT_EQ(refusals(bob).back(), CommandError::unknown_flow);
    auto& dan = hall.add_endpoint();
    hall.join(dan, relay, link, "Dan");
    hall.run(1s);
    EXPECT_EQ(times(dan, "before"), 0U) << "was never told of the flow";
}

TEST_F(CreatedFlows, what_comes_to_the_relay_after_the_end_goes_to_nobody_and_its_sender_is_told) {
    auto wanted = reliable("edits");
    wanted.conversation = log::plenary;
    wanted.ordered = true;
    const auto edits = create(bob, wanted);
    // The entry and the message cross.
    hall.command(bob, node::CloseFlow{edits});
    hall.say(cem, "too late", edits);
    hall.say(cem, "and then", chat);
    hall.run(60ms);
    EXPECT_EQ(times(alice, "too late") + times(bob, "too late"), 0U);
    EXPECT_EQ(times(alice, "and then"), 1U) << "does not wait for what will not come";
    EXPECT_EQ(Hall::all<node::MessageRefused>(cem).back().flow, edits);
}

TEST_F(CreatedFlows, two_party_ones_are_heard_by_these_two) {
    auto wanted = reliable("aside");
    wanted.with = self(alice);
    const auto aside = create(bob, wanted);
    auto also_live = live("glances");
    also_live.with = self(bob);
    const auto glances = create(alice, also_live);
    hall.say(bob, "psst", aside);
    hall.say(alice, "yes", aside);
    hall.say(alice, "look", glances);
    hall.run(300ms);
    EXPECT_EQ(times(alice, "psst") + times(bob, "yes") + times(bob, "look"), 3U);
    EXPECT_EQ(times(cem, "psst") + times(cem, "yes") + times(cem, "look"), 0U);
    hall.say(cem, "me too", aside);
    EXPECT_EQ(refusals(cem).back(), CommandError::not_in_group);
    act(cem, node::Pull{glances, self(alice), tag::PullLatest{}});
    EXPECT_EQ(Hall::all<node::PullFailed>(cem).back().error, tag::PullError::not_allowed);
    act(bob, node::LeaveConference{});
    EXPECT_THAT(Hall::all<node::FlowRemoved>(cem), testing::SizeIs(2));
}

TEST_F(CreatedFlows, they_outlive_the_relay) {
    const auto edits = create(bob, reliable("edits"));
    const auto gone = create(bob, reliable("gone"));
    close(bob, gone);
    hall.restart_relay(relay);
    hall.run(20s);
    ASSERT_TRUE(Hall::joined(bob));
    hall.say(bob, "still", edits);
    hall.run(2s);
    EXPECT_EQ(times(alice, "still") + times(cem, "still"), 2U);
    hall.say(bob, "lost", gone);
    EXPECT_EQ(refusals(bob).back(), CommandError::unknown_flow);
}

/// A relay that passes everything to everybody.
TEST(CreatedFlowsDeceived, a_member_refuses_what_is_between_two_others) {
    Hall hall;
    DishonestRelay relay{hall};
    auto& alice = hall.add_endpoint();
    auto& bob = hall.add_endpoint();
    auto& cem = hall.add_endpoint();
    const auto link = relay.create(alice);
    relay.join(alice, link, "Alice");
    relay.join(bob, link, "Bob");
    relay.join(cem, link, "Cem");
    auto wanted = reliable("aside");
    wanted.with = base::MemberIndex{2};
    hall.command(alice, wanted);
    relay.run(300ms);
    const auto aside = Hall::all<node::FlowDeclared>(cem).back();
    ASSERT_EQ(aside.peer, base::MemberIndex{2});
    hall.say(alice, "for Bob", aside.flow);
    relay.run(300ms);
    EXPECT_THAT(Hall::texts(bob), ElementsAre("for Bob"));
    EXPECT_THAT(Hall::texts(cem), IsEmpty());
}

} // namespace
} // namespace plenum::test
