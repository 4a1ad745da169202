// SPDX-License-Identifier: Apache-2.0
#include "ui/board/tool_names.h"

#include "core/base/enums.h"

namespace plenum::ui {

QString name_of_tool(BoardTool tool) {
    const auto name = base::enumerator_name(tool);
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

std::optional<BoardTool> tool_of_name(const QString& name) {
    for (const auto tool : base::enum_values<BoardTool>)
        if (name_of_tool(tool) == name) return tool;
    return std::nullopt;
}

} // namespace plenum::ui
