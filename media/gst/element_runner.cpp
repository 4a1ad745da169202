// SPDX-License-Identifier: Apache-2.0
#include "media/gst/element_runner.h"

#include "core/base/check.h"

#include <mutex>

namespace plenum::media::gst {

void initialise() {
    static std::once_flag once;
    std::call_once(once, [] { gst_init(nullptr, nullptr); });
}

Result<Object> make_element(const char* factory, const char* package, const char* name) {
    initialise();
    auto* element = gst_element_factory_make(factory, name);
    if (element == nullptr) {
        return media_error(MediaError::Kind::missing_element,
                           std::string{"GStreamer has no \""} + factory + "\"; install " + package + ".");
    }
    return Object{static_cast<GstElement*>(gst_object_ref_sink(element))};
}

Buffer make_buffer(const void* data, std::size_t size) {
    auto* buffer = gst_buffer_new_allocate(nullptr, size, nullptr);
    CHECK(buffer != nullptr);
    gst_buffer_fill(buffer, 0, data, size);
    return Buffer{buffer};
}

void stop(GstElement* element) {
    gst_element_set_state(element, GST_STATE_NULL);
    gst_element_get_state(element, nullptr, nullptr, GST_CLOCK_TIME_NONE);
}

std::string take_error(GstElement* element) {
    const Bus bus{gst_element_get_bus(element)};
    if (!bus) return {};
    const Message message{gst_bus_pop_filtered(bus.get(), GST_MESSAGE_ERROR)};
    if (!message) return {};
    GError* error = nullptr;
    gst_message_parse_error(message.get(), &error, nullptr);
    std::string text = error->message;
    g_error_free(error);
    return text;
}

namespace {

Pad make_pad(const char* name, GstPadDirection direction) {
    return Pad{static_cast<GstPad*>(gst_object_ref_sink(gst_pad_new(name, direction)))};
}

/// Takes any format, also another one later: by default a pad insists on its first.
gboolean answer_query(GstPad* pad, GstObject* parent, GstQuery* query) {
    if (GST_QUERY_TYPE(query) == GST_QUERY_ACCEPT_CAPS) {
        gst_query_set_accept_caps_result(query, TRUE);
        return TRUE;
    }
    if (GST_QUERY_TYPE(query) == GST_QUERY_CAPS) {
        GstCaps* filter = nullptr;
        gst_query_parse_caps(query, &filter);
        const Caps any{filter != nullptr ? gst_caps_ref(filter) : gst_caps_new_any()};
        gst_query_set_caps_result(query, any.get());
        return TRUE;
    }
    return gst_pad_query_default(pad, parent, query);
}

} // namespace

ElementRunner::ElementRunner(Object element)
    : element_{std::move(element)},
      feed_{make_pad("feed", GST_PAD_SRC)},
      drain_{make_pad("drain", GST_PAD_SINK)} {
    gst_pad_set_query_function(drain_.get(), &answer_query);
    const Pad sink{gst_element_get_static_pad(element_.get(), "sink")};
    const Pad source{gst_element_get_static_pad(element_.get(), "src")};
    CHECK(sink && source);
    gst_pad_set_element_private(drain_.get(), this);
    gst_pad_set_chain_function(drain_.get(), &ElementRunner::on_output);
    gst_pad_set_active(feed_.get(), TRUE);
    gst_pad_set_active(drain_.get(), TRUE);
    CHECK(gst_pad_link(feed_.get(), sink.get()) == GST_PAD_LINK_OK);
    CHECK(gst_pad_link(source.get(), drain_.get()) == GST_PAD_LINK_OK);
    gst_element_set_state(element_.get(), GST_STATE_PLAYING);
    gst_pad_push_event(feed_.get(), gst_event_new_stream_start("plenum"));
}

ElementRunner::~ElementRunner() {
    stop(element_.get());
    gst_pad_set_active(feed_.get(), FALSE);
    gst_pad_set_active(drain_.get(), FALSE);
}

bool ElementRunner::set_caps(Caps caps) {
    if (gst_pad_push_event(feed_.get(), gst_event_new_caps(caps.get())) == FALSE) return false;
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    return gst_pad_push_event(feed_.get(), gst_event_new_segment(&segment)) != FALSE;
}

GstFlowReturn ElementRunner::push(Buffer buffer) { return gst_pad_push(feed_.get(), buffer.release()); }

GstFlowReturn ElementRunner::on_output(GstPad* pad, GstObject*, GstBuffer* buffer) {
    static_cast<ElementRunner*>(gst_pad_get_element_private(pad))->output_.emplace_back(buffer);
    return GST_FLOW_OK;
}

} // namespace plenum::media::gst
