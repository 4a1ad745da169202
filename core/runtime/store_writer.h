// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/store.h"
#include "core/runtime/time_histogram.h"

#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace plenum::runtime {

/// The one thread that writes a store, so that no loop waits for a disk: takes what is to be kept, commits it in groups
/// (`CommitGroup`), tells what became of it. From `begin` on, nobody else touches the store.
///
/// A disk that takes nothing for `stall_max` is treated as one that fails: what waits is reported as not durable, so
/// that people can go on, and once more when it is. What waits is bounded; a conference of which more waits is not
/// written any more.
class StoreWriter {
  public:
    static constexpr base::Duration stall_max = base::Duration{2'000'000'000};
    static constexpr std::size_t waiting_bytes_max = 32 * 1024 * 1024;
    static constexpr std::size_t waiting_items_max = 100'000;

    /// `wake` is called on the writer's thread when there is something to `take`. Error: one sentence where the system
    /// gives no thread.
    [[nodiscard]] static std::expected<std::unique_ptr<StoreWriter>, std::string> start(Store& store,
                                                                                        std::function<void()> wake);
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
