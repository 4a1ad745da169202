// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/membership.h"
#include "core/base/units.h"

#include <compare>
#include <cstdint>

namespace plenum::board {

/// A person as the embedding numbers them. A person who restarts gets a new sender and stays the same person.
using PersonIndex = base::Number<struct BoardPersonTag, std::uint32_t>;
/// Number of an operation among all operations of its sender; the first is 1.
using OperationNumber = base::Number<struct BoardOperationTag, std::uint32_t>;
/// Number of a gesture of one sender; the first is 1, 0 means none. A gesture is one action of a user.
using GestureNumber = base::Number<struct BoardGestureTag, std::uint32_t>;
/// Version of a property: one more than the highest version that the author of the write had seen; 0 at creation.
using Version = base::Number<struct BoardVersionTag, std::uint32_t>;

/// Who sent a message.
struct Author {
    base::MemberIndex sender{};
    PersonIndex person{};
};

/// The rights of a message, as its sender claimed them and the relay let them pass.
using Authority = base::Authority;

/// The operation that made something names it for ever.
template <class Tag>
struct Id {
    base::MemberIndex sender{};
    OperationNumber number{};
    friend auto operator<=>(const Id&, const Id&) = default;
};
using OperationId = Id<struct OperationIdTag>;
using ObjectId = Id<struct ObjectIdTag>;
/// Every board begins with the page 0, 0.
using PageId = Id<struct PageIdTag>;
inline constexpr PageId first_page{};
/// Numbers of scenes of shared screens begin here. Bounds on bytes end operations long before.
inline constexpr std::uint32_t first_scene = std::uint32_t{1} << 31;
/// What a member's shared screen shows for a while, as a page to draw on and to point at. It begins to exist with what
/// is drawn on it. `scene` is what the sharer's pictures say (modulo 2^31).
[[nodiscard]] constexpr PageId screen_page(base::MemberIndex sharer, std::uint32_t scene) {
    return {sharer, OperationNumber{first_scene | scene}};
}
[[nodiscard]] constexpr bool is_screen(PageId page) { return page.number.value() >= first_scene; }

/// The operation that made it.
template <class Tag>
[[nodiscard]] constexpr OperationId maker(Id<Tag> id) {
    return {id.sender, id.number};
}

struct GestureId {
    base::MemberIndex sender{};
    GestureNumber gesture{};
    friend auto operator<=>(const GestureId&, const GestureId&) = default;
};

} // namespace plenum::board
