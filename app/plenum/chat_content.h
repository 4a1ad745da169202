// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/current_call.h"
#include "core/chat/line.h"
#include "ui/port/port_types.h"

namespace plenum::app {

/// How a line looks now. What blocked people think of it is left out.
[[nodiscard]] ui::ChatContent content_of(const chat::Line& line, const CurrentCall& call);

} // namespace plenum::app
