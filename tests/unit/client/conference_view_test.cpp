// SPDX-License-Identifier: Apache-2.0
#include "core/client/conference_view.h"

#include <gtest/gtest.h>

namespace plenum::client {
namespace {

using base::FlowKind;

constexpr base::ConversationId red{2};
constexpr base::ConversationId blue{3};
constexpr base::MemberIndex self{4};
constexpr base::MemberIndex other{5};

class ConferenceViewTest : public testing::Test {
  protected:
    ConferenceViewTest() {
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
    void tell(const node::Event& event) { view.handle(event); }
    void tell(const token::Token& token) {
        tell(node::TokenChanged{std::make_shared<const token::Token>(token), nullptr, {}, {}});
    }
    void declare(std::uint16_t flow, FlowKind kind, std::string name, base::ConversationId conversation) {
        base::FlowSpec spec;
        spec.kind = kind;
        tell(node::FlowDeclared{base::FlowId{flow}, std::move(name), spec, conversation});
    }

    ConferenceView view;
};

TEST_F(ConferenceViewTest, we_are_heard_in_our_group_and_in_the_plenary_without_one) {
    EXPECT_EQ(view.own(FlowKind::audio), base::FlowId{1});
    tell(node::MembersPlaced{red, {self, other}});
    EXPECT_EQ(view.own(FlowKind::audio), base::FlowId{3});
    EXPECT_EQ(view.own(FlowKind::chat), base::FlowId{4});
    tell(node::MembersPlaced{blue, {self}});
    EXPECT_EQ(view.own(FlowKind::audio), base::FlowId{5});
    EXPECT_EQ(view.own(FlowKind::chat), base::FlowId{}) << "it has none, and nobody else is to read it";
    tell(node::MembersPlaced{{}, {self}});
    EXPECT_EQ(view.own(FlowKind::audio), base::FlowId{1});
    EXPECT_EQ(view.members_of(red), std::vector{other});
}

TEST_F(ConferenceViewTest, a_group_that_is_closed_leaves_nothing) {
    tell(node::MembersPlaced{red, {self, other}});
    tell(node::FlowRemoved{base::FlowId{3}});
    tell(node::FlowRemoved{base::FlowId{4}});
    tell(node::ConversationChanged{red, {}, {}, false});
    EXPECT_EQ(view.own_group(), base::ConversationId{});
    EXPECT_EQ(view.own(FlowKind::audio), base::FlowId{1});
    EXPECT_EQ(view.find(base::FlowId{3}), nullptr);
    EXPECT_EQ(view.conversations().size(), 2U);
}

TEST_F(ConferenceViewTest, flows_are_found_by_name) {
    EXPECT_EQ(view.find("chat"), base::FlowId{2});
    EXPECT_EQ(view.find("Red:chat"), base::FlowId{4});
    EXPECT_EQ(view.find("Blue:chat"), base::FlowId{});
    declare(9, FlowKind::live, "pointer", {});
    EXPECT_EQ(view.find("pointer"), base::FlowId{9}) << "of no conversation, so everyone's";
}

TEST_F(ConferenceViewTest, whoever_left_is_nowhere) {
    tell(node::MembersPlaced{red, {other}});
    tell(node::MemberLeft{other, base::LeaveReason::left});
    EXPECT_TRUE(view.members_of(red).empty());
}

TEST_F(ConferenceViewTest, members_are_known_as_they_are_now_and_by_name_after_they_left) {
    node::MemberJoined joined{};
    joined.member = other;
    joined.name = "Bob";
    tell(joined);
    tell(node::MemberPresence{other, false});
    tell(node::MemberRoleChanged{other, node::MemberRole::moderator});
    EXPECT_FALSE(view.members().at(other).present);
    EXPECT_EQ(view.members().at(other).role, node::MemberRole::moderator);
    tell(node::MemberLeft{other, base::LeaveReason::left});
    EXPECT_FALSE(view.members().contains(other));
    EXPECT_EQ(view.name_of(other), "Bob");
    tell(node::FormerMember{base::MemberIndex{9}, "Eve", {}});
    EXPECT_EQ(view.name_of(base::MemberIndex{9}), "Eve");
    EXPECT_EQ(view.name_of(base::MemberIndex{8}), "");
}

TEST_F(ConferenceViewTest, knows_our_key_wherever_it_is) {
    const auto join = [this](std::uint32_t member, std::uint8_t key, bool is_self) {
        node::MemberJoined joined{};
        joined.member = base::MemberIndex{member};
        joined.identity.bytes[0] = key;
        joined.self = is_self;
        tell(joined);
    };
    join(1, 7, false);
    EXPECT_FALSE(view.is_ours(base::MemberIndex{1})) << "our key is not known yet";
    join(2, 7, true);
    join(3, 8, false);
    tell(node::MemberLeft{base::MemberIndex{1}, base::LeaveReason::left});
    EXPECT_TRUE(view.is_ours(base::MemberIndex{1}));
    EXPECT_TRUE(view.is_ours(base::MemberIndex{2}));
    EXPECT_FALSE(view.is_ours(base::MemberIndex{3}));
    EXPECT_FALSE(view.is_ours(base::MemberIndex{9})) << "a stranger";
}

TEST_F(ConferenceViewTest, knocks_are_there_until_they_are_over) {
    const node::KnockHeard knock{.exchange = {}, .name = "Mallory", .identity = {}};
    tell(knock);
    EXPECT_EQ(view.knocks().at(knock.exchange).name, "Mallory");
    tell(node::KnockOver{knock.exchange});
    EXPECT_TRUE(view.knocks().empty());
}

TEST_F(ConferenceViewTest, health_is_the_newest) {
    EXPECT_FALSE(view.health().has_value());
    node::LinkHealth health{};
    health.loss_permille = 7;
    tell(health);
    EXPECT_EQ(view.health()->loss_permille, 7U);
}

TEST_F(ConferenceViewTest, a_flow_is_open_to_whoever_holds_the_token_that_it_demands) {
    constexpr base::FlowId voice{1};
    constexpr base::FlowId camera{2};
    EXPECT_TRUE(view.permits(voice)) << "nothing is demanded";
    token::Token token;
    token.id = base::TokenId{1};
    token.flows = {voice};
    tell(token);
    EXPECT_FALSE(view.permits(voice));
    EXPECT_TRUE(view.permits(camera));
    token.holders = {{other, base::TokenEpoch{7}, {}, {}}};
    tell(token);
    EXPECT_FALSE(view.permits(voice));
    token.holders.push_back({self, base::TokenEpoch{9}, {}, {}});
    tell(token);
    EXPECT_TRUE(view.permits(voice));
    tell(node::LeaseOver{true});
    EXPECT_FALSE(view.permits(voice)) << "it counts as lost";
    EXPECT_TRUE(view.permits(camera));
    tell(node::LeaseOver{false});
    EXPECT_TRUE(view.permits(voice));
    token.holders.clear();
    tell(token);
    EXPECT_FALSE(view.permits(voice));
    token.everyone = base::TokenEpoch{12};
    tell(token);
    EXPECT_TRUE(view.permits(voice));
}

} // namespace
} // namespace plenum::client
