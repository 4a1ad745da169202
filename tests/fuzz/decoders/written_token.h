// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum-cli/token_command.h"

#include <string>

namespace plenum::fuzz {

/// The line that says this, with settings in one order.
[[nodiscard]] std::string written(const cli::TokenCommand& command);

} // namespace plenum::fuzz
