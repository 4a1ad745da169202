// SPDX-License-Identifier: Apache-2.0
#include "app/call/flow_gate.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

constexpr base::FlowId voice{1};
constexpr base::FlowId camera{2};
constexpr base::MemberIndex self{4};
constexpr base::MemberIndex other{5};

node::Event told(const token::Token& token) {
    return node::TokenChanged{std::make_shared<const token::Token>(token), nullptr, {}, {}};
}

TEST(FlowGate, opens_for_who_holds_what_the_flow_demands) {
    FlowGate gate;
    node::MemberJoined joined{};
    joined.member = other;
    gate.handle(joined);
    joined.member = self;
    joined.self = true;
    gate.handle(joined);
    EXPECT_TRUE(gate.permits(voice)) << "nothing is demanded";
    token::Token token;
    token.id = base::TokenId{1};
    token.flows = {voice};
    gate.handle(told(token));
    EXPECT_FALSE(gate.permits(voice));
    EXPECT_TRUE(gate.permits(camera));
    token.holders = {{other, base::TokenEpoch{7}, {}, {}}};
    gate.handle(told(token));
    EXPECT_FALSE(gate.permits(voice));
    token.holders.push_back({self, base::TokenEpoch{9}, {}, {}});
    gate.handle(told(token));
    EXPECT_TRUE(gate.permits(voice));
    gate.handle(node::LeaseOver{true});
    EXPECT_FALSE(gate.permits(voice)) << "it counts as lost";
    EXPECT_TRUE(gate.permits(camera));
    gate.handle(node::LeaseOver{false});
    EXPECT_TRUE(gate.permits(voice));
    token.holders.clear();
    gate.handle(told(token));
    EXPECT_FALSE(gate.permits(voice));
    token.everyone = base::TokenEpoch{12};
    gate.handle(told(token));
    EXPECT_TRUE(gate.permits(voice));
}

} // namespace
} // namespace plenum::app
