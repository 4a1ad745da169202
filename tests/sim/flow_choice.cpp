// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/flow_choice.h"

#include "core/base/limits.h"
#include "core/conversation/delta_interval.h"
#include "core/log/flow_rules.h"
#include "tests/sim/board_habit.h"
#include "tests/sim/capture_habit.h"
#include "tests/sim/chat_replica.h"
#include "tests/sim/file_habit.h"

#include <chrono>
#include <cstdint>
#include <utility>

namespace plenum::sim {

namespace {

/// Leaves an interval of one step.
constexpr base::Duration delay_margin = 2 * conversation::delta_step;

/// How far a declared flow is from what the scenario wants; less is nearer.
std::pair<std::int64_t, std::int64_t> distance(const FlowLoad& load, const base::FlowSpec& spec) {
    const auto delay = load.loss_delay ? std::chrono::abs(*load.loss_delay - *spec.loss_delay) : base::Duration{};
    const auto period = base::Duration{std::chrono::seconds{1}} / std::max(spec.rate_hz, 1U);
    return {delay.count(), std::chrono::abs(period - load.period).count()};
}

/// As core/api/standard_flows.cpp has it, but for its number.
log::FlowDeclaration whiteboard(const Scenario& scenario) {
    log::FlowDeclaration flow;
    flow.flow = base::FlowId{static_cast<std::uint16_t>(scenario.flows.size() + 1)};
    flow.label = BoardHabit::flow_name;
    flow.kind = base::FlowKind::board;
    flow.priority = base::PriorityClass::board;
    flow.conversation = log::plenary;
    FlowLoad load;
    load.desired_delay = std::chrono::milliseconds{80};
    flow.desired_delay = declared_delay(scenario, load);
    flow.rate_hz = 30;
    flow.message_bytes_max = 4096;
    return flow;
}

log::FlowDeclaration discussion(const Scenario& scenario, std::size_t number, std::string_view name) {
    log::FlowDeclaration flow;
    flow.flow = base::FlowId{static_cast<std::uint16_t>(number)};
    flow.label = name;
    flow.kind = base::FlowKind::chat;
    flow.priority = base::PriorityClass::chat;
    flow.conversation = log::plenary;
    FlowLoad load;
    load.desired_delay = std::chrono::milliseconds{80};
    flow.desired_delay = declared_delay(scenario, load);
    flow.rate_hz = 5;
    flow.message_bytes_max = 4096;
    return flow;
}

} // namespace

base::Duration declared_delay(const Scenario& scenario, const FlowLoad& load) {
    auto most = load.desired_delay;
    for (const auto& other : scenario.flows) {
        const bool bounds = !load.loss_delay && load.in_conversation && other.in_conversation && other.loss_delay;
        if (bounds) most = std::min(most, *other.loss_delay - 2 * base::limits::clock_error_assumed - delay_margin);
    }
    return std::max(most, base::Duration{});
}

std::vector<log::FlowDeclaration> declarations_of(const Scenario& scenario) {
    std::vector<log::FlowDeclaration> flows;
    for (const auto& load : scenario.flows) {
        log::FlowDeclaration flow;
        flow.flow = load.id;
        flow.label = load.name.substr(0, 32);
        flow.kind = load.kind;
        flow.priority = log::class_of(load.kind);
        flow.desired_delay = declared_delay(scenario, load);
        flow.loss_delay = load.loss_delay;
        const auto per_second =
            std::chrono::seconds{1} * load.burst / std::max(load.period * load.excess, base::Duration{1});
        flow.rate_hz = static_cast<std::uint32_t>(std::clamp<std::int64_t>(per_second, 1, 1'000'000));
        const auto most = load.loss_delay ? base::limits::message_body_bytes_max : base::limits::chat_bytes_max;
        flow.message_bytes_max = static_cast<std::uint32_t>(most);
        if (load.in_conversation) flow.conversation = log::plenary;
        flows.push_back(std::move(flow));
    }
    if (scenario.board_act_every > base::Duration{}) flows.push_back(whiteboard(scenario));
    if (scenario.chat_act_every > base::Duration{})
        flows.push_back(discussion(scenario, flows.size() + 1, ChatReplica::flow_name));
    if (scenario.file_every > base::Duration{})
        flows.push_back(discussion(scenario, flows.size() + 1, FileHabit::flow_name));
    if (scenario.capture_every > base::Duration{})
        flows.push_back(discussion(scenario, flows.size() + 1, CaptureHabit::flow_name));
    return flows;
}

std::optional<base::FlowId> choose_flow(const FlowLoad& load, const std::map<base::FlowId, base::FlowSpec>& declared) {
    const auto own = declared.find(load.id);
    if (own != declared.end() && own->second.reliable() == !load.loss_delay) return load.id;
    std::optional<base::FlowId> best;
    std::pair<std::int64_t, std::int64_t> best_distance;
    for (const auto& [flow, spec] : declared) {
        if (spec.reliable() != !load.loss_delay.has_value()) continue;
        const auto each = distance(load, spec);
        if (best && each >= best_distance) continue;
        best = flow;
        best_distance = each;
    }
    return best;
}

} // namespace plenum::sim
