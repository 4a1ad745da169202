// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/clock.h"
#include "media/error.h"
#include "media/frame.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace plenum::media {

struct Camera {
    std::string id;   ///< names it in CameraSource
    std::string name; ///< for people
};
/// Cameras there are now; empty without one.
[[nodiscard]] std::vector<Camera> list_cameras();

struct CameraSource {
    std::string id{}; ///< empty: the first there is
};
struct VideoFileSource {
    std::filesystem::path path{};
    bool loop{true};
};
/// Moving test picture.
struct PatternSource {};
/// Pictures that carry their number (media/video/frame_code.h), for measuring latency end to end.
struct CodedSource {};
/// A window, or a part of the whole screen such as a monitor (media/screen/screen_list.h).
struct ScreenSource {
    /// X11's number of the window; 0: a part of the screen.
    std::uint32_t window{0};
    int x{0};
    int y{0};
    int width{0};
    int height{0};
    friend bool operator==(const ScreenSource&, const ScreenSource&) = default;
};
class PipeWireRemote;
/// What a person chose in the desktop's own dialog (media/screen/screen_source_pipewire.h).
struct PipeWireSource {
    /// The connection that the desktop opened; never null.
    std::shared_ptr<const PipeWireRemote> remote{};
    /// PipeWire's number of the stream on that connection.
    std::uint32_t node{0};
};
using VideoInput =
    std::variant<CameraSource, VideoFileSource, PatternSource, CodedSource, ScreenSource, PipeWireSource>;

/// Pictures at their own pace. Whoever wants them calls `wait_frame` on a thread of their own; two pictures wait at
/// most, older ones are dropped.
class VideoSource {
  public:
    struct Options {
        VideoInput input{CameraSource{}};
        /// The picture is scaled down to fit in, keeping its shape; made sources have this size.
        int width_max{1280};
        int height_max{720};
        /// Frames a second: of made sources; an upper bound for cameras and files.
        int rate_hz{30};
        /// Gives `captured_at`; without one it is the steady clock.
        ConferenceClockFunction clock{};
    };
    /// Errors: no_device, device_failed, bad_file, missing_element, bad_setting.
    [[nodiscard]] static Result<std::unique_ptr<VideoSource>> open(const Options& options);
    virtual ~VideoSource() = default;

    /// nullopt after `timeout`, or for good when `ended`.
    [[nodiscard]] virtual std::optional<VideoFrame> wait_frame(base::Duration timeout) = 0;
    /// A file that does not loop is through, or the device is gone.
    [[nodiscard]] virtual bool ended() const = 0;
    /// What ended it, if not its end.
    [[nodiscard]] virtual std::optional<MediaError> error() const { return std::nullopt; }
    /// Left out to keep to the rate, as far as is known.
    [[nodiscard]] virtual std::uint64_t frames_dropped() const { return 0; }
};

} // namespace plenum::media
