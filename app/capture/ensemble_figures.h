// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/studio_types.h"
#include "core/base/time.h"
#include "core/cluster/ensembles.h"

#include <array>
#include <cstddef>
#include <deque>

namespace plenum::app {

/// What the last ten seconds of a cluster were like. Told the time.
class EnsembleFigures {
  public:
    static constexpr base::Duration window = std::chrono::seconds{10};
    /// 240 a second for the whole window.
    static constexpr std::size_t ensembles_max = 2400;

    void add(const cluster::Ensemble& ensemble, base::LocalTime now);
    /// So many scenes were made, and so many bytes of them sent, since the beginning.
    void add_scenes(std::uint64_t scenes, std::uint64_t bytes, base::LocalTime now);
    /// The path as it is now, of which the mean over the window is told; and rate, completeness, asynchrony, bytes and
    /// scenes. The other figures stay as they are.
    void fill(StudioFigures& figures, std::size_t cameras, base::LocalTime now);
    /// Part of one camera in the bytes, 0 … 1.
    [[nodiscard]] double share(cluster::FlowNumber camera) const;

  private:
    struct Taken {
        base::LocalTime at;
        bool complete{false};
        base::Duration asynchrony{};
        std::array<std::uint32_t, cluster::limits::flows_max> bytes{};
    };
    struct Scenes {
        base::LocalTime at;
        std::uint64_t scenes{0};
        std::uint64_t bytes{0};
    };
    struct Path {
        base::LocalTime at;
        double available_bps{0};
        double fair_bps{0};
    };
    void forget(base::LocalTime now);
    void fill_path(StudioFigures& figures, std::size_t cameras, base::LocalTime now);

    std::optional<base::LocalTime> since_;
    std::deque<Taken> ensembles_;
    std::deque<Scenes> scenes_;
    std::deque<Path> paths_;
    std::array<std::uint64_t, cluster::limits::flows_max> bytes_{};
};

} // namespace plenum::app
