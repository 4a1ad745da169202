// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"

#include <chrono>
#include <compare>
#include <cstdint>

namespace plenum::node {

/// How long a sender of live messages goes on with the old epoch, so that the new one's entry can reach everyone first.
/// What is sealed later is closed to whoever left (security.md, Faults). Reliable messages
/// take the new epoch at once, since receivers wait for its entry and a newcomer must miss none.
inline constexpr base::Duration epoch_switch_delay = std::chrono::milliseconds{150};

/// After someone left who has the newest key, it seals no longer than this, whatever delays the new one (security.md,
/// Faults: within a second of the entry, which took its time to get here).
inline constexpr base::Duration old_key_seals_max = std::chrono::milliseconds{700};

/// Live flows lose their keys with the epoch; reliable ones are history, whose keys stay (security.md, Keys).
enum class Chain : std::uint8_t { media = 1, history = 2 };

/// Whose messages, and on which flow.
struct SealedStream {
    base::MemberIndex sender{};
    base::FlowId flow{};
    /// The discussion group whose flow it is; 0 for none.
    base::ConversationId group{};
    friend auto operator<=>(const SealedStream&, const SealedStream&) = default;
};

/// Why a sealed message cannot be opened.
enum class OpenError : std::uint8_t {
    malformed = 1,
    key_to_come = 2, ///< sealed in an epoch that the log has not shown us yet
    no_key = 3,      ///< sealed before our time, or in an epoch that is over
    forged = 4,
    replay = 5,
    not_in_group = 6, ///< by someone who was not given that epoch's key of the group
};

} // namespace plenum::node
