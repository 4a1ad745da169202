// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/link/rate/controller.h"
#include "core/link/rate/delay_rate.h"
#include "core/link/rate/fixed_rate.h"
#include "core/link/rate/tfrc_rate.h"

#include <array>
#include <string_view>

namespace plenum::link {

struct RegisteredRate {
    std::string_view name;
    RateControllerFactory make;
};

/// All rate controllers. A new one is a file of its own and a line here; the default is the one of `RateOptions`.
inline constexpr auto rate_controllers = std::to_array<RegisteredRate>({
    {"fixed", make_fixed_rate},
    {"tfrc", make_tfrc_rate},
    {"delay", make_delay_rate},
});

} // namespace plenum::link
