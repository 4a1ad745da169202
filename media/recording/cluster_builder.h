// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/recording/matroska_file.h"

#include "core/base/time.h"

#include <optional>

namespace plenum::media {

/// One block of a track.
struct RecordedBlock {
    TrackNumber track{};
    /// Since the recording began.
    base::Duration at{};
    /// Of a subtitle; 0: until the next.
    base::Duration duration{};
    bool key{true};
    base::Bytes bytes{};
};

/// Turns blocks, pushed in the order of time, into clusters.
class ClusterBuilder {
  public:
    struct Cluster {
        std::chrono::milliseconds begins{};
        /// Where its last block begins.
        std::chrono::milliseconds ends{};
        base::Bytes blocks;
    };
    /// Nullopt, or the cluster that ended before this block. A block that belongs far before the others is left out.
    [[nodiscard]] std::optional<Cluster> push(const RecordedBlock& block);
    /// What is there, if there is any.
    [[nodiscard]] std::optional<Cluster> take();
    [[nodiscard]] bool empty() const { return cluster_.blocks.empty(); }

    /// A program that is killed loses so much.
    static constexpr std::chrono::milliseconds duration_max{1000};
    static constexpr std::size_t bytes_max = std::size_t{4} << 20U;

  private:
    Cluster cluster_{};
};

} // namespace plenum::media
