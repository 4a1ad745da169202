// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

namespace plenum::runtime {

/// A disk that fails when told: sits between SQLite and the system's files as the default VFS of this process while it
/// lives. One at a time.
class FaultVfs {
  public:
    FaultVfs();
    ~FaultVfs();
    FaultVfs(const FaultVfs&) = delete;
    FaultVfs& operator=(const FaultVfs&) = delete;

    /// SQLite's error code that writes, and syncs, answer with from now on; 0 is none.
    void fail_writes(int code);
    void fail_syncs(int code);
    /// Called before each sync from now on, on the thread that syncs; the disk is busy until it returns.
    void on_sync(std::function<void()> call);
    /// The `count`th write or sync from now fails, and every later one: as when power goes.
    void fail_all_after(std::uint64_t count);
    [[nodiscard]] std::uint64_t operations() const;
    [[nodiscard]] std::uint64_t syncs() const;
};

} // namespace plenum::runtime
