// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/camera/camera_picture.h"
#include "media/frame.h"

#include <memory>

namespace plenum::media {

/// Decodes pictures of one camera, each by itself. A stranger may have made them: the size that the coded picture says
/// is read first, and must be that of the header. Not for several threads. Each camera has its own, so that no camera
/// affects another's pictures.
class PictureDecoder {
  public:
    /// The largest picture: about 4K.
    static constexpr std::size_t pixels_max = std::size_t{3840} * 2160;

    PictureDecoder();
    PictureDecoder(PictureDecoder&&) noexcept;
    PictureDecoder& operator=(PictureDecoder&&) noexcept;
    ~PictureDecoder();

    /// `captured_at` is when the shutter opened. Errors: bad_data (damaged, larger than `pixels_max`, of another size
    /// than the header says, or not decodable alone), missing_element.
    [[nodiscard]] Result<VideoFrame> decode(const CameraPicture& picture);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace plenum::media
