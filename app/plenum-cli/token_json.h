// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum-cli/event_json.h"

namespace plenum::cli {

[[nodiscard]] Json token_json(const node::TokenChanged& event);

} // namespace plenum::cli
