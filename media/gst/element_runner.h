// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/error.h"

#include <gst/gst.h>
#include <memory>
#include <string>
#include <vector>

/// Private to media: what every file that touches GStreamer needs.
namespace plenum::media::gst {

struct Unref {
    void operator()(GstBuffer* value) const { gst_buffer_unref(value); }
    void operator()(GstCaps* value) const { gst_caps_unref(value); }
    void operator()(GstSample* value) const { gst_sample_unref(value); }
    void operator()(GstMessage* value) const { gst_message_unref(value); }
    void operator()(gpointer value) const { gst_object_unref(value); }
};
using Buffer = std::unique_ptr<GstBuffer, Unref>;
using Caps = std::unique_ptr<GstCaps, Unref>;
using Sample = std::unique_ptr<GstSample, Unref>;
using Message = std::unique_ptr<GstMessage, Unref>;
using Object = std::unique_ptr<GstElement, Unref>;
using Pad = std::unique_ptr<GstPad, Unref>;
using Bus = std::unique_ptr<GstBus, Unref>;

/// Once per process; safe to repeat, from any thread.
void initialise();
/// Errors: missing_element, naming the Debian package that has it.
[[nodiscard]] Result<Object> make_element(const char* factory, const char* package, const char* name = nullptr);
[[nodiscard]] Buffer make_buffer(const void* data, std::size_t size);
/// Stops the element and waits until it has stopped.
void stop(GstElement* element);
/// The text of the oldest error on the bus, if any.
[[nodiscard]] std::string take_error(GstElement* element);

/// Runs one element synchronously on the caller's thread: what is pushed into its sink pad comes out of its source pad
/// before `push` returns. There is no pipeline, clock or thread but what the element itself makes.
class ElementRunner {
  public:
    /// Takes the element over and starts it.
    explicit ElementRunner(Object element);
    ~ElementRunner();
    ElementRunner(const ElementRunner&) = delete;
    ElementRunner& operator=(const ElementRunner&) = delete;

    /// Before the first push, and when the format changes.
    bool set_caps(Caps caps);
    [[nodiscard]] GstFlowReturn push(Buffer buffer);
    /// Event sent downstream into the element, or, `upstream`, back into its source pad.
    bool send_downstream(GstEvent* event) { return gst_pad_push_event(feed_.get(), event) != FALSE; }
    bool send_upstream(GstEvent* event) { return gst_pad_push_event(drain_.get(), event) != FALSE; }
    /// What came out since the last call.
    std::vector<Buffer> take_output() { return std::exchange(output_, {}); }
    /// The caps in force at the output; null before the first.
    [[nodiscard]] Caps output_caps() const { return Caps{gst_pad_get_current_caps(drain_.get())}; }
    [[nodiscard]] GstElement* element() const { return element_.get(); }

  private:
    static GstFlowReturn on_output(GstPad* pad, GstObject* parent, GstBuffer* buffer);

    Object element_;
    Pad feed_;
    Pad drain_;
    std::vector<Buffer> output_;
};

} // namespace plenum::media::gst
