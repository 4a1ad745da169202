// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/disk/fault_disk.h"

#include <string>

namespace plenum::sim {

/// Puts a disk between SQLite and the files of one folder, for as long as it lives. The file system that does so is
/// this process' default from the first mount on; files elsewhere it passes on untouched. For one thread.
class Mount {
  public:
    Mount(std::string folder, FaultDisk& disk);
    ~Mount();
    Mount(const Mount&) = delete;
    Mount& operator=(const Mount&) = delete;

  private:
    std::string folder_;
};

/// What SQLite does while this lives it does for a program on this machine, which may have no memory for it.
class Working {
  public:
    explicit Working(FaultDisk& disk);
    ~Working();
    Working(const Working&) = delete;
    Working& operator=(const Working&) = delete;
};

/// SQLite draws nothing but what follows from `seed` from here on.
void seed_sqlite(std::uint64_t seed);

} // namespace plenum::sim
