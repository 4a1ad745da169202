// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/board/board_tools.h"

#include <QString>

#include <optional>

namespace plenum::ui {

/// As screens name the tools of the whiteboard, such as "pen".
[[nodiscard]] QString name_of_tool(BoardTool tool);
[[nodiscard]] std::optional<BoardTool> tool_of_name(const QString& name);

} // namespace plenum::ui
