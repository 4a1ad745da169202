// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/flow_spec.h"
#include "core/log/operation.h"
#include "tests/sim/clocks.h"
#include "tests/sim/fault.h"
#include "tests/sim/floor_plan.h"
#include "tests/sim/path.h"

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
    /// As the conference's creator declares it: its place in the scenario, from 1.
    base::FlowId id{};
    std::string name;
    base::FlowKind kind{base::FlowKind::chat};
    /// With the others', so that their messages arrive in the order of cause.
    bool in_conversation{true};
    base::Duration desired_delay{};
    /// λ; absent is ∞.
    std::optional<base::Duration> loss_delay{};
    /// Between two messages of one sender.
    base::Duration period{};
    std::size_t bytes{0};
    /// Messages that each sender publishes at once, each some bytes shorter than the one before.
    std::uint32_t burst{1};
    /// So many times as often as it is declared.
    std::uint32_t excess{1};
    /// A camera that is offered in two sizes.
    bool two_sizes{false};
    /// The endpoints that publish.
    std::set<NodeIndex> senders;
    /// Name of the token that the flow demands; empty is none.
    std::string token{};
};

enum class StoreKind : std::uint8_t {
    model = 1,  ///< keeps everything, at once
    sqlite = 2, ///< core/runtime's own, on a disk that can fail
};

/// Faults that each seed draws for itself (swarm testing: Groce et al. 2012): first which kinds strike at all, then how
/// often, when, whom and for how long.
struct Swarm {
    /// Of which each strikes in a seed with this chance.
    std::vector<FaultKind> kinds;
    std::uint32_t on_ppm{500'000};
    /// Between two strikes of a kind: a mean that each seed draws for each kind.
    base::Duration every_min{std::chrono::seconds{5}};
    base::Duration every_max{std::chrono::seconds{60}};
    base::Duration lasting_min{std::chrono::milliseconds{200}};
    base::Duration lasting_max{std::chrono::seconds{15}};
    std::uint32_t nodes_max{3};
    /// One of these links for each seed; none: the scenario's.
    std::vector<PathConditions> links;
};

struct Scenario {
    /// Of workload and faults; a phase without both follows, in which all must converge.
    base::Duration duration{};
    std::uint32_t relays{1};
    std::uint32_t endpoints{2};
    /// The last relay is the first one's standby, with its identity.
    bool standby{false};
    /// The standby runs and gets copies of all conferences; else it runs from when it stands in.
    bool replicate{true};
    /// So many relays after the first have its identity, and relay sessions to it. Of several, the last reaches it
    /// through the second relay alone.
    std::uint32_t edges{0};
    /// All relays have one identity and a register; each may serve the conference, and stand by.
    bool cluster{false};
    /// False is a planted fault, for canaries: the register writes whatever it is asked to.
    bool register_compares{true};
    /// The one relay has no disk and never comes back; members' programs stand by for it.
    bool succession{false};
    /// The first endpoint is the host's own program: crashes with the relay, and its next run hosts nothing where
    /// another may have taken over.
    bool host_member{false};
    PathConditions link;
    ClockConditions clock;
    StoreKind store{StoreKind::model};
    /// What a disk loses must come back from the members; otherwise a loss that was told ends the run.
    bool refill{false};
    /// A planted fault, for canaries: the store's word is given before the disk has it.
    bool tell_early{false};
    /// Entries of the log after which its maker says a checkpoint; 0: as the product has it.
    std::uint64_t checkpoint_entries{0};
    std::vector<FlowLoad> flows;
    /// In order of time, and of the file where times are equal.
    std::vector<Fault> faults;
    std::optional<Swarm> swarm;
    /// People draw what they say of tokens; absent: they ask, hold and hand on (token_habit.h).
    std::optional<FloorPlan> floor;
    /// Mean time between two messages of a person in a group (group_habit.h); 0: none.
    base::Duration group_message_every{};
    /// Mean time between two subscriptions of a person (subscription_habit.h); 0: none.
    base::Duration subscribe_every{};
    /// Mean time between two changes of whose camera may be small (camera_habit.h); 0: none.
    base::Duration size_every{};
    /// Mean time between two pulls of a person (pull_habit.h); 0: none.
    base::Duration pull_every{};
    /// Voices that relays pass on at once on a flow, where people talk in spurts; 0: as the product has it, and
    /// everyone talks all the time.
    std::size_t speakers{0};
    /// Mean time between two acts of a person on flows that people create (flow_habit.h); 0: none.
    base::Duration flow_act_every{};
    /// The mean time between two acts on the whiteboard of each; 0: there is none.
    base::Duration board_act_every{};
    /// The mean time between two changes of how far others may go on it, by each moderator; 0: none.
    base::Duration board_rights_every{};
    /// The share of people whose programs do on it what they may not.
    std::uint32_t board_heedless_ppm{0};
    /// At the beginning.
    log::Policy policy;
    /// The same in the chat.
    base::Duration chat_act_every{};
    /// The mean time between two files that a person shares; 0: none.
    base::Duration file_every{};
    /// The share of these that go to one other person in private.
    std::uint32_t file_private_ppm{0};
    /// A planted fault: private ones are asked for where all hear it.
    bool file_private_asked_openly{false};
    /// The time between two ensembles of a cluster of cameras; 0: there is none.
    base::Duration capture_every{};
    /// A planted fault: cameras give a frame of one instant for the next.
    bool capture_mixes_instants{false};
    /// How far apart the shutters of one ensemble may open once the clocks have settled; 0: not judged.
    base::Duration capture_skew_max{};
    /// A planted fault: each camera opens its shutter late, by up to this.
    base::Duration capture_lag_max{};
    /// The share of cameras that read one clock besides the conference's, and how wrong they read it at most.
    std::uint32_t capture_reference_ppm{0};
    base::Duration capture_reference_error_max{};
    /// The mean time between what a moderator does about polls; 0: there are none.
    base::Duration poll_every{};
    /// A planted fault: askers say more votes than there are.
    bool poll_miscounts{false};

    [[nodiscard]] std::uint32_t nodes() const { return relays + endpoints; }
    [[nodiscard]] bool is_relay(NodeIndex node) const { return node.value() < relays; }
    [[nodiscard]] bool is_edge(NodeIndex node) const { return node.value() > 0 && node.value() <= edges; }
    [[nodiscard]] bool is_standby(NodeIndex node) const { return standby && node.value() == relays - 1; }
};

struct ScenarioError {
    /// 1 is the first; 0 if it belongs to none.
    std::uint32_t line{0};
    std::string message;
};

/// `profiles`: the folder of what `[link] profile` names.
[[nodiscard]] std::expected<Scenario, ScenarioError> parse_scenario(const std::string& text,
                                                                    const std::string& profiles = {});
/// The error's message names the file too.
[[nodiscard]] std::expected<Scenario, ScenarioError> load_scenario(const std::string& file,
                                                                   const std::string& profiles = {});

inline constexpr std::uint32_t relays_max = 16;
inline constexpr std::uint32_t endpoints_max = 1000;
inline constexpr std::size_t flows_max = 64;
inline constexpr std::size_t faults_max = 10'000;
inline constexpr base::Duration scenario_duration_max = base::Duration{std::chrono::hours{24 * 7}};

} // namespace plenum::sim
