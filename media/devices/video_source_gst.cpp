// SPDX-License-Identifier: Apache-2.0
#include "media/devices/video_source_gst.h"

#include "media/devices/coded_source.h"
#include "media/devices/sink_pipeline.h"
#include "media/screen/screen_source_pipewire.h"
#include "media/screen/screen_source_x11.h"
#include "media/video/frame_code.h"
#include "media/video/frame_times.h"
#include "media/video/i420.h"

#include <algorithm>

namespace plenum::media {
namespace {

constexpr int size_limit = 4096;
constexpr int rate_limit_hz = 120;

/// Without videorate, which aborts the program on files that do not tell their frames' duration.
std::string conversion(const VideoSource::Options& options, bool paced) {
    const auto number = [](int value) { return std::to_string(value); };
    return "videoconvert n-threads=1 ! videoscale ! "
           "video/x-raw,format=I420,colorimetry=bt601,pixel-aspect-ratio=1/1,width=[16," +
           number(options.width_max) + "],height=[16," + number(options.height_max) +
           "] ! appsink name=out max-buffers=2 drop=true sync=" + (paced ? "true" : "false");
}

class PipelineSource final : public VideoSource {
  public:
    PipelineSource(std::unique_ptr<SinkPipeline> pipeline, const Options& options, bool loop)
        : pipeline_{std::move(pipeline)},
          clock_{options.clock},
          limit_{options.rate_hz},
          loop_{loop} {}

    std::optional<VideoFrame> wait_frame(base::Duration timeout) override {
        const auto until = local_now() + timeout;
        do {
            if (ended_) return std::nullopt;
            const auto sample = pipeline_->pull(until - local_now());
            if (!sample) {
                check();
            } else if (limit_.pass(pipeline_->time(sample.get()))) {
                return frame_of(sample.get());
            } else {
                ++dropped_;
            }
        } while (local_now() < until);
        return std::nullopt;
    }
    [[nodiscard]] bool ended() const override { return ended_; }
    [[nodiscard]] std::optional<MediaError> error() const override { return error_; }
    [[nodiscard]] std::uint64_t frames_dropped() const override { return dropped_; }

  private:
    void check() {
        if (auto text = pipeline_->take_error(); !text.empty()) {
            ended_ = true;
            error_ = MediaError{MediaError::Kind::device_failed, "The picture stopped: " + text};
        } else if (pipeline_->at_end()) {
            ended_ = !loop_ || !pipeline_->rewind();
        }
    }

    std::optional<VideoFrame> frame_of(GstSample* sample) {
        auto* caps = gst_sample_get_caps(sample);
        GstVideoInfo info;
        if (caps == nullptr || gst_video_info_from_caps(&info, caps) == FALSE) return std::nullopt;
        auto frame = copy_i420(gst_sample_get_buffer(sample), info);
        if (frame.empty()) return std::nullopt;
        frame.captured_at = clock_() - pipeline_->age(sample);
        return frame;
    }

