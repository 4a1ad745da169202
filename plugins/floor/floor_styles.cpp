// SPDX-License-Identifier: Apache-2.0
#include "plugins/floor/floor_styles.h"

#include <array>

namespace plenum::floor {

std::span<const base::PluginDescriptor> floor_styles() {
    static const std::array styles{queue_style,  brainstorm_style, chalkboard_style,
                                   groups_style, panel_style,      activity_style};
    return styles;
}

} // namespace plenum::floor
