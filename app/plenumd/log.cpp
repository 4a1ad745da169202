// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/log.h"

#include "core/runtime/clock.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <ctime>

namespace plenum::app {

namespace {

/// RFC 3339 in UTC, to the millisecond.
std::string time_text(std::chrono::system_clock::time_point at) {
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(at.time_since_epoch()).count();
    const auto seconds = static_cast<std::time_t>(ms / 1000);
    std::tm parts{};
    (void)::gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    (void)std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
    const auto fraction = std::to_string(1000 + ms % 1000);
    return std::string{text.data()} + "." + fraction.substr(1) + "Z";
}

/// syslog's severities (RFC 5424 §6.2.1), as systemd's journal reads them off the beginning of a line.
std::string_view journal_prefix(LogLevel level) {
    constexpr std::array<std::string_view, 4> prefixes{"<3>", "<4>", "<6>", "<7>"};
    return prefixes[static_cast<std::size_t>(level) - 1];
}

std::string json_text(std::string_view text) {
    return nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

bool is_plain(std::string_view text) {
    const auto plain = [](char letter) { return letter > ' ' && letter < 127 && letter != '"' && letter != '='; };
    return !text.empty() && std::ranges::all_of(text, plain);
}

std::string value_text(const Log::Field& field) {
    if (const auto* number = std::get_if<std::int64_t>(&field.value)) return std::to_string(*number);
    const auto& text = std::get<std::string>(field.value);
    return is_plain(text) ? text : json_text(text);
}

} // namespace

Log::World Log::standard_error() {
    return {[](const std::string& line) {
                // One write a line, so that lines of two processes do not mix.
                const auto whole = line + "\n";
                (void)std::fwrite(whole.data(), 1, whole.size(), stderr);
            },
            [] { return std::chrono::system_clock::now(); }, [] { return runtime::now(); }};
}

Log::Log(const Options& options, World world) : options_{options}, world_{std::move(world)} {}

void Log::write(LogEvent event, Fields fields) {
    const auto& info = info_of(event);
    if (info.level > options_.level || !admit(event)) return;
    put(info, info.level, fields);
}

bool Log::admit(LogEvent event) {
    auto& burst = bursts_[event];
    if (burst.written == 0 || world_.clock() - burst.began >= burst_window) {
        sum_up(event, burst);
        burst = {world_.clock(), 0, 0};
    }
    if (burst.written < burst_max) {
        ++burst.written;
        return true;
    }
    ++burst.held_back;
    return false;
}

void Log::sum_up(LogEvent event, Burst& burst) {
    const auto held_back = std::exchange(burst.held_back, 0);
    const auto& info = info_of(event);
    if (held_back > 0) put(info_of(LogEvent::repeated), info.level, {{"event", info.name}, {"count", held_back}});
}

void Log::sum_up() {
    for (const auto& info : log_events()) {
        auto& burst = bursts_[info.event];
        if (burst.held_back > 0 && world_.clock() - burst.began >= burst_window) sum_up(info.event, burst);
    }
}

void Log::sum_up_all() {
    for (const auto& info : log_events())
        sum_up(info.event, bursts_[info.event]);
}

void Log::put(const LogEventInfo& event, LogLevel level, Fields fields) {
    const auto line = options_.json ? in_json(event, level, fields) : in_text(event, level, fields);
    world_.write(options_.journal ? std::string{journal_prefix(level)} + line : line);
}

std::string Log::in_text(const LogEventInfo& event, LogLevel level, Fields fields) const {
    std::string line;
    if (!options_.journal) line = time_text(world_.wall_clock()) + " " + std::string{name_of(level)} + " ";
    line += event.name;
    for (const auto& field : fields)
        if (shows(field)) line += " " + std::string{field.name} + "=" + value_text(field);
    return line;
}

std::string Log::in_json(const LogEventInfo& event, LogLevel level, Fields fields) const {
    nlohmann::ordered_json line{
        {"time", time_text(world_.wall_clock())}, {"level", name_of(level)}, {"event", event.name}};
    for (const auto& field : fields) {
        if (!shows(field)) continue;
        std::visit([&](const auto& value) { line[std::string{field.name}] = value; }, field.value);
    }
    return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace plenum::app
