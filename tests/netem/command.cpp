// SPDX-License-Identifier: Apache-2.0
#include "tests/netem/command.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <sstream>

namespace plenum::netem {

namespace {

using Numbers = std::span<const double>;

/// A key of the command language: how many numbers may follow, and what they do.
struct Key {
    std::size_t numbers_min;
    std::size_t numbers_max;
    double value_max;
    std::function<void(LinkSettings&, Numbers)> set;
};

Duration from_ms(double ms) { return Duration{std::llround(ms * 1e6)}; }
std::uint32_t per_million(double percent) { return static_cast<std::uint32_t>(std::lround(percent * 10'000)); }

constexpr double ms_max = 60'000;
constexpr double percent_max = 100;
constexpr double kbps_max = 1e8;
constexpr double queue_bytes_max = 1e9;

void set_delay(LinkSettings& link, Numbers values) {
    link.delay = from_ms(values[0]);
    link.jitter = values.size() > 1 ? from_ms(values[1]) : Duration::zero();
}

void set_burst(LinkSettings& link, Numbers values) {
    BurstLoss burst{.enter = per_million(values[0]), .leave = per_million(values[1])};
    if (values.size() > 2) burst.loss_bad = per_million(values[2]);
    if (values.size() > 3) burst.loss_good = per_million(values[3]);
    if (burst.enter == 0) {
        link.burst.reset();
    } else {
        link.burst = burst;
    }
}

void set_reorder(LinkSettings& link, Numbers values) {
    link.reorder = per_million(values[0]);
    if (values.size() > 1) link.reorder_delay = from_ms(values[1]);
}

const std::map<std::string, Key, std::less<>>& keys() {
    static const std::map<std::string, Key, std::less<>> table{
        {"delay", {1, 2, ms_max, set_delay}},
        {"order", {1, 1, 1, [](LinkSettings& link, Numbers values) { link.keep_order = values[0] > 0; }}},
        {"loss", {1, 1, percent_max, [](LinkSettings& link, Numbers values) { link.loss = per_million(values[0]); }}},
        {"burst", {2, 4, percent_max, set_burst}},
        {"duplicate",
         {1, 1, percent_max, [](LinkSettings& link, Numbers values) { link.duplicate = per_million(values[0]); }}},
        {"reorder", {1, 2, ms_max, set_reorder}},
        {"corrupt",
         {1, 1, percent_max, [](LinkSettings& link, Numbers values) { link.corrupt = per_million(values[0]); }}},
        {"rate",
         {1, 1, kbps_max,
          [](LinkSettings& link, Numbers values) {
              link.rate_bps = static_cast<std::uint64_t>(std::llround(values[0] * 1000));
          }}},
        {"queue",
         {1, 1, queue_bytes_max,
          [](LinkSettings& link, Numbers values) { link.queue_bytes_max = static_cast<std::size_t>(values[0]); }}},
        {"down", {0, 0, 0, [](LinkSettings& link, Numbers) { link.connected = false; }}},
        {"up", {0, 0, 0, [](LinkSettings& link, Numbers) { link.connected = true; }}},
        {"reset", {0, 0, 0, [](LinkSettings& link, Numbers) { link = LinkSettings{}; }}},
    };
    return table;
}

std::optional<double> number(const std::string& word) {
    std::istringstream stream{word};
    double value{};
    stream >> value;
    if (stream.fail() || !stream.eof() || value < 0) return std::nullopt;
    return value;
}

std::vector<std::string> words_of(std::string_view line) {
    std::istringstream stream{std::string{line}};
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

/// The links that `target` names; empty if it names none. `*`, every `down` link: each packet passes exactly one.
std::vector<Link*> links_of(Router& router, std::string_view target) {
    std::vector<Link*> links;
    for (auto& port : router.ports()) {
        if (target == "*" || target == port.name || target == port.name + ".down") links.push_back(&port.down);
        if (target == port.name || target == port.name + ".up") links.push_back(&port.up);
    }
    return links;
}

/// Applies the keys of `words` to `settings`.
std::expected<LinkSettings, std::string> changed(LinkSettings settings, std::span<const std::string> words) {
    for (std::size_t at = 0; at < words.size();) {
        const auto key = keys().find(words[at]);
        if (key == keys().end()) return std::unexpected{"unknown key or target " + words[at]};
        at += 1;
        std::vector<double> values;
        for (; at < words.size() && values.size() < key->second.numbers_max; ++at) {
            const auto value = number(words[at]);
            if (!value) break;
            if (*value > key->second.value_max) return std::unexpected{key->first + ": " + words[at] + " is too large"};
            values.push_back(*value);
        }
        if (values.size() < key->second.numbers_min) return std::unexpected{key->first + " lacks a number"};
        if (key->first == "reorder" && values[0] > percent_max)
            return std::unexpected{"reorder: more than 100 percent"};
        key->second.set(settings, values);
    }
    return settings;
}

nlohmann::json counters_of(const Link& link) {
    const auto& counters = link.counters();
    return {{"packets", counters.packets},       {"bytes", counters.bytes},
            {"passed", counters.passed},         {"lost", counters.lost},
            {"queue_full", counters.queue_full}, {"disconnected", counters.disconnected},
            {"duplicated", counters.duplicated}, {"reordered", counters.reordered},
            {"corrupted", counters.corrupted},   {"queue_bytes_peak", counters.queue_bytes_peak}};
}

} // namespace

std::expected<void, std::string> apply_command(Router& router, std::string_view line) {
    const auto words = words_of(line);
    if (words.empty()) return {};
    std::span<const std::string> rest{words};
    auto links = links_of(router, words[0]);
    if (links.empty()) {
        links = links_of(router, "*");
    } else {
        rest = rest.subspan(1);
    }
    if (rest.empty()) return std::unexpected{"nothing to set"};
    for (const auto* link : links) {
        if (const auto settings = changed(link->settings, rest); !settings) return std::unexpected{settings.error()};
    }
    for (auto* link : links)
        link->settings = *changed(link->settings, rest);
    return {};
}

std::string to_json(const Router& router) {
    nlohmann::json ports = nlohmann::json::object();
    for (const auto& port : router.ports()) {
        ports[port.name] = {{"up", counters_of(port.up)}, {"down", counters_of(port.down)}};
    }
    const auto& counters = router.counters();
    return nlohmann::json{{"ports", ports},
                          {"unroutable", counters.unroutable},
                          {"overflow", counters.overflow},
                          {"late_max_us", base::to_us(counters.late_max)}}
        .dump();
}

} // namespace plenum::netem
