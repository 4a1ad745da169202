// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "media/error.h"

#include <cstdint>

namespace plenum::media {

/// One VP8 frame and what a relay or receiver may decide by.
struct EncodedFrame {
    base::Bytes bytes{};
    bool key_frame{false};
    /// 0 is the base; frames of a layer refer to the base only.
    std::uint8_t temporal_layer{0};
    /// No other frame refers to it.
    bool discardable{false};
    /// Counts base-layer frames, modulo 2^16; a higher frame bears the number of the base frame it refers to. A
    /// receiver sees by it whether a gap took more than discardable frames (RFC 7741 §4.2, TL0PICIDX).
    std::uint16_t base_index{0};
    base::ConferenceTime captured_at{};
    int width{0};
    int height{0};

    friend bool operator==(const EncodedFrame&, const EncodedFrame&) = default;
};

/// Payload of one message on a video flow: 17 bytes of header, then the VP8 frame.
///
/// | bytes | field |
/// |---|---|
/// | 1 | version 1 in the high nibble; bit 0 key frame, bit 1 discardable, bits 2–3 temporal layer |
/// | 2 | base_index, big-endian as all below |
/// | 8 | captured_at, microseconds of conference time, signed |
/// | 2, 2 | width, height |
/// | 2 | zero, reserved |
[[nodiscard]] base::Bytes pack_frame(const EncodedFrame& frame);
/// Errors: bad_data (too short, another version, a size of zero, or reserved bits set).
[[nodiscard]] Result<EncodedFrame> unpack_frame(base::ByteView message);

inline constexpr std::size_t frame_header_bytes = 17;

} // namespace plenum::media
