// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "core/base/time.h"

#include <chrono>
#include <cstdint>
#include <expected>
#include <stop_token>
#include <string>

namespace plenum::client {

/// Which relay to ask whether it answers, and for how long.
struct ProbeOptions {
    /// HOST:PORT; the port may be left out, then 7700.
    std::string relay;
    /// For relays that ask for one: to a wrong one they are silent.
    std::string create_secret{};
    /// Name servers included. Repetitions of the request come after 250 ms and then slower (link::Dialer), so less than
    /// 2 s takes a slow path for none.
    base::Duration patience{std::chrono::seconds{6}};
};

/// The relay answers at this address.
struct ProbeAnswer {
    /// The one that answered of those that the name has.
    base::Address address;
    /// From the request to its answer.
    base::Duration round_trip{};
};

enum class ProbeFailure : std::uint8_t {
    bad_address = 1,  ///< not HOST:PORT
    unknown_host = 2, ///< no name server knows it, or none answers
    no_route = 3,     ///< this machine has no way to send there
    silent = 4,       ///< nothing that a relay with this creation secret would answer came in time
    stopped = 5,
    internal = 6, ///< no socket or no random numbers
};

/// Whether a relay would make a conference for us: sends the first message of the handshake with which one is made
/// (docs/protocol.md, Handshake) and waits for the relay's answer, which only the right relay can give. The handshake
/// is left there, so nothing is made. Blocks; `stop` ends it at once.
[[nodiscard]] std::expected<ProbeAnswer, ProbeFailure> probe_relay(const ProbeOptions& options,
                                                                   const std::stop_token& stop = {});

} // namespace plenum::client
