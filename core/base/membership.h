// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace plenum::base {

enum class MemberRole : std::uint8_t { participant = 1, moderator = 2 };
[[nodiscard]] constexpr bool is_valid(MemberRole value) {
    return value == MemberRole::participant || value == MemberRole::moderator;
}

enum class LeaveReason : std::uint8_t {
    left = 1,    ///< by the member's own word
    lost = 2,    ///< the relay had no link to it for too long
    removed = 3, ///< a moderator, or the key leader, took it out
};
[[nodiscard]] constexpr bool is_valid(LeaveReason value) {
    return value >= LeaveReason::left && value <= LeaveReason::removed;
}

/// Who lets people in.
enum class Admission : std::uint8_t {
    open = 1,   ///< the key leader's program, at once, whoever has the link
    lobby = 2,  ///< a moderator, person by person
    closed = 3, ///< nobody
};
[[nodiscard]] constexpr bool is_valid(Admission value) {
    return value >= Admission::open && value <= Admission::closed;
}

} // namespace plenum::base
