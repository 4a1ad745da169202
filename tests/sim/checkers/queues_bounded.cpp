// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/queues_bounded.h"

#include "core/base/flow_spec.h"
#include "core/base/limits.h"

#include <fmt/format.h>

#include <algorithm>

namespace plenum::sim {

namespace {

namespace limits = base::limits;

/// Of one conference, as the table in docs/security.md has it; a world has one.
constexpr std::size_t conference_history_bytes_max = 64UL * 1024 * 1024;

} // namespace

void QueuesBounded::on_load(Session session, const node::NodeLoad& load) {
    const auto sessions = std::max<std::size_t>(load.sessions, 1);
    const auto check = [&](std::string_view what, std::size_t value, std::size_t bound) {
        if (value > bound) fail(fmt::format("{}: {} is {}, bound {}", to_text(session), what, value, bound));
    };
    check("sessions", load.sessions, limits::sessions_per_node_max);
    check("queued packets", load.queued_packets, sessions * limits::send_queue_packets_max);
    check("stream bytes", load.stream_bytes,
          sessions * base::enum_count<base::PriorityClass> * 2 * limits::stream_buffer_bytes_max);
    check("history bytes", load.history_bytes, conference_history_bytes_max + 2 * limits::pull_histories_bytes_max);
    check("reassembly bytes", load.reassembly_bytes, limits::members_max * limits::reassembly_bytes_max);
}

} // namespace plenum::sim
