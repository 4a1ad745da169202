// SPDX-License-Identifier: Apache-2.0
// Two moderators who decide at the same time: the log takes one first, and the other is told.
#include "tests/unit/node/at_the_door.h"

#include <gmock/gmock.h>

namespace plenum::test {
namespace {

using node::CommandError;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr auto moderator = node::MemberRole::moderator;
constexpr auto participant = node::MemberRole::participant;

/// Alice made the conference, Bob moderates too, Cem only takes part.
class ModeratorDecisions : public AtTheDoor {
  protected:
    void SetUp() override {
        open(base::Admission::open);
        enter(bob, "Bob");
        enter(cem, "Cem");
        give_role(bob, "Bob", moderator);
    }
    void give_role(const Hall::Place&, std::string_view name, node::MemberRole role) {
        hall.command(alice, node::SetRole{index_of(alice, name), role});
        hall.run(1s);
    }
    /// Neither knows of the other.
    void at_once(Hall::Place& first, const node::Command& command, Hall::Place& second, const node::Command& other) {
        hall.command(first, command);
        hall.command(second, other);
        hall.run(3s);
    }
    node::Command demote_bob() { return node::SetRole{index_of(alice, "Bob"), participant}; }
    static std::vector<CommandError> refusals(const Hall::Place& place) {
        std::vector<CommandError> errors;
        for (const auto& refused : Hall::all<node::CommandRefused>(place))
            errors.push_back(refused.error);
        return errors;
    }
    std::vector<node::MemberRole> roles_of(std::string_view name) {
        std::vector<node::MemberRole> roles;
        for (const auto& changed : Hall::all<node::MemberRoleChanged>(alice)) {
            if (changed.member == index_of(alice, name)) roles.push_back(changed.role);
        }
        return roles;
    }
    void let_wait(Hall::Place& place, std::string name) {
        hall.command(alice, node::SetPolicy{{base::Admission::lobby, true, false}});
        hall.run(1s);
        enter(place, std::move(name));
        ASSERT_EQ(phase(place), node::Phase::lobby);
    }

