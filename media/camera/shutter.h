// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/devices/video_source_gst.h"
#include "media/error.h"
#include "media/frame.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace plenum::media {

/// Takes a picture when it is told to. For one thread.
class Shutter {
  public:
    /// Still pictures by number in order of their names, from the first again after the last: cameras that are given
    /// series which belong together take pictures which belong together.
    struct Stills {
        std::filesystem::path folder{};
        /// Names begin with it.
        std::string prefix{};
    };
    /// The number of the ensemble as a picture (media/video/frame_code.h).
    struct Numbers {};
    /// Whatever runs by itself gives its last picture.
    using Input = std::variant<Stills, Numbers, CameraSource, VideoFileSource, PatternSource>;
    struct Options {
        Input input{Numbers{}};
        int width{640};
        int height{480};
        int rate_hz{30};
        /// Of the conference, for `captured_at`.
        ConferenceClockFunction clock{};
    };
    /// Errors: those of VideoSource, bad_file.
    [[nodiscard]] static Result<std::unique_ptr<Shutter>> open(const Options& options);
    /// In order of their names. Errors: bad_file where there are none.
    [[nodiscard]] static Result<std::vector<std::filesystem::path>> files_of(const Stills& stills);
    virtual ~Shutter() = default;
    Shutter(const Shutter&) = delete;
    Shutter& operator=(const Shutter&) = delete;

    /// Width and height are even. Errors: no_device (nothing came for a second), bad_file.
    [[nodiscard]] virtual Result<VideoFrame> take(std::uint64_t number) = 0;

  protected:
    Shutter() = default;
};

} // namespace plenum::media
