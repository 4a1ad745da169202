// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/node/node.h"
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
    };

    RelayStore() = default;
    RelayStore(const RelayStore&) = delete;
    RelayStore& operator=(const RelayStore&) = delete;
    virtual ~RelayStore() = default;

    /// The program starts.
    [[nodiscard]] virtual Loaded start() = 0;
    /// It dies. With the power goes what the disk had not made durable.
    virtual void stop(bool power_cut) = 0;

    virtual void put(const node::StoreConference& conference) = 0;
    virtual void put(const node::StoreEntry& entry) = 0;
    virtual void put(const node::ForgetConference& conference) = 0;
    /// Before anything of the turn leaves the node.
    [[nodiscard]] virtual std::vector<std::string> commit(base::LocalTime now) = 0;
    /// Whether everything that was put has been committed.
    [[nodiscard]] virtual bool whole() const = 0;
    /// When `commit` is wanted though nothing was put.
    [[nodiscard]] virtual base::LocalTime wake() const = 0;
    /// Whether the power went in the middle of the last commit.
    [[nodiscard]] virtual bool died() const = 0;

    /// One of the faults of disks, `disk_well` included. A power cut strikes at one of the next writes.
    virtual void strike(FaultKind kind) = 0;
};

/// Of one relay; what it draws follows from `random`.
using StoreFactory = std::function<std::unique_ptr<RelayStore>(base::Random random)>;

} // namespace plenum::sim
