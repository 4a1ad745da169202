// SPDX-License-Identifier: Apache-2.0
#include "media/screen/screen_source_pipewire.h"

#include "media/devices/sink_pipeline.h"
#include "media/screen/picture_scaler_gst.h"
#include "media/screen/pipewire_remote.h"

#include <cstring>
#include <gst/video/video.h>
#include <sys/stat.h>
#include <thread>
#include <utility>

namespace plenum::media {
namespace {

struct Unmap {
    void operator()(GstVideoFrame* frame) const { gst_video_frame_unmap(frame); }
};

/// The pixels of a sample while this lives: four bytes each, blue first, rows without padding.
class SamplePixels {
  public:
    explicit SamplePixels(GstSample* sample) {
        auto* caps = gst_sample_get_caps(sample);
        auto* buffer = gst_sample_get_buffer(sample);
        GstVideoInfo info;
        if (caps == nullptr || buffer == nullptr || gst_video_info_from_caps(&info, caps) == FALSE) return;
        if (GST_VIDEO_INFO_FORMAT(&info) != GST_VIDEO_FORMAT_BGRx ||
            gst_video_frame_map(&frame_, &info, buffer, GST_MAP_READ) == FALSE)
            return;
        mapped_.reset(&frame_);
        find_part(buffer);
        take_rows();
    }
    /// Empty where there are none.
    [[nodiscard]] std::span<const std::uint8_t> pixels() const { return pixels_; }
    [[nodiscard]] PictureScaler::Size size() const { return {width_, height_}; }

  private:
    /// A desktop may send a window as a part of a larger picture.
    void find_part(GstBuffer* buffer) {
        width_ = GST_VIDEO_FRAME_WIDTH(&frame_);
        height_ = GST_VIDEO_FRAME_HEIGHT(&frame_);
        const auto* crop = gst_buffer_get_video_crop_meta(buffer);
        if (crop == nullptr || crop->width == 0 || crop->height == 0) return;
        const auto within = [](guint from, guint length, int whole) {
            return std::uint64_t{from} + length <= static_cast<std::uint64_t>(whole);
        };
        if (!within(crop->x, crop->width, width_) || !within(crop->y, crop->height, height_)) return;
        left_ = static_cast<int>(crop->x);
        top_ = static_cast<int>(crop->y);
        width_ = static_cast<int>(crop->width);
        height_ = static_cast<int>(crop->height);
    }

    void take_rows() {
        const auto stride = static_cast<std::ptrdiff_t>(GST_VIDEO_FRAME_PLANE_STRIDE(&frame_, 0));
        const auto* first = static_cast<const std::uint8_t*>(GST_VIDEO_FRAME_PLANE_DATA(&frame_, 0)) + top_ * stride +
                            std::ptrdiff_t{4} * left_;
        const auto row = std::size_t{4} * static_cast<std::size_t>(width_);
        const auto rows = static_cast<std::size_t>(height_);
        if (stride == static_cast<std::ptrdiff_t>(row)) {
            pixels_ = {first, row * rows};
            return;
        }
        packed_.resize(row * rows);
        for (std::size_t at = 0; at < rows; ++at)
            std::memcpy(packed_.data() + at * row, first + static_cast<std::ptrdiff_t>(at) * stride, row);
        pixels_ = packed_;
    }

    GstVideoFrame frame_{};
    std::unique_ptr<GstVideoFrame, Unmap> mapped_;
    int left_{0};
    int top_{0};
    int width_{0};
    int height_{0};
    base::Bytes packed_;
    std::span<const std::uint8_t> pixels_;
};

/// `pipewiresrc` (0.3.65) keeps the old format when the size of the stream changes. This drops pictures of another size
/// and makes the element negotiate again, once for each size.
struct SizeCheck {
    gsize wrong{0};

    [[nodiscard]] GstPadProbeReturn check(GstPad* pad, GstBuffer* buffer) {
        const gst::Caps caps{gst_pad_get_current_caps(pad)};
        GstVideoInfo info;
        if (!caps || gst_video_info_from_caps(&info, caps.get()) == FALSE) return GST_PAD_PROBE_OK;
        const auto size = gst_buffer_get_size(buffer);
        if (size == GST_VIDEO_INFO_SIZE(&info) || gst_buffer_get_video_meta(buffer) != nullptr) {
            wrong = 0;
            return GST_PAD_PROBE_OK;
        }
        if (std::exchange(wrong, size) != size) gst_pad_mark_reconfigure(pad);
        return GST_PAD_PROBE_DROP;
    }
};

GstPadProbeReturn check_size(GstPad* pad, GstPadProbeInfo* info, gpointer data) {
    return static_cast<SizeCheck*>(data)->check(pad, GST_PAD_PROBE_INFO_BUFFER(info));
}

/// The other end is closed.
bool is_hung_up(const PipeWireRemote& remote) {
    GPollFD asked{remote.descriptor(), 0, 0};
    return g_poll(&asked, 1, 0) == 1;
}

bool is_socket(const PipeWireRemote& remote) {
    struct stat facts{};
    return fstat(remote.descriptor(), &facts) == 0 && S_ISSOCK(facts.st_mode);
}

/// Detects the end of the stream. `pipewiresrc` (0.3.65) posts no error when its stream pauses or PipeWire ends: its
/// task stops. A stream also pauses while the desktop changes the size, so a stopped task is started again for a while.
class StreamWatch {
  public:
    /// Both outlive this.
    StreamWatch(SinkPipeline& pipeline, const PipeWireRemote& remote) : pipeline_{pipeline}, remote_{remote} {
        const gst::Object source{gst_bin_get_by_name(GST_BIN(pipeline.element()), "in")};
        pad_.reset(gst_element_get_static_pad(source.get(), "src"));
        gst_pad_add_probe(pad_.get(), GST_PAD_PROBE_TYPE_BUFFER, check_size, new SizeCheck,
                          [](gpointer data) { delete static_cast<SizeCheck*>(data); });
    }

