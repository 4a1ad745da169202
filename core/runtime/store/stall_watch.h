// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/storage.h"
#include "core/base/ids.h"
#include "core/base/time.h"

#include <cstdint>
#include <map>
#include <vector>

namespace plenum::runtime {

/// Which changes of which conferences wait for the disk, and whether they wait so long that it counts as stalled. Then
/// what waits is reported as not durable.
class StallWatch {
  public:
    static constexpr base::Duration stall_max = base::Duration{2'000'000'000};

    void handle_put(base::ConferenceHandle conference, std::uint64_t number, base::LocalTime at);
    void forget(base::ConferenceHandle conference) { waiting_.erase(conference); }
    /// The writer reports that; true if the disk had been stalled.
    [[nodiscard]] bool handle_kept(const std::vector<node::ConferenceKept>& kept, base::LocalTime at);
    struct Stall {
        /// The disk was not stalled before.
        bool begins{false};
        std::vector<node::ConferenceKept> not_durable;
    };
    /// What is to be told now.
    [[nodiscard]] Stall check(base::LocalTime at);
    /// When `check` has something to tell; `local_time_max` if nothing waits.
    [[nodiscard]] base::LocalTime next_at() const;

  private:
    /// The highest number put that waits, since when, and up to which it was reported.
    struct Waiting {
        std::uint64_t number{0};
        base::LocalTime since{};
        std::uint64_t told{0};
    };
    std::map<base::ConferenceHandle, Waiting> waiting_;
    bool stalled_{false};
};

} // namespace plenum::runtime
