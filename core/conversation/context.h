// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/base/units.h"

#include <cstddef>
#include <vector>

/// The causal context in a message's header (MCP, "Δ-Causal Synchronization"): its number in its sender's sequence
/// space, until when it is waited for, and the messages it depends on.
///
/// The paper sends the newest number of every participant. Here a message names only those that no other one it names,
/// nor an earlier one of its sender, has named already; what these depend on is settled before they are.
///
/// On the line: ordinal, wait in steps of `delta_step`, then for each dependency, in ascending
/// order of senders, the sender's index (less the one before and one) and the ordinal; a 0 at the end where these are
/// not all. Numbers have 1, 2, 3, 4 or 9 bytes: as many leading ones as bytes follow, but 9 bytes begin with 0xf0.
namespace plenum::conversation {

struct Dependency {
    base::MemberIndex sender{};
    base::Ordinal ordinal{};
    friend bool operator==(const Dependency&, const Dependency&) = default;
};

/// Stands for the log among senders.
inline constexpr base::MemberIndex log_sender{};

/// What fits beside a message in its first fragment.
inline constexpr std::size_t context_bytes_max = 512;
inline constexpr std::size_t dependencies_max = 128;

struct Context {
    base::Ordinal ordinal{};
    /// From the message's send time to its deadline: Δ, and for what was captured before it was sent, that time too.
    /// Rounded up to `delta_step`.
    base::Duration wait{};
    /// Ascending by sender, each sender once.
    std::vector<Dependency> dependencies;
    /// Whether these are all. Otherwise, as when hundreds speak at once, the message is handed over at its deadline.
    bool complete{true};
    friend bool operator==(const Context&, const Context&) = default;
};

/// Longest wait that a context can say.
inline constexpr base::Duration wait_max = std::chrono::seconds{60};

/// Appends to `to`. Precondition: ascending dependencies, at most `dependencies_max` of them, ordinals above 0, a wait
/// of at most `wait_max`. What does not fit `context_bytes_max` is left out, later senders first, and said to be.
void encode(const Context& context, base::Bytes& to);
/// Writes over `context`, which keeps its memory. False for what `encode` does not write; `context` then holds nothing
/// of use.
[[nodiscard]] bool decode(base::ByteView from, Context& context);

} // namespace plenum::conversation
