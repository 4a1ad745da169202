// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/activity/activity.h"

#include <span>

namespace plenum::activity {

/// The activities of this tree, in the order in which people are shown them.
[[nodiscard]] std::span<const Descriptor> activities();

// The descriptors, one a folder.
extern const Descriptor target_activity;

/// Collected for translation; shown through QCoreApplication::translate (ui/models/activities.cpp).
#define TRANSLATABLE(context, text) text

} // namespace plenum::activity
