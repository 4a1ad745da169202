// SPDX-License-Identifier: Apache-2.0
#include "core/api/standard_flows.h"
#include "core/log/conversation_rules.h"
#include "core/log/state.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace plenum::log {
namespace {

using namespace std::chrono_literals;
using base::limits::chat_bytes_max;
using base::limits::loss_delay_max;
using base::limits::message_body_bytes_max;
using base::limits::message_bytes_max;

constexpr base::Duration microsecond = base::from_us(1);

/// Why no conference may begin with these flows; nullopt if one may.
std::optional<Refusal> refusal_of(std::vector<FlowDeclaration> flows) {
    base::Seed seed;
    seed.bytes.fill(2);
    const auto maker = crypto::IdentityKeyPair::from_seed(seed);
    Genesis genesis;
    genesis.flows = std::move(flows);
    SignedOperation draft;
    draft.conference.bytes.fill(9);
    draft.author_sequence = 1;
    const auto checked = check(State{}, sign_operation(draft, genesis, maker), {});
    return checked ? std::nullopt : std::optional{checked.error()};
}

struct FlowCase {
    std::string_view name;
    bool accepted;
    std::function<void(FlowDeclaration&)> change;
};

class LiveFlow : public testing::TestWithParam<FlowCase> {};
class ReliableFlow : public testing::TestWithParam<FlowCase> {};

void expect_as_told(FlowDeclaration flow, const FlowCase& told) {
    ASSERT_EQ(refusal_of({flow}), std::nullopt);
    told.change(flow);
    EXPECT_EQ(refusal_of({flow}), told.accepted ? std::nullopt : std::optional{Refusal::malformed});
}

std::string name_of_case(const testing::TestParamInfo<FlowCase>& info) { return std::string{info.param.name}; }

TEST_P(LiveFlow, is_taken_only_within_what_every_node_can_carry) {
    FlowDeclaration flow;
    flow.flow = base::FlowId{1};
    flow.desired_delay = 100ms;
    flow.loss_delay = 500ms;
    flow.message_bytes_max = 1000;
    expect_as_told(flow, GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Limits, LiveFlow,
    testing::Values(
        FlowCase{"no_number", false, [](auto& flow) { flow.flow = {}; }},
        FlowCase{"class_control", false, [](auto& flow) { flow.priority = base::PriorityClass::control; }},
        FlowCase{"class_audio", true, [](auto& flow) { flow.priority = base::PriorityClass::audio; }},
        FlowCase{"no_rate", false, [](auto& flow) { flow.rate_hz = 0; }},
        FlowCase{"no_bytes", false, [](auto& flow) { flow.message_bytes_max = 0; }},
        FlowCase{"largest_body", true, [](auto& flow) { flow.message_bytes_max = message_body_bytes_max; }},
        FlowCase{"larger_body", false, [](auto& flow) { flow.message_bytes_max = message_body_bytes_max + 1; }},
        FlowCase{"whole_message", false, [](auto& flow) { flow.message_bytes_max = message_bytes_max; }},
        FlowCase{"most_loss", true, [](auto& flow) { flow.error_tolerance_permille = 1000; }},
        FlowCase{"more_loss", false, [](auto& flow) { flow.error_tolerance_permille = 1001; }},
        FlowCase{"no_patience", false, [](auto& flow) { flow.loss_delay = 100ms - microsecond; }},
        FlowCase{"an_hour", true, [](auto& flow) { flow.loss_delay = loss_delay_max; }},
        FlowCase{"beyond_an_hour", false, [](auto& flow) { flow.loss_delay = loss_delay_max + microsecond; }},
        FlowCase{"end_of_time", false, [](auto& flow) { flow.loss_delay = base::from_us(INT64_MAX / 1000); }}),
    name_of_case);

TEST_P(ReliableFlow, is_taken_only_within_what_every_node_can_carry) {
    FlowDeclaration flow;
    flow.flow = base::FlowId{1};
    flow.desired_delay = 1s;
    flow.message_bytes_max = 1000;
    expect_as_told(flow, GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Limits, ReliableFlow,
    testing::Values(FlowCase{"class_control", false, [](auto& flow) { flow.priority = base::PriorityClass::control; }},
                    FlowCase{"largest_body", true, [](auto& flow) { flow.message_bytes_max = chat_bytes_max; }},
                    FlowCase{"larger_body", false, [](auto& flow) { flow.message_bytes_max = chat_bytes_max + 1; }},
                    FlowCase{"an_hour", true, [](auto& flow) { flow.desired_delay = loss_delay_max; }},
                    FlowCase{"beyond_an_hour", false,
                             [](auto& flow) { flow.desired_delay = loss_delay_max + microsecond; }}),
    name_of_case);

TEST(Flows, that_every_conference_starts_with_are_taken) {
    const auto flows = node::standard_flows();
    EXPECT_EQ(refusal_of(flows), std::nullopt);
    EXPECT_EQ(refusal_of({flows[1], flows[0]}), Refusal::malformed);
    EXPECT_EQ(refusal_of({flows[0], flows[0]}), Refusal::malformed);
}

TEST(Flows, of_pen_and_screen_make_nobody_wait_longer) {
    const auto interval_with = [](const std::vector<FlowDeclaration>& flows) {
        State state;
        add_flows(state, flows);
        return interval_of(state, plenary);
    };
    const auto all = node::standard_flows();
    EXPECT_EQ(interval_with(all), interval_with(node::group_flows()));
    const auto found = [&](base::FlowKind kind) { return std::ranges::find(all, kind, &FlowDeclaration::kind); };
    const auto board = found(base::FlowKind::board);
    const auto screen = found(base::FlowKind::screen);
    ASSERT_TRUE(board != all.end() && screen != all.end());
    EXPECT_TRUE(board->is_ordered()) << "what is said of a stroke comes after it";
    EXPECT_FALSE(board->loss_delay.has_value()) << "every stroke arrives";
    EXPECT_EQ(board->priority, base::PriorityClass::board);
    EXPECT_FALSE(screen->is_ordered()) << "nobody's words wait for a screen";
    EXPECT_TRUE(screen->loss_delay.has_value()) << "a screen of long ago is worth nothing";
    EXPECT_EQ(all.size(), node::group_flows().size() + 2) << "groups have neither";
}

} // namespace
} // namespace plenum::log
