// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/link_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace plenum::sim {

namespace {

constexpr double million = 1e6;
constexpr double ns_per_ms = 1e6;
constexpr double ns_per_s = 1e9;
constexpr double delay_ms_max = 60'000;

void read_share(TomlTable& table, const std::string& key, std::uint32_t& to) {
    to = static_cast<std::uint32_t>(table.number(key, million, 0, 1, to / million));
}

void read_range(TomlTable& table, const std::string& key, double scale, double high, base::Duration& low_to,
                base::Duration& high_to) {
    if (table.find(key) == nullptr) return;
    const auto [first, second] = table.range(key, scale, 0, high);
    low_to = base::Duration{first};
    high_to = base::Duration{second};
}

BurstLoss read_burst(TomlTable table) {
    BurstLoss burst;
    burst.bad_ppm = 1'000'000;
    read_share(table, "enter", burst.enter_ppm);
    read_share(table, "leave", burst.leave_ppm);
    read_share(table, "good", burst.good_ppm);
    read_share(table, "bad", burst.bad_ppm);
    burst.slot = base::Duration{table.number("slot_ms", ns_per_ms, 0, 10'000, base::to_ms(burst.slot))};
    table.refuse_others();
    return burst;
}

Spikes read_spikes(TomlTable table) {
    Spikes spikes;
    spikes.every = base::Duration{table.number("every_s", ns_per_s, 0.001, 86'400)};
    read_range(table, "lasts_ms", ns_per_ms, delay_ms_max, spikes.length_min, spikes.length_max);
    read_range(table, "delay_ms", ns_per_ms, delay_ms_max, spikes.height_min, spikes.height_max);
    table.refuse_others();
    return spikes;
}

void read_keys(TomlTable& table, PathConditions& link) {
    read_range(table, "delay_ms", ns_per_ms, delay_ms_max, link.delay_min, link.delay_max);
    read_share(table, "loss", link.loss_ppm);
    read_share(table, "reorder", link.reorder_ppm);
    read_share(table, "duplicate", link.duplicate_ppm);
    read_share(table, "corrupt", link.corrupt_ppm);
    read_share(table, "truncate", link.truncate_ppm);
    link.bandwidth_kbps =
        table.whole("bandwidth_kbps", 0, 100'000'000, static_cast<std::uint32_t>(link.bandwidth_kbps));
    if (table.find("burst") != nullptr) link.burst = read_burst(table.table("burst"));
    if (table.find("spikes") != nullptr) link.spikes = read_spikes(table.table("spikes"));
    if (std::uint64_t{link.corrupt_ppm} + link.truncate_ppm > 1'000'000) {
        table.fail(*table.find(link.corrupt_ppm != 0 ? "corrupt" : "truncate"),
                   "'corrupt' and 'truncate' together must not exceed 1");
    }
}

bool is_name(const std::string& text) {
    return !text.empty() &&
           std::ranges::all_of(text, [](char each) { return (each >= 'a' && each <= 'z') || each == '-'; });
}

} // namespace

PathConditions ProfileReader::operator()(const TomlTable& asking, const toml::value& name) const {
    const std::string text = name.is_string() ? name.as_string().str : "";
    if (!is_name(text)) asking.fail(name, fmt::format("{}: a profile's name is wanted", asking.name()));
    const auto file = folder_ + "/" + text + ".toml";
    std::ifstream stream{file, std::ios::binary};
    if (!stream) asking.fail(name, fmt::format("there is no profile '{}'", text));
    const auto root = toml::parse(stream, file);
    try {
        TomlTable table{root, fmt::format("profile '{}'", text)};
        PathConditions link;
        read_keys(table, link);
        table.refuse_others();
        return link;
    } catch (const ScenarioFailure& failure) {
        asking.fail(name, fmt::format("profile '{}', line {}: {}", text, failure.error.line, failure.error.message));
    }
}

PathConditions read_link(TomlTable table, const ProfileReader& profile) {
    PathConditions link;
    if (const auto* name = table.find("profile")) link = profile(table, *name);
    read_keys(table, link);
    table.refuse_others();
    return link;
}

} // namespace plenum::sim
