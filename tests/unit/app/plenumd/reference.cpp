// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/app/plenumd/reference.h"

#include "app/plenumd/config_keys.h"
#include "app/plenumd/log_events.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace plenum::app {

namespace {

constexpr std::string_view example_head =
    "# SPDX-License-Identifier: Apache-2.0\n"
    "# The configuration of plenumd: every key with its default. Remove the # before a key to set it. Check it with\n"
    "# plenumd --config FILE --check-config. Keys marked \"reload\" take effect with systemctl reload plenumd.\n";

/// Words in lines of at most `columns`; the first line begins with `first`, the others with `next`.
std::string wrapped(std::string_view first, std::string_view next, const std::string& text, std::size_t columns) {
    std::istringstream words{text};
    std::ostringstream out;
    std::string line{first};
    bool empty = true;
    for (std::string word; words >> word;) {
        if (!empty && line.size() + 1 + word.size() > columns) {
            out << line << '\n';
            line = next;
            empty = true;
        }
        line += (empty ? "" : " ") + word;
        empty = false;
    }
    out << line << '\n';
    return out.str();
}

std::string table_of(std::string_view key) {
    const auto dot = key.find('.');
    return std::string{dot == std::string_view::npos ? std::string_view{} : key.substr(0, dot)};
}

std::string settings_table() {
    std::ostringstream out;
    out << "| key | type | bounds | default | reload | meaning |\n|---|---|---|---|---|---|\n";
    for (const auto& key : config_keys())
        out << "| `" << key.name << "` | " << key.type << " | " << key.values << " | `" << key.show(Config{}) << "` | "
            << (key.reloads ? "yes" : "no") << " | " << key.about << " |\n";
    return out.str();
}

std::string advice_list() {
    std::string text;
    for (const auto& key : config_keys())
        text += wrapped("- ", "  ", "`" + std::string{key.name} + "`: " + std::string{key.advice}, 120);
    return text;
}

std::string events_list() {
    std::ostringstream out;
    for (const auto& event : log_events()) {
        const auto about = "`" + std::string{event.name} + "` (" + std::string{name_of(event.level)} + "; `" +
                           std::string{event.fields} + "`): " + std::string{event.meaning};
        out << wrapped("- ", "  ", about, 120);
    }
    return out.str();
}

std::string labels_of(const prometheus::MetricFamily& family) {
    std::string text;
    for (const auto& label : family.metric.front().label) {
        std::vector<std::string> values;
        for (const auto& metric : family.metric)
            for (const auto& each : metric.label)
                if (each.name == label.name && std::ranges::find(values, each.value) == values.end())
                    values.push_back(each.value);
        text += (text.empty() ? "`" : "; `") + label.name + "`: ";
        for (const auto& value : values)
            text += (&value == &values.front() ? "" : ", ") + (label.name == "version" ? std::string{"…"} : value);
    }
    return text;
}

std::string metrics_table() {
    std::ostringstream out;
    out << "| metric | type | labels | meaning |\n|---|---|---|---|\n";
    for (const auto& family : metric_families(full_snapshot(), full_process())) {
        const auto* type = family.type == prometheus::MetricType::Counter     ? "counter"
                           : family.type == prometheus::MetricType::Histogram ? "histogram"
                                                                              : "gauge";
        out << "| `" << family.name << "` | " << type << " | " << labels_of(family) << " | " << family.help << " |\n";
    }
    return out.str();
}

} // namespace

Snapshot full_snapshot() {
    Snapshot at;
    std::uint64_t next = 100;
    for (auto* counter :
         {&at.relay.sessions_opened, &at.relay.sessions_refused_full, &at.relay.sessions_refused_address,
          &at.relay.conferences_created, &at.relay.conferences_refused_full, &at.relay.conferences_forgotten,
          &at.relay.links.packets_lost, &at.datagrams.opened, &at.datagrams.forged, &at.datagrams.replayed,
          &at.datagrams.strange, &at.store.failures})
        *counter = ++next;
    at.relay.members = 7;
    at.relay.members_present = 5;
    at.relay.sessions_closed[node::SessionEnd::faulty] = 3;
    std::ranges::copy(std::array{11, 12, 13, 14, 15}, at.relay.messages_unheard.begin());
    at.relay.sent.add(base::PriorityClass::video, 1100);
    at.relay.links.drops.add(base::PriorityClass::video, sched::DropReason::expired);
    std::ranges::copy(std::array{1000, 2000, 6}, at.intake.refused.begin());
    at.intake_drops.add(base::PriorityClass::audio, sched::DropReason::outranked);
    at.times.turns.add(std::chrono::microseconds{30});
    at.times.turns.add(std::chrono::seconds{3});
    at.uptime = std::chrono::seconds{90};
    at.limits.sessions = 50;
    return at;
}

ProcessFigures full_process() { return {1000, 2000, 1.5, 17, 1024}; }

std::string example_file() {
    std::ostringstream out;
    out << example_head;
    std::string table;
    for (const auto& key : config_keys()) {
        const auto own = table_of(key.name);
        out << '\n';
        if (own != table) out << '[' << own << "]\n";
        table = own;
        const auto about = std::string{key.about} + " Value: " + std::string{key.type} + ", " + key.values + ". " +
                           std::string{key.advice} + (key.reloads ? " (reload)" : " (restart)");
        out << wrapped("# ", "# ", about, 118);
        const auto name = own.empty() ? key.name : key.name.substr(own.size() + 1);
        out << '#' << name << " = " << key.show(Config{}) << '\n';
    }
    return out.str();
}

std::string reference_part(const std::string& name) {
    if (name == "settings") return settings_table();
    if (name == "advice") return advice_list();
    if (name == "events") return events_list();
    if (name == "metrics") return metrics_table();
    return {};
}

} // namespace plenum::app
