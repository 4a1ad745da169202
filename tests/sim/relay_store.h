// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/base/time.h"
#include "core/runtime/store/store_item.h"
#include "tests/sim/fault.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace plenum::sim {

/// Where a relay's program keeps its conferences, on a disk that can fail: what core/runtime/store is to plenumd. Its
/// notices are sentences for people; every loss must be in one.
class RelayStore {
  public:
    struct Loaded {
        std::vector<node::ConferenceStored> conferences;
        std::vector<std::string> notices;
        /// Conferences that could not be read and are left as they are.
        std::vector<base::ConferenceHandle> unread{};
    };

    RelayStore() = default;
    RelayStore(const RelayStore&) = delete;
    RelayStore& operator=(const RelayStore&) = delete;
    virtual ~RelayStore() = default;

    /// The program starts.
    [[nodiscard]] virtual Loaded start() = 0;
    /// It dies. With the power goes what the disk had not made durable.
    virtual void stop(bool power_cut) = 0;

    /// The program does not take what was given back of this one.
    virtual void refuse(const base::ConferenceHandle&) {}

    /// Nor what was given back later than at the start.
    virtual void refuse_late(const base::ConferenceHandle&) {}

    virtual void put(runtime::StoreItem item) = 0;
    struct Committed {
        std::vector<std::string> notices;
        std::vector<node::ConferenceKept> kept;
        /// What could not be read at the start.
        std::vector<node::ConferenceStored> loaded{};
        /// What could not be read at the start, and will never be.
        std::vector<base::ConferenceHandle> gone{};
    };
    [[nodiscard]] virtual Committed commit(base::LocalTime now) = 0;
    /// Whether everything that was put has been committed.
    [[nodiscard]] virtual bool whole() const = 0;
    /// When `commit` is to be tried again.
    [[nodiscard]] virtual base::LocalTime wake() const = 0;
    /// Whether the program died in the middle of the last commit, or of its start.
    [[nodiscard]] virtual bool died() const = 0;
    /// Whether that was while something else than a write-ahead log was written.
    [[nodiscard]] virtual bool died_in_checkpoint() const { return false; }

    /// One of the faults of disks, `disk_well` included. A power cut and a kill strike at one of the next writes.
    virtual void strike(FaultKind kind) = 0;
};

/// Of one relay; what it draws follows from `random`.
using StoreFactory = std::function<std::unique_ptr<RelayStore>(base::Random random)>;

} // namespace plenum::sim
