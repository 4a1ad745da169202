// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/session.h"
#include "core/client/session_worker.h"
#include "core/runtime/net/udp_socket.h"

#include <expected>
#include <optional>
#include <string>

namespace plenum::client {

/// Everything a session is started from, found out before its thread exists, so that what cannot work is told at once.
struct SessionSetup {
    Goal goal;
    node::NodeOptions node;
    runtime::UdpSocket socket;
};

/// Errors are one sentence for people.
[[nodiscard]] std::expected<SessionSetup, std::string> prepare(const HostOptions& options);
[[nodiscard]] std::expected<SessionSetup, std::string> prepare(const JoinOptions& options);
[[nodiscard]] std::expected<SessionSetup, std::string> prepare(const CreateOptions& options);

} // namespace plenum::client
