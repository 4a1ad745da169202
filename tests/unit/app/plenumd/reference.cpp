// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/app/plenumd/reference.h"

#include "app/plenumd/log_events.h"
#include "app/plenumd/settings.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace plenum::app {

namespace {

constexpr std::string_view example_head =
    "# SPDX-License-Identifier: Apache-2.0\n"
    "# plenumd's configuration: every key with its default. Take the # before a key away to set it; check with\n"
    "# plenumd --config FILE --check-config. What says \"reload\" takes effect with systemctl reload plenumd.\n";

/// Words in lines of at most `columns`, each after "# ".
void print_comment(std::ostream& out, const std::string& text) {
    constexpr std::size_t columns = 118;
    std::istringstream words{text};
    std::string line{"#"};
    for (std::string word; words >> word;) {
        if (line.size() + 1 + word.size() > columns) {
            out << line << '\n';
            line = "#";
        }
        line += " " + word;
    }
    out << line << '\n';
}

std::string table_of(std::string_view key) {
    const auto dot = key.find('.');
    return std::string{dot == std::string_view::npos ? std::string_view{} : key.substr(0, dot)};
}

std::string settings_table() {
    std::ostringstream out;
    out << "| key | meaning | values | default | a wrong value costs | reload |\n|---|---|---|---|---|---|\n";
    for (const auto& setting : settings())
        out << "| `" << setting.key << "` | " << setting.about << " | " << setting.values << " | `"
            << setting.show(Config{}) << "` | " << setting.cost << " | " << (setting.reloads ? "yes" : "no") << " |\n";
    return out.str();
}

std::string events_table() {
    std::ostringstream out;
    out << "| event | level | fields | what it means |\n|---|---|---|---|\n";
    for (const auto& event : log_events())
        out << "| `" << event.name << "` | " << name_of(event.level) << " | " << event.fields << " | " << event.meaning
            << " |\n";
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
    out << "| metric | type | labels | what it tells |\n|---|---|---|---|\n";
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
    std::ranges::copy(std::array{11, 12, 13, 14}, at.relay.messages_unheard.begin());
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
    for (const auto& setting : settings()) {
        const auto own = table_of(setting.key);
        out << '\n';
        if (own != table) out << '[' << own << "]\n";
        table = own;
        print_comment(out, std::string{setting.about} + " Values: " + std::string{setting.values} + ". " +
                               std::string{setting.cost} + (setting.reloads ? " (reload)" : " (restart)"));
        const auto name = own.empty() ? setting.key : setting.key.substr(own.size() + 1);
        out << '#' << name << " = " << setting.show(Config{}) << '\n';
    }
    return out.str();
}

std::string operations_table(const std::string& section) {
    if (section == "settings") return settings_table();
    if (section == "events") return events_table();
    if (section == "metrics") return metrics_table();
    return {};
}

} // namespace plenum::app
