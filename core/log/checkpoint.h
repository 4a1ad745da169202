// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/state.h"

/// What stands for all entries before some position (docs/checkpoints.md): the state that they led to, without what
/// nobody needs any longer, in one canonical encoding.
namespace plenum::log {

/// Of the encoding; states of another one are refused.
inline constexpr std::uint8_t state_version = 3;

/// How much of the past a checkpoint keeps, newest first.
struct CondenseBounds {
    std::size_t former_members{base::limits::former_members_max};
    std::size_t former_grants{base::limits::former_grants_max};
};
/// Takes out what no later message or entry can need: members who left long ago, their right to come back unasked, keys
/// of joins by earlier links, grants that are over, secrets of links that opened names of those. Doing it once more
/// changes nothing.
void condense(State& state, CondenseBounds bounds = {});

/// The operation that may be the next entry after this state, as whoever has the root key says it.
[[nodiscard]] Checkpoint checkpoint_of(State state);

/// Version and fields. Of one state there is one encoding.
[[nodiscard]] base::Bytes encode_state(const State& state);
/// A state that entries can be applied to, whoever encoded it: what names something else names something that is there.
[[nodiscard]] std::expected<State, wire::DecodeError> decode_state(base::ByteView bytes);
/// BLAKE2b-256 over a context and the encoding.
[[nodiscard]] base::Hash hash_of(const State& state);
[[nodiscard]] base::Hash hash_of_encoded(base::ByteView bytes);

} // namespace plenum::log
