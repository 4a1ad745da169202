// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum-cli/event_json.h"
#include "core/cluster/ensembles.h"

#include <cstdint>
#include <vector>

namespace plenum::cli {

/// What a summary of ensembles tells.
class EnsembleTally {
  public:
    /// `counts`: also in the figures, not only among the numbers that are checked.
    void add(const cluster::Ensemble& ensemble, bool check_numbers, bool counts);
    /// Pictures of other instants than their ensembles.
    [[nodiscard]] std::uint64_t mixed() const { return mixed_; }
    [[nodiscard]] Json summary(bool list_asynchrony, bool check_numbers) const;

  private:
    std::uint64_t mixed_{0};
    std::uint64_t bytes_{0};
    std::vector<double> asynchrony_ms_;
    std::vector<double> skew_ms_;
};

} // namespace plenum::cli
