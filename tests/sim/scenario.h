// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/clocks.h"
#include "tests/sim/net.h"

#include <expected>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// What happens in a simulated world, as data. The keys are in README.md; all shares and times are whole numbers here,
/// so that nothing depends on how a machine rounds.
namespace plenum::sim {

/// One `[[flow]]`: what the workload publishes.
struct FlowLoad {
    std::string name;
    base::Duration desired_delay{};
    /// λ; absent is ∞.
    std::optional<base::Duration> loss_delay;
    /// Between two messages of one sender.
    base::Duration period{};
    std::size_t bytes{0};
    /// The endpoints that publish.
    std::set<NodeIndex> senders;
    /// Name of the token that the flow demands; empty is none.
    std::string token;
};

enum class FaultKind : std::uint8_t { crash = 1, restart = 2, partition = 3, heal = 4 };
[[nodiscard]] std::string_view name_of(FaultKind kind);

struct Fault {
    VirtualTime at{};
    FaultKind kind{FaultKind::crash};
    /// Empty only for heal: everything.
    std::set<NodeIndex> nodes;
};

struct Scenario {
    /// Of workload and faults; a phase without both follows, in which all must converge.
    base::Duration duration{};
    std::uint32_t relays{1};
    std::uint32_t endpoints{2};
    PathConditions link;
    ClockConditions clock;
    std::vector<FlowLoad> flows;
    /// In order of time, and of the file where times are equal.
    std::vector<Fault> faults;

    [[nodiscard]] std::uint32_t nodes() const { return relays + endpoints; }
    [[nodiscard]] bool is_relay(NodeIndex node) const { return node.value() < relays; }
};

struct ScenarioError {
    /// 1 is the first; 0 if it belongs to none.
    std::uint32_t line{0};
    std::string message;
};

[[nodiscard]] std::expected<Scenario, ScenarioError> parse_scenario(const std::string& text);
/// The error's message names the file too.
[[nodiscard]] std::expected<Scenario, ScenarioError> load_scenario(const std::string& file);

inline constexpr std::uint32_t relays_max = 16;
inline constexpr std::uint32_t endpoints_max = 1000;
inline constexpr std::size_t flows_max = 64;
inline constexpr std::size_t faults_max = 10'000;
inline constexpr base::Duration scenario_duration_max = base::Duration{std::chrono::hours{24 * 7}};

} // namespace plenum::sim
