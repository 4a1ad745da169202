// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/error.h"
#include "media/video/encoded_frame.h"

#include <filesystem>
#include <memory>

namespace plenum::media {

/// Writes VP8 frames as they came into a Matroska file, with the sender's capture times. Begins at the first key frame.
/// The file plays up to its last second even if the program is killed. GStreamer's thread writes; not for several
/// threads of ours.
class VideoRecorder {
  public:
    /// Errors: bad_file, missing_element.
    [[nodiscard]] static Result<VideoRecorder> create(const std::filesystem::path& path);
    VideoRecorder(VideoRecorder&&) noexcept;
    VideoRecorder& operator=(VideoRecorder&&) noexcept;
    /// Finishes the file.
    ~VideoRecorder();

    /// False where the frame was left out: before the first key frame, or the disk is too slow (counted).
    bool write(const EncodedFrame& frame);
    [[nodiscard]] std::uint64_t frames_written() const;
    [[nodiscard]] std::uint64_t frames_refused() const;

  private:
    struct Impl;
    explicit VideoRecorder(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace plenum::media
