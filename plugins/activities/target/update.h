// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "plugins/activities/target/referee.h"

#include <optional>
#include <vector>

/// What one player tells the others, some twenty times a second.
///
/// Messages get lost, and people join late. So each update is complete in itself: the round, the sight, and two runs of
/// the player's own shots. One run has the newest shots. The other goes around through the older ones, so that a
/// newcomer knows them all after one turn. Nothing is acknowledged.
namespace plenum::target {

/// The shots `first`, `first` + 1 … of the player.
struct ShotRun {
    std::uint16_t first{0};
    std::vector<Shot> shots;
    friend bool operator==(const ShotRun&, const ShotRun&) = default;
};
inline constexpr std::size_t run_length_max = 12;

struct Update {
    /// Absent between rounds.
    std::optional<RoundId> round;
    Point sight{};
    /// Of the field, a second.
    Point velocity{};
    /// Shots so far in this round.
    std::uint16_t shot_count{0};
    ShotRun newest;
    ShotRun older;
    friend bool operator==(const Update&, const Update&) = default;
};

/// At most `update_bytes_max`.
[[nodiscard]] base::Bytes encode(const Update& update);
/// Nullopt for everything that `encode` does not make.
[[nodiscard]] std::optional<Update> decode(base::ByteView bytes);

inline constexpr std::size_t shot_bytes = 8;
inline constexpr std::size_t update_bytes_max = 30 + 2 * run_length_max * shot_bytes;
static_assert(update_bytes_max <= 256);

} // namespace plenum::target
