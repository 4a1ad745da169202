// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

/// Identifiers, which QML has as plain numbers.
namespace plenum::ui {

[[nodiscard]] constexpr base::MemberIndex to_member(int value) {
    return base::MemberIndex{static_cast<std::uint32_t>(value)};
}
[[nodiscard]] constexpr base::ConversationId to_conversation(int value) {
    return base::ConversationId{static_cast<std::uint16_t>(value)};
}

} // namespace plenum::ui
