// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "tests/bench/process.h"

#include <memory>

namespace plenum::bench {

/// A real plenumd with nothing on its disk, as built beside this program.
class RelayProcess {
  public:
    [[nodiscard]] static std::expected<RelayProcess, std::string> start(int core);
    [[nodiscard]] const base::Address& address() const { return address_; }
    [[nodiscard]] const Process& process() const { return process_; }

  private:
    RelayProcess(std::unique_ptr<ScratchFolder> data, Process process, const base::Address& address)
        : data_{std::move(data)},
          process_{std::move(process)},
          address_{address} {}

    std::unique_ptr<ScratchFolder> data_;
    Process process_;
    base::Address address_;
};

} // namespace plenum::bench
