// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/state.h"

namespace plenum::log {

/// Which signatures of an entry this node made itself, over these very bytes: they need no check.
struct Known {
    bool author{false};
    bool sequencer{false};
};

/// `apply` for such entries. With `sequencer`, the entry may be signed afterwards, once it was found to be right.
[[nodiscard]] std::expected<Applied, Refusal> apply_known(State& state, const Entry& entry, Known known);

} // namespace plenum::log
