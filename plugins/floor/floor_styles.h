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

/// Collected for translation; shown through QCoreApplication::translate (ui/models/floor_words.cpp).
#define TRANSLATABLE(context, text) text

/// More than can be there, and yet a bound: without one a style may have everyone hold it.
inline constexpr std::uint32_t holders_many = base::limits::members_max;

/// What it does with a pen, a screen and other things.
constexpr void describe(base::PluginDescriptor& style, const char* pen, const char* screen, const char* other) {
    style.about_pen = pen;
    style.about_screen = screen;
    style.about_other = other;
}
/// The static array goes on to exist.
constexpr void set_options(base::PluginDescriptor& style, std::span<const base::PluginOption> options) {
    style.options = options.data();
    style.option_count = static_cast<std::uint32_t>(options.size());
}

} // namespace plenum::floor
