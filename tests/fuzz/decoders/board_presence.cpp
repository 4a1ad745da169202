// SPDX-License-Identifier: Apache-2.0
// Presence on the board: a value has one encoding, within its bounds.
#include "core/base/check.h"
#include "core/board/presence.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/decoders/round_trip.h"

namespace plenum::fuzz {

void run_board_presence(base::ByteView input) {
    const auto presence = board::decode_presence(input);
    CHECK(presence.has_value() ==
          (input.size() <= board::limits::presence_bytes_max && round_trip_choice<board::Presence>(input).has_value()));
    if (!presence) return;
    const auto again = board::encode_presence(*presence);
    CHECK(std::ranges::equal(again, input));
    if (const auto* laser = std::get_if<board::LaserTrail>(&*presence))
        CHECK(laser->trail.size() <= board::limits::trail_points_max);
    if (const auto* drag = std::get_if<board::DragPreview>(&*presence))
        CHECK(drag->objects.size() <= board::limits::preview_objects_max);
}

std::vector<base::Bytes> board_presence_seeds() {
    using namespace board;
    const ObjectId object{base::MemberIndex{1}, OperationNumber{300}};
    return {encode_presence(NoPresence{}), encode_presence(CursorAt{{}, {5, -500}}),
            encode_presence(LaserTrail{{}, {{1, 2}, {3, 4}, {-70'000, 4}}}),
            encode_presence(DragPreview{{}, {1, 2}, {3, 4}, {object, object}})};
}

} // namespace plenum::fuzz