    /// To be called while no pictures come. Starts a stopped task again. True once the stream has ended.
    [[nodiscard]] bool is_gone(base::LocalTime now) {
        if (!pipeline_.take_error().empty() || pipeline_.at_end() || is_hung_up(remote_)) return true;
        if (gst_pad_get_task_state(pad_.get()) == GST_TASK_STARTED) {
            if (stopped_at_ && now - woken_at_ > wake_interval) stopped_at_.reset();
            return false;
        }
        if (!stopped_at_) stopped_at_ = now;
        if (now - *stopped_at_ > stop_max) return true;
        if (now - woken_at_ > wake_interval) {
            woken_at_ = now;
            gst_element_set_state(pipeline_.element(), GST_STATE_PAUSED);
            gst_element_set_state(pipeline_.element(), GST_STATE_PLAYING);
        }
        return false;
    }

  private:
    /// A desktop changes the size within a fraction of a second.
    static constexpr base::Duration stop_max = std::chrono::seconds{2};
    static constexpr base::Duration wake_interval = std::chrono::milliseconds{200};

    SinkPipeline& pipeline_;
    const PipeWireRemote& remote_;
    gst::Pad pad_;
    std::optional<base::LocalTime> stopped_at_;
    base::LocalTime woken_at_{};
};

class PipeWirePictures final : public VideoSource {
  public:
    PipeWirePictures(std::shared_ptr<const PipeWireRemote> remote, std::unique_ptr<SinkPipeline> pipeline,
                     const Options& options)
        : options_{options},
          interval_{std::chrono::nanoseconds{std::chrono::seconds{1}} / options.rate_hz},
          remote_{std::move(remote)},
          pipeline_{std::move(pipeline)},
          watch_{*pipeline_, *remote_},
          next_at_{local_now()} {}

    std::optional<VideoFrame> wait_frame(base::Duration timeout) override {
        const auto until = local_now() + timeout;
        while (!error_) {
            // The sink keeps the newest picture meanwhile and drops older ones.
            std::this_thread::sleep_for(std::min(next_at_, until) - local_now());
            if (next_at_ > until) return std::nullopt;
            const auto sample = pipeline_->pull(until - local_now());
            if (!sample) {
                if (watch_.is_gone(local_now()))
                    error_ = MediaError{MediaError::Kind::no_device, "The desktop no longer sends the shared picture."};
                return std::nullopt;
            }
            next_at_ = std::max(next_at_ + interval_, local_now());
            if (auto frame = take(sample.get())) return frame;
        }
        return std::nullopt;
    }
    [[nodiscard]] bool ended() const override { return error_.has_value(); }
    [[nodiscard]] std::optional<MediaError> error() const override { return error_; }

  private:
    std::optional<VideoFrame> take(GstSample* sample) {
        const auto at = options_.clock();
        const SamplePixels pixels{sample};
        auto frame = pictures_.convert(pixels.pixels(), pixels.size(), {options_.width_max, options_.height_max});
        if (frame) frame->captured_at = at;
        return frame;
    }

    Options options_;
    base::Duration interval_;
    std::shared_ptr<const PipeWireRemote> remote_;
    std::unique_ptr<SinkPipeline> pipeline_;
    StreamWatch watch_;
    ChangedPictures pictures_;
    base::LocalTime next_at_;
    std::optional<MediaError> error_;
};

} // namespace

Result<std::unique_ptr<VideoSource>> open_pipewire(const PipeWireSource& wanted, const VideoSource::Options& options) {
    if (!wanted.remote || wanted.remote->descriptor() < 0)
        return media_error(MediaError::Kind::bad_setting, "The desktop opened no connection.");
    // The element would wait for an answer for a minute.
    if (!is_socket(*wanted.remote) || is_hung_up(*wanted.remote))
        return media_error(MediaError::Kind::no_device, "The desktop's connection to PipeWire is closed.");
    auto pipeline = SinkPipeline::make("pipewiresrc name=in client-name=plenum ! videoconvert n-threads=1 ! "
                                       "video/x-raw,format=BGRx ! appsink name=out max-buffers=1 drop=true sync=false");
    if (!pipeline) return std::unexpected{pipeline.error()};
    const gst::Object source{gst_bin_get_by_name(GST_BIN((*pipeline)->element()), "in")};
    g_object_set(source.get(), "fd", wanted.remote->descriptor(), "path", std::to_string(wanted.node).c_str(), nullptr);
    if (const auto failure = (*pipeline)->start(true))
        return media_error(MediaError::Kind::no_device, "The desktop does not send the picture (" + *failure + ").");
    return std::make_unique<PipeWirePictures>(wanted.remote, std::move(*pipeline), options);
}

} // namespace plenum::media
