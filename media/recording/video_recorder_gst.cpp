// SPDX-License-Identifier: Apache-2.0
#include "media/recording/video_recorder_gst.h"

#include "media/gst/element_runner.h"

#include <gst/app/gstappsrc.h>

namespace plenum::media {
namespace {

/// What may wait for the disk.
constexpr guint64 queue_bytes_max = 8 * 1024 * 1024;
constexpr GstClockTime finish_max = 3 * GST_SECOND;
/// A cluster is what a killed program may lose.
constexpr gint64 cluster_max = 500 * GST_MSECOND;

} // namespace

struct VideoRecorder::Impl {
    gst::Object pipeline;
    GstAppSrc* input{nullptr}; // owned by the pipeline
    bool started{false};
    int width{0};
    int height{0};
    base::ConferenceTime first{};
    GstClockTime last_time{0};
    std::uint64_t written{0};
    std::uint64_t refused{0};

    ~Impl() { finish(); }
    void finish();
    void set_size(const EncodedFrame& frame);
    GstClockTime time_of(const EncodedFrame& frame);
};

VideoRecorder::VideoRecorder(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}
VideoRecorder::VideoRecorder(VideoRecorder&&) noexcept = default;
VideoRecorder& VideoRecorder::operator=(VideoRecorder&&) noexcept = default;
VideoRecorder::~VideoRecorder() = default;

Result<VideoRecorder> VideoRecorder::create(const std::filesystem::path& path) {
    auto source = gst::make_element("appsrc", "gstreamer1.0-plugins-base");
    auto muxer = gst::make_element("matroskamux", "gstreamer1.0-plugins-good");
    auto sink = gst::make_element("filesink", "libgstreamer1.0-0");
    if (!source || !muxer || !sink) {
        return std::unexpected{!source ? source.error() : !muxer ? muxer.error() : sink.error()};
    }
    g_object_set(source->get(), "format", GST_FORMAT_TIME, "is-live", TRUE, "max-bytes", queue_bytes_max, "block",
                 FALSE, nullptr);
    g_object_set(muxer->get(), "writing-app", "Plenum", "max-cluster-duration", cluster_max, "min-index-interval",
                 guint64{GST_SECOND}, nullptr);
    gst_util_set_object_arg(G_OBJECT(sink->get()), "buffer-mode", "unbuffered");
    g_object_set(sink->get(), "location", path.c_str(), "async", FALSE, "sync", FALSE, nullptr);

    auto impl = std::make_unique<Impl>();
    impl->pipeline.reset(static_cast<GstElement*>(gst_object_ref_sink(gst_pipeline_new(nullptr))));
    impl->input = GST_APP_SRC(source->get());
    gst_bin_add_many(GST_BIN(impl->pipeline.get()), source->get(), muxer->get(), sink->get(), nullptr);
    gst_element_link_many(source->get(), muxer->get(), sink->get(), nullptr);
    if (gst_element_set_state(impl->pipeline.get(), GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE) {
        return media_error(MediaError::Kind::bad_file, "\"" + path.filename().string() + "\" cannot be written.");
    }
    return VideoRecorder{std::move(impl)};
}

void VideoRecorder::Impl::set_size(const EncodedFrame& frame) {
    if (frame.width == width && frame.height == height) return;
    // A track's size stands in the file's head; VP8 key frames carry their own, and players follow those.
    if (width != 0) return;
    width = frame.width;
    height = frame.height;
    const gst::Caps caps{gst_caps_new_simple("video/x-vp8", "width", G_TYPE_INT, width, "height", G_TYPE_INT, height,
                                             "profile", G_TYPE_STRING, "0", "framerate", GST_TYPE_FRACTION, 0, 1,
                                             nullptr)};
    gst_app_src_set_caps(input, caps.get());
}

GstClockTime VideoRecorder::Impl::time_of(const EncodedFrame& frame) {
    // Never backwards: a correction of the conference clock must not upset the file.
    const auto since = (frame.captured_at - first).count();
    const auto time = since > 0 ? static_cast<GstClockTime>(since) : 0;
    last_time = written == 0 ? 0 : std::max(time, last_time + GST_MSECOND);
    return last_time;
}

bool VideoRecorder::write(const EncodedFrame& frame) {
    auto& self = *impl_;
    if (!self.started && !frame.key_frame) return false;
    if (gst_app_src_get_current_level_bytes(self.input) + frame.bytes.size() > queue_bytes_max) {
        ++self.refused;
        return false;
    }
    if (!self.started) self.first = frame.captured_at;
    self.started = true;
    self.set_size(frame);
    auto buffer = gst::make_buffer(frame.bytes.data(), frame.bytes.size());
    GST_BUFFER_PTS(buffer.get()) = self.time_of(frame);
    if (!frame.key_frame) GST_BUFFER_FLAG_SET(buffer.get(), GST_BUFFER_FLAG_DELTA_UNIT);
    if (gst_app_src_push_buffer(self.input, buffer.release()) != GST_FLOW_OK) {
        ++self.refused;
        return false;
    }
    ++self.written;
    return true;
}

void VideoRecorder::Impl::finish() {
    if (!pipeline) return;
    if (started) {
        gst_app_src_end_of_stream(input);
        const gst::Bus bus{gst_element_get_bus(pipeline.get())};
        const gst::Message end{gst_bus_timed_pop_filtered(
            bus.get(), finish_max, static_cast<GstMessageType>(GST_MESSAGE_EOS | GST_MESSAGE_ERROR))};
    }
    gst::stop(pipeline.get());
}

std::uint64_t VideoRecorder::frames_written() const { return impl_->written; }
std::uint64_t VideoRecorder::frames_refused() const { return impl_->refused; }

} // namespace plenum::media
