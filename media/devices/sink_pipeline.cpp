// SPDX-License-Identifier: Apache-2.0
#include "media/devices/sink_pipeline.h"

#include "media/video/frame_times.h"

#include <algorithm>
#include <mutex>

namespace plenum::media {
namespace {

/// A file or camera that gives nothing for this long will not.
constexpr GstClockTime start_max = 10 * GST_SECOND;

GstClockTime to_gst(base::Duration duration) {
    return static_cast<GstClockTime>(std::max<std::int64_t>(0, duration.count()));
}

/// Of a pad. The mutex is never contended: GStreamer stops its thread before it frees this, in ways of its own.
struct WatchedTimes {
    std::mutex mutex;
    RepeatedTimes times;
};

GstPadProbeReturn tell_times_apart(GstPad*, GstPadProbeInfo* info, gpointer data) {
    auto& [mutex, times] = *static_cast<WatchedTimes*>(data);
    const std::lock_guard lock{mutex};
    if ((GST_PAD_PROBE_INFO_TYPE(info) & GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM) != 0) {
        if (GST_EVENT_TYPE(GST_PAD_PROBE_INFO_EVENT(info)) == GST_EVENT_SEGMENT) times.begin_anew();
        return GST_PAD_PROBE_OK;
    }
    auto* buffer = GST_PAD_PROBE_INFO_BUFFER(info);
    if (!GST_BUFFER_PTS_IS_VALID(buffer)) return GST_PAD_PROBE_OK;
    const auto duration = GST_BUFFER_DURATION_IS_VALID(buffer) ? GST_BUFFER_DURATION(buffer) : 0;
    const base::Duration told{static_cast<std::int64_t>(GST_BUFFER_PTS(buffer))};
    const auto given = times.next(told, base::Duration{static_cast<std::int64_t>(duration)});
    if (given == told) return GST_PAD_PROBE_OK;
    buffer = gst_buffer_make_writable(buffer);
    GST_BUFFER_PTS(buffer) = static_cast<GstClockTime>(given.count());
    GST_PAD_PROBE_INFO_DATA(info) = buffer;
    return GST_PAD_PROBE_OK;
}

/// Samples marked with one time get two, before the sink waits for it.
void watch_times(GstElement* sink) {
    const gst::Pad pad{gst_element_get_static_pad(sink, "sink")};
    constexpr auto what = static_cast<GstPadProbeType>(GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM);
    gst_pad_add_probe(pad.get(), what, tell_times_apart, new WatchedTimes, [](gpointer data) {
        auto* times = static_cast<WatchedTimes*>(data);
        times->mutex.lock();
        times->mutex.unlock();
        delete times;
    });
}

} // namespace

Result<std::unique_ptr<SinkPipeline>> SinkPipeline::make(const std::string& description) {
    gst::initialise();
    GError* error = nullptr;
    auto* parsed = gst_parse_launch(description.c_str(), &error);
    if (error != nullptr) {
        const auto kind = error->code == GST_PARSE_ERROR_NO_SUCH_ELEMENT ? MediaError::Kind::missing_element
                                                                         : MediaError::Kind::failed;
        std::string text = std::string{"GStreamer: "} + error->message;
        g_error_free(error);
        if (parsed != nullptr) gst_object_unref(parsed);
        return media_error(kind, std::move(text));
    }
    std::unique_ptr<SinkPipeline> made{new SinkPipeline};
    made->pipeline_.reset(static_cast<GstElement*>(gst_object_ref_sink(parsed)));
    made->sink_.reset(gst_bin_get_by_name(GST_BIN(parsed), "out"));
    watch_times(made->sink_.get());
    return made;
}

SinkPipeline::~SinkPipeline() {
    if (pipeline_) gst::stop(pipeline_.get());
}

std::optional<std::string> SinkPipeline::start(bool live) {
    const auto failure = [this] {
        auto text = take_error();
        return text.empty() ? std::string{"it gives nothing"} : text;
    };
    if (!live) {
        gst_element_set_state(pipeline_.get(), GST_STATE_PAUSED);
        if (gst_element_get_state(pipeline_.get(), nullptr, nullptr, start_max) != GST_STATE_CHANGE_SUCCESS) {
            return failure();
        }
    }
    gst_element_set_state(pipeline_.get(), GST_STATE_PLAYING);
    if (gst_element_get_state(pipeline_.get(), nullptr, nullptr, start_max) == GST_STATE_CHANGE_FAILURE) {
        return failure();
    }
    return std::nullopt;
}

gst::Sample SinkPipeline::pull(base::Duration timeout) {
    return gst::Sample{gst_app_sink_try_pull_sample(GST_APP_SINK(sink_.get()), to_gst(timeout))};
}

bool SinkPipeline::at_end() const { return gst_app_sink_is_eos(GST_APP_SINK(sink_.get())) != FALSE; }

bool SinkPipeline::rewind() {
    return gst_element_seek_simple(pipeline_.get(), GST_FORMAT_TIME,
                                   static_cast<GstSeekFlags>(GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_KEY_UNIT), 0) != FALSE;
}

base::Duration SinkPipeline::time(GstSample* sample) {
    const auto at = gst_segment_to_running_time(gst_sample_get_segment(sample), GST_FORMAT_TIME,
                                                GST_BUFFER_PTS(gst_sample_get_buffer(sample)));
    return GST_CLOCK_TIME_IS_VALID(at) ? base::Duration{static_cast<std::int64_t>(at)} : base::Duration{};
}

base::Duration SinkPipeline::age(GstSample* sample) const {
    auto* clock = gst_element_get_clock(pipeline_.get());
    if (clock == nullptr) return {};
    const base::Duration now{
        static_cast<std::int64_t>(gst_clock_get_time(clock) - gst_element_get_base_time(pipeline_.get()))};
    gst_object_unref(clock);
    constexpr base::Duration age_max{1'000'000'000};
    return std::clamp(now - time(sample), base::Duration{}, age_max);
}

Result<std::unique_ptr<SinkPipeline>> open_file(const std::filesystem::path& path, const std::string& chain,
                                                const char* what) {
    const auto bad_file = [&](const std::string& why) {
        return media_error(MediaError::Kind::bad_file, "\"" + path.filename().string() + "\" " + why);
    };
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return bad_file("is no file that can be read.");
    auto pipeline = SinkPipeline::make("uridecodebin name=in ! " + chain);
    if (!pipeline) return pipeline;
    const gst::Object source{gst_bin_get_by_name(GST_BIN((*pipeline)->element()), "in")};
    auto* uri = gst_filename_to_uri(path.c_str(), nullptr);
    if (uri == nullptr) return bad_file("has a name that cannot be used.");
    g_object_set(source.get(), "uri", uri, nullptr);
    g_free(uri);
    if (const auto failure = (*pipeline)->start(false)) {
        return bad_file(std::string{"has no "} + what + " that can be played (" + *failure + ").");
    }
    return pipeline;
}

} // namespace plenum::media
