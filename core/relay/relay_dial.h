// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/peer/connection.h"
#include "core/relay/relay_keys.h"

namespace plenum::node {

/// How a relay dials another one with the same keys.
struct RelayDial {
    const RelayKeys* keys{nullptr};
    /// Opens the replication door.
    crypto::SecretKey key;
    wire::CipherSet ciphers{};
    /// Answers must come to this loop.
    LoopShare loop{};

    [[nodiscard]] RelayDial copy() const { return {keys, key.copy(), ciphers, loop}; }
    /// At the home of `conference`, which may be any of its doors.
    [[nodiscard]] Connection::Options to(const base::Address& relay, const base::ConferenceHandle& conference,
                                         base::Duration give_up_after) const;
};

} // namespace plenum::node
