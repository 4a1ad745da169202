// SPDX-License-Identifier: Apache-2.0
#include "plugins/activities/activities.h"

#include <array>

namespace plenum::activity {

std::span<const Descriptor> activities() {
    static const std::array all{target_activity};
    return all;
}

} // namespace plenum::activity
