// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/port_types.h"

#include <QList>

namespace plenum::ui {

inline QList<MemberLevel> speaking(std::initializer_list<std::uint32_t> who) {
    QList<MemberLevel> levels;
    for (const auto index : who)
        levels.append({.index = base::MemberIndex{index}, .level = 0.5F, .speaking = true});
    return levels;
}

inline base::LocalTime at(base::Duration since_start) { return base::LocalTime{since_start}; }

} // namespace plenum::ui
