// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace plenum::board {

/// Why a message, or one of its operations, changes nothing.
enum class Refusal : std::uint8_t {
    // Of a message. Its numbers stay free.
    malformed = 1, ///< the bytes are no message, or say something out of bounds
    gap,           ///< a message of the sender before this one is missing
    repeat,        ///< the sender used this number before
    wrong_gesture, ///< neither the gesture of the message before nor the next one
    wrong_person,  ///< the sender was another person before
    sender_spent,  ///< the sender used up its bytes
    board_full,    ///< this replica accepts nothing more
    // Of an operation. It uses up its number.
    not_permitted,  ///< the authority does not suffice
    wrong_kind,     ///< the object has no such property
    not_yours,      ///< points for a stroke of another sender
    stroke_ended,   ///< the author said that the stroke ended
    stroke_full,    ///< limits::stroke_points_max
    out_of_bounds,  ///< points beyond the offsets
    names_future,   ///< an operation of the same sender that is yet to come
    gesture_full,   ///< limits::gesture_writes_max
    gesture_closed, ///< undone already, settled, or never made
    work_spent,     ///< limits::sender_work_max
    pages_spent,    ///< limits::sender_pages_max
    // Of an action of the editor.
    nothing_to_do, ///< no such object or page, no change, or nothing to undo
};

} // namespace plenum::board