    std::unique_ptr<SinkPipeline> pipeline_;
    ConferenceClockFunction clock_;
    RateLimit limit_;
    bool loop_;
    bool ended_{false};
    std::uint64_t dropped_{0};
    std::optional<MediaError> error_;
};

using Opened = Result<std::unique_ptr<VideoSource>>;

struct DeviceList {
    GList* devices{nullptr};
    DeviceList() {
        gst::initialise();
        auto* monitor = gst_device_monitor_new();
        gst_device_monitor_add_filter(monitor, "Video/Source", nullptr);
        devices = gst_device_monitor_get_devices(monitor);
        gst_object_unref(monitor);
    }
    ~DeviceList() {
        g_list_free_full(devices, [](gpointer device) { gst_object_unref(device); });
    }
    DeviceList(const DeviceList&) = delete;
    DeviceList& operator=(const DeviceList&) = delete;
};

/// The device's path where it has one: it stays the same while names repeat.
Camera describe(GstDevice* device) {
    auto* shown = gst_device_get_display_name(device);
    Camera camera{shown, shown};
    g_free(shown);
    if (auto* properties = gst_device_get_properties(device)) {
        const auto* path = gst_structure_get_string(properties, "device.path");
        if (path == nullptr) path = gst_structure_get_string(properties, "api.v4l2.path");
        if (path != nullptr) camera.id = path;
        gst_structure_free(properties);
    }
    return camera;
}

Opened open_camera(const CameraSource& wanted, const VideoSource::Options& options) {
    const DeviceList list;
    GstDevice* chosen = nullptr;
    for (auto* at = list.devices; at != nullptr && chosen == nullptr; at = at->next) {
        auto* device = GST_DEVICE(at->data);
        if (wanted.id.empty() || describe(device).id == wanted.id) chosen = device;
    }
    if (chosen == nullptr) {
        return media_error(MediaError::Kind::no_device,
                           wanted.id.empty() ? "This machine has no camera." : "The chosen camera is not there.");
    }
    auto pipeline = SinkPipeline::make("decodebin name=in ! " + conversion(options, false));
    if (!pipeline) return std::unexpected{pipeline.error()};
    auto* bin = GST_BIN((*pipeline)->element());
    auto* source = gst_device_create_element(chosen, nullptr);
    const gst::Object decoder{gst_bin_get_by_name(bin, "in")};
    if (source == nullptr || gst_bin_add(bin, source) == FALSE || gst_element_link(source, decoder.get()) == FALSE) {
        return media_error(MediaError::Kind::device_failed, "The camera cannot be used.");
    }
    if (const auto failure = (*pipeline)->start(true)) {
        return media_error(MediaError::Kind::device_failed, "The camera does not start (" + *failure + ").");
    }
    return std::make_unique<PipelineSource>(std::move(*pipeline), options, false);
}

Opened open_video_file(const VideoFileSource& file, const VideoSource::Options& options) {
    auto pipeline = open_file(file.path, conversion(options, true), "picture");
    if (!pipeline) return std::unexpected{pipeline.error()};
    return std::make_unique<PipelineSource>(std::move(*pipeline), options, file.loop);
}

Opened open_pattern(const VideoSource::Options& options) {
    const auto caps = "video/x-raw,width=" + std::to_string(options.width_max) +
                      ",height=" + std::to_string(options.height_max) +
                      ",framerate=" + std::to_string(options.rate_hz) + "/1";
    auto pipeline =
        SinkPipeline::make("videotestsrc is-live=true pattern=ball ! " + caps + " ! " + conversion(options, true));
    if (!pipeline) return std::unexpected{pipeline.error()};
    if (const auto failure = (*pipeline)->start(true)) return media_error(MediaError::Kind::failed, *failure);
    return std::make_unique<PipelineSource>(std::move(*pipeline), options, false);
}

} // namespace

std::vector<Camera> list_cameras() {
    const DeviceList list;
    std::vector<Camera> cameras;
    for (auto* at = list.devices; at != nullptr; at = at->next)
        cameras.push_back(describe(GST_DEVICE(at->data)));
    return cameras;
}

Result<std::unique_ptr<VideoSource>> VideoSource::open(const Options& options) {
    auto used = options;
    if (!used.clock) used.clock = [] { return base::ConferenceTime{local_now().time_since_epoch()}; };
    const auto within = [](int value, int low, int high) { return value >= low && value <= high; };
    if (!within(used.width_max, frame_code_width_min, size_limit) ||
        !within(used.height_max, frame_code_height_min, size_limit) || !within(used.rate_hz, 1, rate_limit_hz)) {
        return media_error(MediaError::Kind::bad_setting, "A picture's size or rate is out of its bounds.");
    }
    if (const auto* camera = std::get_if<CameraSource>(&used.input)) return open_camera(*camera, used);
    if (const auto* file = std::get_if<VideoFileSource>(&used.input)) return open_video_file(*file, used);
    if (const auto* screen = std::get_if<ScreenSource>(&used.input)) return open_screen(*screen, used);
    if (const auto* stream = std::get_if<PipeWireSource>(&used.input)) return open_pipewire(*stream, used);
    if (std::holds_alternative<PatternSource>(used.input)) return open_pattern(used);
    return make_coded_source(used);
}

} // namespace plenum::media