    Hall::Place& cem{hall.add_endpoint()};
};

TEST_F(ModeratorDecisions, of_a_moderator_who_is_none_any_more_are_refused_and_told) {
    const auto cems = index_of(alice, "Cem");
    at_once(alice, demote_bob(), bob, node::SetRole{cems, moderator});
    EXPECT_THAT(refusals(bob), ElementsAre(CommandError::not_permitted));
    at_once(alice, node::SetRole{index_of(alice, "Bob"), moderator}, cem, node::RequestKeyFrame{});
    EXPECT_THAT(roles_of("Cem"), IsEmpty()) << "comes true later, by nobody's wish";
}

TEST_F(ModeratorDecisions, removal_by_a_moderator_who_is_none_any_more_never_comes_true) {
    at_once(alice, demote_bob(), bob, node::RemoveMember{index_of(alice, "Cem"), true});
    EXPECT_THAT(refusals(bob), ElementsAre(CommandError::not_permitted, CommandError::not_permitted));
    give_role(bob, "Bob", moderator);
    hall.run(3s);
    EXPECT_EQ(ended(cem), std::nullopt);
    EXPECT_THAT(Hall::all<node::LinkChanged>(alice), IsEmpty());
}

TEST_F(ModeratorDecisions, end_by_a_moderator_who_is_none_any_more_never_comes_true) {
    at_once(alice, demote_bob(), bob, node::EndConference{});
    EXPECT_THAT(refusals(bob), ElementsAre(CommandError::not_permitted));
    give_role(bob, "Bob", moderator);
    hall.run(3s);
    EXPECT_EQ(ended(cem), std::nullopt);
}

TEST_F(ModeratorDecisions, removal_of_somebody_who_leaves_is_told_to_be_of_nobody) {
    const auto cems = index_of(alice, "Cem");
    at_once(cem, node::LeaveConference{}, alice, node::RemoveMember{cems, false});
    EXPECT_THAT(refusals(alice), ElementsAre(CommandError::unknown_person));
}

TEST_F(ModeratorDecisions, role_of_somebody_who_is_removed_is_told_to_be_of_nobody) {
    const auto cems = index_of(alice, "Cem");
    at_once(alice, node::RemoveMember{cems, false}, bob, node::SetRole{cems, moderator});
    EXPECT_THAT(refusals(bob), ElementsAre(CommandError::unknown_person));
    EXPECT_THAT(refusals(alice), IsEmpty());
}

TEST_F(ModeratorDecisions, policies_of_two_are_said_once_each_and_the_later_one_stays) {
    at_once(alice, node::SetPolicy{{base::Admission::lobby, true, false}}, bob,
            node::SetPolicy{{base::Admission::closed, true, false}});
    std::vector<base::Admission> told;
    for (const auto& changed : Hall::all<node::PolicyChanged>(cem))
        told.push_back(changed.policy.admission);
    ASSERT_GE(told.size(), 2U);
    EXPECT_THAT(std::vector(told.end() - 2, told.end()), ElementsAre(base::Admission::lobby, base::Admission::closed));
    EXPECT_LE(told.size(), 3U) << "beside the first one";
    EXPECT_THAT(refusals(alice), IsEmpty());
    EXPECT_THAT(refusals(bob), IsEmpty());
}

TEST_F(ModeratorDecisions, roles_by_two_are_said_once_each_and_the_later_one_stays) {
    give_role(cem, "Cem", moderator);
    at_once(alice, demote_bob(), cem, node::SetRole{index_of(alice, "Bob"), participant});
    EXPECT_THAT(roles_of("Bob"), ElementsAre(moderator, participant));
    EXPECT_THAT(refusals(alice), IsEmpty());
    EXPECT_THAT(refusals(cem), ElementsAre(CommandError::no_change));
}

TEST_F(ModeratorDecisions, somebody_who_was_refused_first_is_not_let_in) {
    let_wait(eve, "Eve");
    const auto exchange = knocks().at(0).exchange;
    at_once(alice, node::RefuseKnock{exchange}, bob, node::AdmitKnock{exchange});
    EXPECT_EQ(ended(eve), node::EndReason::not_admitted);
    EXPECT_EQ(index_of(cem, "Eve"), base::MemberIndex{});
    EXPECT_THAT(refusals(bob), ElementsAre(CommandError::no_such_request));
}

TEST_F(ModeratorDecisions, refusal_of_somebody_who_was_let_in_first_is_told) {
    let_wait(eve, "Eve");
    const auto exchange = knocks().at(0).exchange;
    at_once(alice, node::AdmitKnock{exchange}, bob, node::RefuseKnock{exchange});
    EXPECT_TRUE(Hall::joined(eve));
    EXPECT_THAT(refusals(bob), ElementsAre(CommandError::no_such_request));
    EXPECT_THAT(refusals(alice), IsEmpty());
}

TEST_F(ModeratorDecisions, others_are_let_in_beside_one_whom_another_moderator_let_in) {
    auto& dan = hall.add_endpoint();
    let_wait(eve, "Eve");
    enter(dan, "Dan");
    ASSERT_THAT(knocks(), SizeIs(2));
    hall.command(alice, node::AdmitKnock{knocks()[0].exchange});
    hall.commands(bob, {node::AdmitKnock{knocks()[0].exchange}, node::AdmitKnock{knocks()[1].exchange}});
    hall.run(5s);
    EXPECT_TRUE(Hall::joined(eve));
    EXPECT_TRUE(Hall::joined(dan)) << "left waiting";
    EXPECT_THAT(refusals(bob), IsEmpty());
}

TEST_F(ModeratorDecisions, the_later_one_of_the_same_moderator_about_the_same_person_is_said_too) {
    const auto cems = index_of(alice, "Cem");
    hall.command(alice, node::SetRole{cems, moderator});
    hall.command(alice, node::SetRole{cems, participant});
    hall.run(3s);
    EXPECT_THAT(roles_of("Cem"), ElementsAre(moderator, participant));
    EXPECT_THAT(refusals(alice), IsEmpty());
}

TEST_F(ModeratorDecisions, link_is_changed_though_somebody_leaves_at_the_same_time) {
    at_once(cem, node::LeaveConference{}, alice, node::ChangeLink{});
    EXPECT_THAT(Hall::all<node::LinkChanged>(alice), SizeIs(1));
    EXPECT_THAT(refusals(alice), IsEmpty());
}

TEST_F(ModeratorDecisions, said_to_a_relay_that_stands_still_count_once) {
    const auto cems = index_of(alice, "Cem");
    hall.set_delay(2500ms);
    hall.command(alice, node::SetRole{cems, moderator});
    hall.run(2400ms);
    hall.set_delay(5ms);
    hall.run(3s);
    EXPECT_THAT(roles_of("Cem"), ElementsAre(moderator));
    EXPECT_THAT(refusals(alice), IsEmpty());
}

} // namespace
} // namespace plenum::test
