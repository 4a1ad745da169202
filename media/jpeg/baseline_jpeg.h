// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"

#include <cstdint>
#include <span>

/// JPEG pictures that strangers sent. Private to media.
namespace plenum::media {

struct JpegSize {
    int width{0};
    int height{0};
};

/// Which form of JPEG is expected. All are baseline with 8 bit, three components, one scan of all of them, no marker
/// but those that decoding needs, and nothing behind the end.
enum class JpegForm : std::uint8_t {
    any_sampling = 1, ///< factors of 1 or 2
    i420 = 2,         ///< chroma halved both ways, as I420 has it
};

/// Whether this is a baseline JPEG (ITU T.81) of this size, by its header, before anything is decoded: a few bytes can
/// ask for gigabytes of pixels, or for hours of work. Many scans, which a decoder works through one by one, do not
/// pass.
[[nodiscard]] bool is_baseline_jpeg(base::ByteView bytes, JpegSize size, JpegForm form);

/// Decodes into `bgr`, which is height×width×3; false where the picture is damaged. Says nothing on standard error,
/// unlike cv::imdecode. Precondition: `is_baseline_jpeg`.
[[nodiscard]] bool decode_jpeg_to_bgr(base::ByteView bytes, JpegSize size, std::span<std::uint8_t> bgr);

/// Decodes into `pixels`, which has room for I420 as `VideoFrame` has it; false where the picture is damaged. Values of
/// luma and chroma stay as they are. Precondition: `is_baseline_jpeg` with `JpegForm::i420`.
[[nodiscard]] bool decode_jpeg_to_i420(base::ByteView bytes, JpegSize size, std::span<std::uint8_t> pixels);

} // namespace plenum::media
