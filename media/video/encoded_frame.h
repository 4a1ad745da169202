// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "media/error.h"

#include <cstdint>

namespace plenum::media {

/// One VP8 frame, and the facts by which a receiver decides whether it decodes (RFC 6386 §9.7 on reference buffers).
struct EncodedFrame {
    base::Bytes bytes{};
    bool key_frame{false};
    /// Frames refer to frames of lower layers, in layers 0 and 1 also to their own. Layers can be left out from the
    /// top.
    std::uint8_t temporal_layer{0};
    /// No other frame refers to it.
    bool discardable{false};
    /// Of a camera in two sizes: of the small one, whose numbers and layers are its own. Stands in the message's flags.
    bool small{false};
    /// Counts the frames that are not discardable, modulo 2^16; a discardable frame bears the last number.
    std::uint16_t index{0};
    /// Index of the frame that it needs; a key frame's own.
    std::uint16_t depends_on{0};
    base::ConferenceTime captured_at{};
    int width{0};
    int height{0};
    /// Of a shared screen: what it shows; 0 where that is not known.
    std::uint32_t scene{0};

    friend bool operator==(const EncodedFrame&, const EncodedFrame&) = default;
};

/// Payload of one message on a video flow: a header, then the VP8 frame.
///
/// | bytes | field |
/// |---|---|
/// | 1 | version in the high nibble: 3 with a scene, else 2; bit 0 key frame, bit 1 discardable, bits 2–3 temporal
/// layer | | 2 | index, big-endian as all below | | 8 | captured_at, microseconds of conference time, signed | | 2, 2 |
/// width, height | | 2 | depends_on | | 4 | scene, in version 3 |
[[nodiscard]] base::Bytes pack_frame(const EncodedFrame& frame);
/// Errors: bad_data (too short, another version, no sane time, or a size of zero).
[[nodiscard]] Result<EncodedFrame> unpack_frame(base::ByteView message);

/// In place of a frame, a message of one byte, version 4: the sender's camera is off from here on.
[[nodiscard]] base::Bytes pack_camera_off();
[[nodiscard]] bool is_camera_off(base::ByteView message);

inline constexpr std::size_t frame_header_bytes = 17;

} // namespace plenum::media
