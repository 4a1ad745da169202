// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/clock.h"
#include "core/runtime/metrics/time_histogram.h"
#include "core/runtime/store/stall_watch.h"
#include "core/runtime/store/store.h"

#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace plenum::runtime {

/// The one thread that writes a store, so that no loop waits for a disk. It takes everything that waits, commits it,
/// and tells what became of it. A change that finds the disk idle is committed at once. Changes that arrive during a
/// commit go together into the next one, so the groups grow with the load and with the time that the disk needs. A
/// fixed window for gathering changes would make every change wait for it, however fast the disk. From `begin` on,
/// nobody else touches the store.
///
/// A disk that takes nothing for `stall_max` is treated as one that fails: what waits is reported as not durable, so
/// that people can go on, and once more when it is. What waits is bounded; a conference of which more waits is not
/// written any more.
class StoreWriter {
  public:
    static constexpr base::Duration stall_max = StallWatch::stall_max;
    static constexpr std::size_t waiting_bytes_max = 32 * 1024 * 1024;
    static constexpr std::size_t waiting_items_max = 100'000;

    using Clock = std::function<base::LocalTime()>;
    /// `wake` is called on the writer's thread when there is something to `take`. `clock` is read on that thread, to
    /// try failed writes again. Error: one sentence where the system gives no thread.
    [[nodiscard]] static std::expected<std::unique_ptr<StoreWriter>, std::string>
    start(Store& store, std::function<void()> wake, Clock clock = now);
    /// Commits what waits, and gives the store back.
    ~StoreWriter();
    StoreWriter(const StoreWriter&) = delete;
    StoreWriter& operator=(const StoreWriter&) = delete;

    // The following on one thread, the loop's.
    /// Loading is over.
    void begin();
    void put(StoreItem item, base::LocalTime now);
    /// Of what was loaded late (`Store::refuse`).
    void refuse(base::ConferenceHandle conference);
    struct Report {
        std::vector<StoreNotice> notices;
        std::vector<node::ConferenceKept> kept;
        /// What could not be loaded at the start; before `kept` speaks of it.
        std::vector<Store::Loaded> loaded;
    };
    /// What became known since the last call, a stall included.
    [[nodiscard]] Report take(base::LocalTime now);
    /// When `take` is wanted though nobody woke: the disk would have stalled.
    [[nodiscard]] base::LocalTime stalls_at() const;
    [[nodiscard]] Store::Counters counters() const;
    [[nodiscard]] TimeHistogram commits() const;

  private:
    struct Impl;
    explicit StoreWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace plenum::runtime
