// SPDX-License-Identifier: Apache-2.0
#include "app/call/whereabouts.h"

#include "app/call/flow_splice.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;
using base::FlowKind;

constexpr base::ConversationId red{2};
constexpr base::ConversationId blue{3};
constexpr base::MemberIndex self{4};
constexpr base::MemberIndex other{5};

class WhereaboutsTest : public testing::Test {
  protected:
    WhereaboutsTest() {
        node::MemberJoined joined{};
        joined.member = self;
        joined.self = true;
        tell(joined);
        tell(node::ConversationChanged{log::plenary, {}, {}, true});
        declare(1, FlowKind::audio, "voice", log::plenary);
        declare(2, FlowKind::chat, "chat", log::plenary);
        tell(node::ConversationChanged{red, "Red", {}, true});
        declare(3, FlowKind::audio, "voice", red);
        declare(4, FlowKind::chat, "chat", red);
        tell(node::ConversationChanged{blue, "Blue", {}, true});
        declare(5, FlowKind::audio, "voice", blue);
    }
    void tell(const node::Event& event) { whereabouts.handle(event); }
    void declare(std::uint16_t flow, FlowKind kind, std::string name, base::ConversationId conversation) {
        base::FlowSpec spec;
        spec.kind = kind;
        tell(node::FlowDeclared{base::FlowId{flow}, std::move(name), spec, conversation});
    }

    Whereabouts whereabouts;
};

TEST_F(WhereaboutsTest, we_are_heard_in_our_group_and_in_the_plenary_without_one) {
    EXPECT_EQ(whereabouts.own(FlowKind::audio), base::FlowId{1});
    tell(node::MembersPlaced{red, {self, other}});
    EXPECT_EQ(whereabouts.own(FlowKind::audio), base::FlowId{3});
    EXPECT_EQ(whereabouts.own(FlowKind::chat), base::FlowId{4});
    tell(node::MembersPlaced{blue, {self}});
    EXPECT_EQ(whereabouts.own(FlowKind::audio), base::FlowId{5});
    EXPECT_EQ(whereabouts.own(FlowKind::chat), base::FlowId{}) << "it has none, and nobody else is to read it";
    tell(node::MembersPlaced{{}, {self}});
    EXPECT_EQ(whereabouts.own(FlowKind::audio), base::FlowId{1});
    EXPECT_EQ(whereabouts.members_of(red), std::vector{other});
}

TEST_F(WhereaboutsTest, a_group_that_is_closed_leaves_nothing) {
    tell(node::MembersPlaced{red, {self, other}});
    tell(node::FlowRemoved{base::FlowId{3}});
    tell(node::FlowRemoved{base::FlowId{4}});
    tell(node::ConversationChanged{red, {}, {}, false});
    EXPECT_EQ(whereabouts.own_group(), base::ConversationId{});
    EXPECT_EQ(whereabouts.own(FlowKind::audio), base::FlowId{1});
    EXPECT_EQ(whereabouts.find(base::FlowId{3}), nullptr);
    EXPECT_EQ(whereabouts.conversations().size(), 2U);
}

TEST_F(WhereaboutsTest, flows_are_found_by_name) {
    EXPECT_EQ(whereabouts.find("chat"), base::FlowId{2});
    EXPECT_EQ(whereabouts.find("Red:chat"), base::FlowId{4});
    EXPECT_EQ(whereabouts.find("Blue:chat"), base::FlowId{});
    declare(9, FlowKind::live, "pointer", {});
    EXPECT_EQ(whereabouts.find("pointer"), base::FlowId{9}) << "of no conversation, so everyone's";
}

TEST_F(WhereaboutsTest, whoever_left_is_nowhere) {
    tell(node::MembersPlaced{red, {other}});
    tell(node::MemberLeft{other, base::LeaveReason::left});
    EXPECT_TRUE(whereabouts.members_of(red).empty());
}

/// Messages of one sender, by flow and number.
node::MessageReceived message(std::uint16_t flow, std::uint64_t number, base::Duration sent_at) {
    node::MessageReceived made;
    made.flow = base::FlowId{flow};
    made.sender = other;
    made.sequence = base::SequenceNumber{number};
    made.sent_at = base::ConferenceTime{sent_at};
    return made;
}

std::uint64_t placed(FlowSplice& splice, const node::MessageReceived& message) {
    const auto place = splice.place(message);
    return place ? place->value() : 0;
}

TEST(FlowSplice, one_flow_keeps_its_numbers) {
    FlowSplice splice;
    EXPECT_EQ(placed(splice, message(1, 700, 10ms)), 700U);
    EXPECT_EQ(placed(splice, message(1, 703, 70ms)), 703U);
    EXPECT_EQ(placed(splice, message(1, 702, 50ms)), 702U) << "overtaken";
}

TEST(FlowSplice, another_flow_goes_on_where_the_one_before_stood) {
    FlowSplice splice;
    EXPECT_EQ(placed(splice, message(1, 700, 10ms)), 700U);
    EXPECT_EQ(placed(splice, message(3, 1, 30ms)), 701U);
    EXPECT_EQ(placed(splice, message(3, 2, 50ms)), 702U);
    EXPECT_EQ(placed(splice, message(1, 699, 9ms)), 0U) << "late, of the flow before";
    EXPECT_EQ(placed(splice, message(3, 3, 70ms)), 703U);
    EXPECT_EQ(placed(splice, message(1, 701, 90ms)), 704U) << "back again";
}

TEST(FlowSplice, people_do_not_meet) {
    FlowSplice splice;
    EXPECT_EQ(placed(splice, message(1, 700, 10ms)), 700U);
    auto of_another = message(3, 5, 5ms);
    of_another.sender = self;
    EXPECT_EQ(placed(splice, of_another), 5U);
    splice.forget(other);
    EXPECT_EQ(placed(splice, message(1, 2, 1ms)), 2U);
}

} // namespace
} // namespace plenum::app
