// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

/// A relay may serve its conferences on several loops, each with its share (core/runtime/net/socket_group.h). The last
/// bits of a handle, its home, say whose a conference is; all handles that a conference ever has end alike, so that
/// whoever dials with any of them comes to the loop that has it.
namespace plenum::base {

/// Of the last byte: 64 homes. Links change rarely, and a new one is drawn until it fits, so few bits cost little.
inline constexpr std::uint8_t home_mask = 0x3f;

[[nodiscard]] constexpr bool share_home(const ConferenceHandle& one, const ConferenceHandle& other) {
    return ((one.bytes.back() ^ other.bytes.back()) & home_mask) == 0;
}

/// `door` with the home of `conference`: a door that each loop has, where it is dialled for that conference.
[[nodiscard]] constexpr ConferenceHandle at_home_of(const ConferenceHandle& conference, ConferenceHandle door) {
    auto& last = door.bytes.back();
    last = static_cast<std::uint8_t>((last & ~home_mask) | (conference.bytes.back() & home_mask));
    return door;
}
/// Whether `handle` is `door`, at any home.
[[nodiscard]] constexpr bool is_door(const ConferenceHandle& handle, const ConferenceHandle& door) {
    return at_home_of(handle, door) == handle;
}

} // namespace plenum::base
