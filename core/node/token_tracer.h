// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/trace.h"
#include "core/log/state.h"
#include "core/token/holder_moves.h"

#include <vector>

namespace plenum::node {

/// Tells what entries did to tokens, for traces: who asked, who holds one now, who no longer; once for each flow that
/// demands it.
class TokenTracer {
  public:
    /// `state` as it is after `applied`, the entry at `position`.
    [[nodiscard]] std::vector<base::TraceEvent> handle(const log::Applied& applied, const log::State& state,
                                                       base::LogPosition position);

  private:
    token::HolderMoves moves_;
};

} // namespace plenum::node
