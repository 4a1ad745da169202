// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/picture_size.h"
#include "core/base/units.h"
#include "core/wire/cursor.h"

#include <utility>

namespace plenum::flow {

/// One sender's messages on one flow.
using StreamId = std::pair<base::FlowId, base::MemberIndex>;

/// As a link carries it beside a fragment.
[[nodiscard]] constexpr std::uint64_t tag_of(StreamId stream) {
    return std::uint64_t{stream.first.value()} << 32 | stream.second.value();
}
/// Of one of a camera's sizes.
[[nodiscard]] constexpr std::uint64_t tag_of(StreamId stream, base::PictureSize size) {
    return tag_of(stream) | (size == base::PictureSize::small ? std::uint64_t{1} << 48 : 0);
}
[[nodiscard]] constexpr base::PictureSize size_of(std::uint64_t tag) {
    return (tag >> 48 & 1) != 0 ? base::PictureSize::small : base::PictureSize::large;
}
[[nodiscard]] constexpr StreamId stream_of(std::uint64_t tag) {
    return {base::FlowId{static_cast<std::uint16_t>(tag >> 32)}, base::MemberIndex{static_cast<std::uint32_t>(tag)}};
}

/// Numbers begin at 1, and the next must fit the wire too.
[[nodiscard]] constexpr bool is_sound(base::SequenceNumber sequence) {
    return sequence.value() > 0 && sequence.value() < wire::varint_max;
}

} // namespace plenum::flow
