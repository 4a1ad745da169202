// SPDX-License-Identifier: Apache-2.0
#include "core/link/rate/controller.h"
#include "core/link/rate/delay_rate.h"
#include "core/link/rate/fixed_rate.h"
#include "core/link/rate/tfrc_rate.h"

namespace plenum::link {

std::unique_ptr<RateController> make_rate_controller(const RateOptions& options, base::LocalTime now) {
    switch (options.kind) {
    case RateKind::fixed: return std::make_unique<FixedRate>(options.initial);
    case RateKind::tfrc: return std::make_unique<TfrcRate>(options, now);
    case RateKind::delay: break;
    }
    return std::make_unique<DelayRate>(options, now);
}

} // namespace plenum::link
