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
    /// Of a log that begins with the checkpoint at `position`: who holds what then.
    [[nodiscard]] std::vector<base::TraceEvent> begin(const log::State& state, base::LogPosition position);
    /// `state` as it is after `applied`, the entry at `position`.
    [[nodiscard]] std::vector<base::TraceEvent> handle(const log::Applied& applied, const log::State& state,
                                                       base::LogPosition position);

  private:
    static void tell(base::TraceEvent event, const token::Token& token, std::vector<base::TraceEvent>& to);

    token::HolderMoves moves_;
};

} // namespace plenum::node
