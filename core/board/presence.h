// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/codecs.h"
#include "core/wire/choice.h"

#include <expected>
#include <variant>
#include <vector>

/// Pointers and previews of a user, which others see between operations. They travel on a live flow: each message
/// stands alone, the newest counts, and a lost one is not repeated.
namespace plenum::board {

/// The pointer left the board.
struct NoPresence {
    static constexpr std::uint8_t type = 1;
    static constexpr std::string_view name = "NoPresence";
    friend bool operator==(const NoPresence&, const NoPresence&) = default;
    static constexpr wire::Fields<> fields() { return {}; }
};

struct CursorAt {
    static constexpr std::uint8_t type = 2;
    static constexpr std::string_view name = "CursorAt";
    PageId page;
    Position at;
    friend bool operator==(const CursorAt&, const CursorAt&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&CursorAt::page, Identity>{"page", "where"},
                            wire::Field<&CursorAt::at, PlaceOnBoard>{"at", ""}};
    }
};

struct LaserTrail {
    static constexpr std::uint8_t type = 3;
    static constexpr std::string_view name = "LaserTrail";
    PageId page;
    /// The newest last.
    std::vector<Position> trail;
    friend bool operator==(const LaserTrail&, const LaserTrail&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&LaserTrail::page, Identity>{"page", "where"},
                            wire::Field<&LaserTrail::trail, wire::List<PlaceOnBoard, limits::trail_points_max>>{
                                "trail", "the newest point last"}};
    }
};

/// Objects that are being dragged; more of them than the bound are shown where they were.
struct DragPreview {
    static constexpr std::uint8_t type = 4;
    static constexpr std::string_view name = "DragPreview";
    PageId page;
    Position at;
    Position by;
    std::vector<ObjectId> objects;
    friend bool operator==(const DragPreview&, const DragPreview&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&DragPreview::page, Identity>{"page", "where"},
                            wire::Field<&DragPreview::at, PlaceOnBoard>{"at", "the cursor"},
                            wire::Field<&DragPreview::by, PlaceOnBoard>{"by", "how far they are dragged"},
                            wire::Field<&DragPreview::objects, wire::List<Identity, limits::preview_objects_max>>{
                                "objects", "what is dragged"}};
    }
};

using Presence = std::variant<NoPresence, CursorAt, LaserTrail, DragPreview>;

/// Cut to the bounds: the newest points, the first objects.
[[nodiscard]] base::Bytes encode_presence(Presence presence);
/// Nullopt for bytes that are no presence.
[[nodiscard]] std::optional<Presence> decode_presence(base::ByteView bytes);

} // namespace plenum::board
