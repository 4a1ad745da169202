// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/state.h"

#include <expected>

namespace plenum::log {

/// Whether the log takes an operation, or why not. Private to the rules.
using Verdict = std::expected<void, Refusal>;

inline Verdict refuse(Refusal why) { return std::unexpected{why}; }

} // namespace plenum::log
