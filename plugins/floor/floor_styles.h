// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// For a policy of type T.
template <class T>
[[nodiscard]] constexpr base::PluginDescriptor style_of(const char* id, const char* title, const char* about) {
    base::PluginDescriptor descriptor;
    descriptor.id = id;
    descriptor.title = title;
    descriptor.about = about;
    descriptor.create = [] { return static_cast<void*>(static_cast<token::FloorPolicy*>(new T)); };
    descriptor.destroy = [](void* made) { delete static_cast<token::FloorPolicy*>(made); };
    return descriptor;
}

} // namespace plenum::floor
