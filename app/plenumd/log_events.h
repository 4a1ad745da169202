// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenumd/config.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace plenum::app {

/// Everything that plenumd's log may tell. Names and fields are an interface: people's scripts read them.
enum class LogEvent : std::uint8_t {
    ready = 1,
    thread_priority,
    config_reloaded,
    config_needs_restart,
    config_refused,
    closing,
    closed_early,
    closed_unstored,
    closed,
    session_opened,
    session_closed,
    session_faulty,
    sessions_full,
    address_full,
    conference_created,
    conferences_full,
    conference_forgotten,
    conference_behind,
    conference_restored,
    standby_synced,
    standby_silent,
    conference_taken_over,
    conference_deposed,
    peer_silent,
    peer_answers,
    cluster_changed,
    cluster_unreachable,
    cluster_reachable,
    failure_contained,
    entry_forged,
    entry_refused,
    entry_late,
    member_unheard,
    store_failing,
    store_recovered,
    store_set_aside,
    store_left_out,
    store_behind,
    loop_late,
    plugin_loaded,
    plugin_refused,
    plugin_faulty,
    repeated,
};

struct LogEventInfo {
    LogEvent event;
    std::string_view name;
    LogLevel level;
    /// Names, as in the line; `from` is there only with `log.addresses`.
    std::string_view fields;
    /// What it means, and what to do if anything.
    std::string_view meaning;
};

/// In the order of `LogEvent`.
[[nodiscard]] std::span<const LogEventInfo> log_events();
[[nodiscard]] const LogEventInfo& info_of(LogEvent event);
[[nodiscard]] std::string_view name_of(LogLevel level);

} // namespace plenum::app
