// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/poll_types.h"

namespace plenum::ui {

/// The choice's part of the answers, from 0 to 1, and in rounded percent. Who did not answer does not count.
[[nodiscard]] double share_of(const Poll& poll, int choice);
[[nodiscard]] int percent_of(const Poll& poll, int choice);

} // namespace plenum::ui
