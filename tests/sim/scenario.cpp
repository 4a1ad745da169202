// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/scenario.h"

#include "core/base/limits.h"
#include "core/conversation/delta_interval.h"
#include "tests/sim/floor_table.h"
#include "tests/sim/flow_choice.h"
#include "tests/sim/link_table.h"
#include "tests/sim/toml_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

namespace plenum::sim {

namespace {

constexpr double million = 1e6;
constexpr double ns_per_ms = 1e6;
constexpr double ns_per_s = 1e9;

/// A node by its number, or as "relay1", "endpoint2" (each kind counted from 1).
NodeIndex read_node(const TomlTable& table, const toml::value& value, const Scenario& scenario) {
    std::int64_t number = -1;
    if (value.is_integer()) {
        number = value.as_integer();
    } else if (value.is_string()) {
        const std::string text = value.as_string().str;
        for (const auto& [kind, first, count] :
             {std::tuple{"relay", 0U, scenario.relays}, std::tuple{"endpoint", scenario.relays, scenario.endpoints}}) {
            for (std::uint32_t index = 1; index <= count; ++index) {
                if (text == fmt::format("{}{}", kind, index)) number = first + index - 1;
            }
        }
    }
    if (number < 0 || number >= scenario.nodes()) {
        table.fail(value, fmt::format("{} names no node: write 0 to {} (relays first), or \"relay1\", \"endpoint1\"",
                                      table.name(), scenario.nodes() - 1));
    }
    return NodeIndex{static_cast<std::uint32_t>(number)};
}

std::set<NodeIndex> read_nodes(const TomlTable& table, const toml::value& value, const Scenario& scenario) {
    if (!value.is_array()) table.fail(value, fmt::format("{}: a list of nodes is wanted", table.name()));
    std::set<NodeIndex> result;
    for (const auto& each : value.as_array())
        result.insert(read_node(table, each, scenario));
    return result;
}

/// How many of the endpoints, counted from the first; or which.
std::set<NodeIndex> read_senders(TomlTable& table, const Scenario& scenario) {
    const auto* value = table.find("senders");
    if (value != nullptr && value->is_array()) {
        auto nodes = read_nodes(table, *value, scenario);
        if (std::ranges::any_of(nodes, [&](NodeIndex node) { return scenario.is_relay(node); })) {
            table.fail(*value, "'senders' must be endpoints: relays do not publish");
        }
        return nodes;
    }
    const auto count = table.whole("senders", 0, scenario.endpoints, scenario.endpoints);
    std::set<NodeIndex> result;
    for (std::uint32_t index = 0; index < count; ++index)
        result.insert(NodeIndex{scenario.relays + index});
    return result;
}

std::string read_token(TomlTable& table, const std::string& flow) {
    const auto* value = table.find("token");
    if (value == nullptr) return {};
    if (value->is_boolean()) return value->as_boolean() ? flow : std::string{};
    return table.text("token", "");
}

/// By default what it looks like: words where it is reliable, else sound or, in larger pieces, pictures.
base::FlowKind read_kind_of_flow(TomlTable& table, const FlowLoad& flow) {
    using base::FlowKind;
    const auto name = table.text("kind", "");
    if (name == "audio") return FlowKind::audio;
    if (name == "video") return FlowKind::video;
    if (name == "chat") return FlowKind::chat;
    if (name == "board") return FlowKind::board;
    if (name == "live") return FlowKind::live;
    if (name == "bulk") return FlowKind::bulk;
    if (name == "screen") return FlowKind::screen;
    if (name == "capture") return FlowKind::capture;
    if (!name.empty()) throw ScenarioFailure{{0, fmt::format("no kind of flow: {}", name)}};
    if (!flow.loss_delay) return FlowKind::chat;
    constexpr std::size_t sound_bytes_max = 1275; // RFC 6716 §3.4: the largest Opus packet
    return flow.bytes > sound_bytes_max ? FlowKind::video : FlowKind::audio;
}

FlowLoad read_flow(TomlTable table, const Scenario& scenario) {
    FlowLoad flow;
    flow.name = table.text("name");
    flow.desired_delay = base::Duration{table.number("desired_delay_ms", ns_per_ms, 0, 3.6e6, 0)};
    const base::Duration loss_delay{table.number("loss_delay_ms", ns_per_ms, 0, 3.6e6, 0)};
    if (loss_delay > base::Duration{}) flow.loss_delay = loss_delay;
    const auto rate_uhz = table.number("rate_hz", million, 0.0001, 10'000);
    flow.period = base::Duration{static_cast<std::int64_t>(1e15) / rate_uhz};
    flow.bytes = table.whole("bytes", 0, base::limits::message_bytes_max, 100);
    flow.burst = static_cast<std::uint32_t>(table.whole("burst", 1, 1000, 1));
    flow.excess = static_cast<std::uint32_t>(table.whole("excess", 1, 100, 1));
    flow.two_sizes = table.whole("sizes", 1, 2, 1) == 2;
    flow.senders = read_senders(table, scenario);
    flow.token = read_token(table, flow.name);
    flow.id = base::FlowId{static_cast<std::uint16_t>(scenario.flows.size() + 1)};
    flow.kind = read_kind_of_flow(table, flow);
    flow.in_conversation = table.whole("conversation", 0, 1, 1) == 1;
    table.refuse_others();
    return flow;
}

/// A conference with these could not be made.
void check_interval(const Scenario& scenario) {
    std::vector<conversation::FlowDelays> delays;
    for (const auto& flow : scenario.flows) {
        if (flow.in_conversation) delays.push_back({flow.id, declared_delay(scenario, flow), flow.loss_delay});
    }
    const auto interval = conversation::negotiate(delays, base::limits::clock_error_assumed);
    if (interval) return;
    const auto names = [&](const std::vector<base::FlowId>& flows) {
        std::vector<std::string_view> all;
        for (const auto id : flows)
            all.push_back(scenario.flows[id.value() - 1U].name);
        return fmt::format("{}", fmt::join(all, ", "));
    };
    const auto& none = interval.error();
    throw ScenarioFailure{
        {0,
         fmt::format("no delta fits a conversation of these flows: it would have to be {} ms or more and below {} "
                     "ms; too slow: {}; too strict: {}. Change their delays, or take one out (conversation = 0)",
                     base::to_ms(none.least), base::to_ms(none.most), names(none.too_slow), names(none.too_strict))}};
}

const FaultTraits& read_kind(const TomlTable& table, const toml::value& value) {
    const std::string kind = value.is_string() ? value.as_string().str : "";
    const auto faults = all_faults();
    const auto found = std::ranges::find(faults, kind, &FaultTraits::name);
    if (found == faults.end()) {
        std::vector<std::string_view> names(faults.size());
        std::ranges::transform(faults, names.begin(), &FaultTraits::name);
        table.fail(value, fmt::format("kind '{}' is none of {}", kind, fmt::join(names, ", ")));
    }
    return *found;
}

std::int64_t read_amount(TomlTable& table, const FaultTraits& traits) {
    if (traits.kind == FaultKind::jump) return table.number("ms", ns_per_ms, 0, base::to_ms(jump_limit));
    if (traits.kind == FaultKind::drift) {
        const auto limit = static_cast<double>(drift_ppb_limit) / 1000;
        return table.number("ppm", 1000, -limit, limit);
    }
    return 0;
}

void need_disk(const TomlTable& table, const toml::value& where, const Scenario& scenario) {
    if (scenario.store == StoreKind::sqlite) return;
    table.fail(where, fmt::format("{}: faults of disks want [disk] store = \"sqlite\"", table.name()));
}

void need_succession(const TomlTable& table, const toml::value& where, const Scenario& scenario) {
    if (scenario.succession) return;
    table.fail(where, fmt::format("{}: faults of hosts want [nodes] succession = 1", table.name()));
}

Fault read_fault(TomlTable table, const Scenario& scenario) {
    Fault fault;
    fault.at = VirtualTime{base::Duration{table.number("at_s", ns_per_s, 0, base::to_ms(scenario.duration) / 1e3)}};
    const auto& kind = table.need("kind");
    const auto& traits = read_kind(table, kind);
    fault.kind = traits.kind;
    if (traits.disk) need_disk(table, kind, scenario);
    if (traits.succession) need_succession(table, kind, scenario);
    if (const auto* nodes = traits.all_by_default ? table.find("nodes") : &table.need("nodes")) {
        fault.nodes = read_nodes(table, *nodes, scenario);
        const bool relays = std::ranges::all_of(fault.nodes, [&](NodeIndex node) { return scenario.is_relay(node); });
        if (traits.disk && !relays) table.fail(*nodes, "only relays have disks");
        const bool in_reserve =
            std::ranges::all_of(fault.nodes, [&](NodeIndex node) { return scenario.is_standby(node); });
        if (fault.kind == FaultKind::stand_in && !in_reserve)
            table.fail(*nodes, "only the last relay stands in, where [nodes] has standby = 1");
    }
    if (traits.end) {
        const auto fallback = traits.kind == FaultKind::swizzle ? std::nullopt : std::optional{0.0};
        fault.lasting = base::Duration{table.number("lasts_s", ns_per_s, 0, 86'400, fallback)};
    }
    fault.amount = read_amount(table, traits);
    table.refuse_others();
    return fault;
}

void read_disk(TomlTable table, Scenario& scenario) {
    const auto store = table.text("store", "model");
    if (store != "model" && store != "sqlite") table.fail(table.need("store"), "'store' is \"model\" or \"sqlite\"");
    scenario.store = store == "model" ? StoreKind::model : StoreKind::sqlite;
    const auto losses = table.text("losses", "end");
    if (losses != "end" && losses != "heal") table.fail(table.need("losses"), "'losses' is \"end\" or \"heal\"");
    scenario.refill = losses == "heal";
    const auto tell = table.text("tell", "kept");
    if (tell != "kept" && tell != "early") table.fail(table.need("tell"), "'tell' is \"kept\" or \"early\"");
    scenario.tell_early = tell == "early";
    table.refuse_others();
}

std::vector<FaultKind> read_kinds(TomlTable& table, const Scenario& scenario) {
    std::vector<FaultKind> kinds;
    if (const auto* value = table.find("kinds")) {
        for (const auto& each : table.list(*value)) {
            const auto& traits = read_kind(table, each);
            if (traits.disk) need_disk(table, each, scenario);
            if (traits.succession) need_succession(table, each, scenario);
            kinds.push_back(traits.kind);
        }
        return kinds;
    }
    for (const auto& each : all_faults()) {
        const bool ends = each.all_by_default;
        const bool for_good =
            each.kind == FaultKind::stand_in || each.kind == FaultKind::lost || each.kind == FaultKind::register_lost;
        if (each.succession && !scenario.succession) continue;
        if (!ends && !for_good && (!each.disk || scenario.store == StoreKind::sqlite)) kinds.push_back(each.kind);
    }
    return kinds;
}

Swarm read_swarm(TomlTable table, const Scenario& scenario, const ProfileReader& profile) {
    Swarm swarm;
    swarm.kinds = read_kinds(table, scenario);
    swarm.on_ppm = static_cast<std::uint32_t>(table.number("on", million, 0, 1, 0.5));
    const auto read_range = [&](const std::string& key, double low, double high, auto& from, auto& to) {
        if (table.find(key) == nullptr) return;
        const auto [first, second] = table.range(key, ns_per_s, low, high);
        from = base::Duration{first};
        to = base::Duration{second};
    };
    read_range("every_s", 0.1, 86'400, swarm.every_min, swarm.every_max);
    read_range("lasts_s", 0.001, 86'400, swarm.lasting_min, swarm.lasting_max);
    swarm.nodes_max = table.whole("nodes", 1, endpoints_max, 3);
    if (const auto* names = table.find("profiles")) {
        for (const auto& each : table.list(*names))
            swarm.links.push_back(profile(table, each));
    }
    table.refuse_others();
    return swarm;
}

ClockConditions read_clock(TomlTable table) {
    ClockConditions clock;
    clock.skew_max = base::Duration{table.number("skew_ms", ns_per_ms, 0, base::to_ms(skew_limit), 0)};
    clock.drift_ppb_max = table.number("drift_ppm", 1000, 0, static_cast<double>(drift_ppb_limit) / 1000, 0);
    table.refuse_others();
    return clock;
}

template <class Each>
void read_all(TomlTable& top, const std::string& key, std::size_t count_max, Each each) {
    auto tables = top.tables(key);
    if (tables.size() > count_max) throw ScenarioFailure{{0, fmt::format("more than {} [[{}]]", count_max, key)}};
    for (auto& table : tables)
        each(std::move(table));
}

/// Its whiteboard, and what moderators set at the beginning.
void read_board(TomlTable& top, Scenario& scenario) {
    auto board = top.table("board");
    scenario.board_act_every = base::Duration{board.number("every_s", ns_per_s, 0.05, 86'400, 0)};
    scenario.board_rights_every = base::Duration{board.number("rights_every_s", ns_per_s, 0.1, 86'400, 0)};
    scenario.board_heedless_ppm = static_cast<std::uint32_t>(board.number("heedless", million, 0, 1, 0));
    board.refuse_others();
    auto policy = top.table("policy");
    scenario.policy.history_for_newcomers = policy.whole("history_for_newcomers", 0, 1, 1) == 1;
    scenario.policy.moderators_only = policy.whole("moderators_only", 0, 1, 0) == 1;
    scenario.policy.board = static_cast<base::Authority>(policy.whole("board", 1, 3, 3));
    policy.refuse_others();
}

void read_capture(TomlTable& top, Scenario& scenario) {
    auto capture = top.table("capture");
    scenario.capture_every = base::Duration{capture.number("every_s", ns_per_s, 0.05, 86'400, 0)};
    scenario.capture_mixes_instants = capture.whole("mixes_instants", 0, 1, 0) == 1;
    scenario.capture_skew_max = base::Duration{capture.number("skew_max_ms", ns_per_ms, 0, 1000, 0)};
    scenario.capture_lag_max = base::Duration{capture.number("lag_max_ms", ns_per_ms, 0, 1000, 0)};
    scenario.capture_reference_ppm = static_cast<std::uint32_t>(capture.number("reference", million, 0, 1, 0));
    scenario.capture_reference_error_max = base::Duration{capture.number("reference_error_ms", ns_per_ms, 0, 1000, 0)};
    capture.refuse_others();
}

void read_polls(TomlTable& top, Scenario& scenario) {
    auto polls = top.table("polls");
    scenario.poll_every = base::Duration{polls.number("every_s", ns_per_s, 0.1, 86'400, 0)};
    scenario.poll_miscounts = polls.whole("miscounts", 0, 1, 0) == 1;
    polls.refuse_others();
}

Scenario read(const toml::value& root, const std::string& profiles) {
    const ProfileReader profile{profiles};
    TomlTable top{root, "the scenario"};
    Scenario scenario;
    scenario.duration =
        base::Duration{top.number("duration_s", ns_per_s, 0.001, base::to_ms(scenario_duration_max) / 1e3)};
    auto nodes = top.table("nodes");
    scenario.relays = nodes.whole("relays", 1, relays_max, 1);
    scenario.endpoints = nodes.whole("endpoints", 1, endpoints_max);
    scenario.standby = nodes.whole("standby", 0, std::min(1U, scenario.relays - 1), 0) == 1;
    scenario.edges = nodes.whole("edges", 0, scenario.relays - 1 - (scenario.standby ? 1 : 0), 0);
    const bool may_cluster = scenario.relays > 1 && !scenario.standby && scenario.edges == 0;
    scenario.cluster = nodes.whole("cluster", 0, may_cluster ? 1 : 0, 0) == 1;
    scenario.register_compares = nodes.whole("register_compares", 0, 1, 1) == 1;
    scenario.replicate = nodes.whole("replicate", 0, 1, 1) == 1;
    const bool may_succeed = scenario.relays == 1 && scenario.store == StoreKind::model;
    scenario.succession = nodes.whole("succession", 0, may_succeed ? 1 : 0, 0) == 1;
    scenario.host_member = nodes.whole("host_member", 0, scenario.succession ? 1 : 0, 0) == 1;
    nodes.refuse_others();
    scenario.link = read_link(top.table("link"), profile);
    scenario.clock = read_clock(top.table("clock"));
    read_disk(top.table("disk"), scenario);
    auto log = top.table("log");
    scenario.checkpoint_entries = log.whole("checkpoint_entries", 1, base::limits::log_entries_max, 0);
    log.refuse_others();
    read_all(top, "flow", flows_max,
             [&](TomlTable table) { scenario.flows.push_back(read_flow(std::move(table), scenario)); });
    check_interval(scenario);
    read_all(top, "fault", faults_max, [&](TomlTable table) {
        auto fault = read_fault(std::move(table), scenario);
        auto& faults = scenario.faults;
        faults.insert(std::ranges::upper_bound(faults, fault.at, {}, &Fault::at), std::move(fault));
    });
    if (top.find("swarm") != nullptr) scenario.swarm = read_swarm(top.table("swarm"), scenario, profile);
    scenario.floor = read_floor(top.table("floor"));
    auto group_messages = top.table("group_messages");
    scenario.group_message_every = base::Duration{group_messages.number("every_s", ns_per_s, 0.05, 86'400, 0)};
    group_messages.refuse_others();
    auto subscriptions = top.table("subscriptions");
    scenario.subscribe_every = base::Duration{subscriptions.number("every_s", ns_per_s, 0.1, 86'400, 0)};
    subscriptions.refuse_others();
    auto sizes = top.table("sizes");
    scenario.size_every = base::Duration{sizes.number("every_s", ns_per_s, 0.1, 86'400, 0)};
    sizes.refuse_others();
    auto pulls = top.table("pulls");
    scenario.pull_every = base::Duration{pulls.number("every_s", ns_per_s, 0.1, 86'400, 0)};
    pulls.refuse_others();
    auto relay = top.table("relay");
    scenario.speakers = relay.whole("speakers", 1, base::limits::members_max, 0);
    relay.refuse_others();
    auto created_flows = top.table("created_flows");
    scenario.flow_act_every = base::Duration{created_flows.number("every_s", ns_per_s, 0.1, 86'400, 0)};
    created_flows.refuse_others();
    read_board(top, scenario);
    auto chat = top.table("chat");
    scenario.chat_act_every = base::Duration{chat.number("every_s", ns_per_s, 0.05, 86'400, 0)};
    chat.refuse_others();
    auto files = top.table("files");
    scenario.file_every = base::Duration{files.number("every_s", ns_per_s, 0.1, 86'400, 0)};
    scenario.file_private_ppm = static_cast<std::uint32_t>(files.number("private", million, 0, 1, 0));
    scenario.file_private_asked_openly = files.whole("private_asked_openly", 0, 1, 0) == 1;
    files.refuse_others();
    read_capture(top, scenario);
    read_polls(top, scenario);
    top.refuse_others();
    return scenario;
}

/// toml11 explains over several lines; people and scripts want one.
std::string first_line(std::string_view text) {
    auto line = std::string{text.substr(0, text.find('\n'))};
    const auto tag = line.find("] ");
    if (tag != std::string::npos && line.starts_with("[")) line.erase(0, tag + 2);
    return line;
}

} // namespace

std::expected<Scenario, ScenarioError> parse_scenario(const std::string& text, const std::string& profiles) {
    try {
        std::istringstream stream{text};
        return read(toml::parse(stream, "scenario"), profiles);
    } catch (const ScenarioFailure& failure) {
        return std::unexpected{failure.error};
    } catch (const toml::exception& failure) {
        return std::unexpected{
            ScenarioError{static_cast<std::uint32_t>(failure.location().line()), first_line(failure.what())}};
    } catch (const std::exception& failure) {
        return std::unexpected{ScenarioError{0, first_line(failure.what())}};
    }
}

std::expected<Scenario, ScenarioError> load_scenario(const std::string& file, const std::string& profiles) {
    std::ifstream stream{file, std::ios::binary};
    std::ostringstream text;
    if (!stream || !(text << stream.rdbuf())) return std::unexpected{ScenarioError{0, file + ": cannot be read"}};
    auto scenario = parse_scenario(text.str(), profiles);
    if (!scenario) {
        auto& error = scenario.error();
        error.message = error.line == 0 ? fmt::format("{}: {}", file, error.message)
                                        : fmt::format("{}:{}: {}", file, error.line, error.message);
    }
    return scenario;
}

} // namespace plenum::sim
