// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace plenum::base {

enum class MemberRole : std::uint8_t { participant = 1, moderator = 2 };

enum class LeaveReason : std::uint8_t {
    left = 1,    ///< by the member's own word
    lost = 2,    ///< the relay had no link to it for too long
    removed = 3, ///< a moderator, or the key leader, took it out
};

/// Who lets people in.
enum class Admission : std::uint8_t {
    open = 1,   ///< the key leader's program, at once, whoever has the link
    lobby = 2,  ///< a moderator, person by person
    closed = 3, ///< nobody
};

/// How far what somebody does to common work may go, as on the whiteboard. Each includes the ones before it.
enum class Authority : std::uint8_t {
    draw = 1,        ///< add objects, and change one's own
    edit_others = 2, ///< change the objects of other people
    manage = 3,      ///< pages, backgrounds, clearing
};

} // namespace plenum::base
