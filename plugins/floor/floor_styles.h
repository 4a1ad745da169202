// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"
#include "core/base/plugin.h"
#include "core/token/policy.h"

#include <span>

namespace plenum::floor {

/// The styles of this tree, in the order in which people are shown them.
[[nodiscard]] std::span<const base::PluginDescriptor> floor_styles();

// The descriptors, one a file.
extern const base::PluginDescriptor queue_style;
extern const base::PluginDescriptor brainstorm_style;
extern const base::PluginDescriptor chalkboard_style;
extern const base::PluginDescriptor groups_style;
extern const base::PluginDescriptor panel_style;
extern const base::PluginDescriptor activity_style;

using token::style_of;

/// More than can be there, and yet a bound: without one a style may have everyone hold it.
inline constexpr std::uint32_t holders_many = base::limits::members_max;
/// Of several at once.
[[nodiscard]] constexpr base::PluginDescriptor for_several(base::PluginDescriptor style, std::uint32_t holders_max) {
    style.holders_max = holders_max;
    return style;
}

} // namespace plenum::floor
