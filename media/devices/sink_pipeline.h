// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "media/error.h"
#include "media/gst/element_runner.h"

#include <filesystem>
#include <gst/app/gstappsink.h>
#include <memory>
#include <optional>
#include <string>

/// Private to media: a pipeline that ends in an appsink named "out", and how to read it without callbacks.
namespace plenum::media {

class SinkPipeline {
  public:
    /// `description` in gst-launch's language. Errors: missing_element, failed.
    [[nodiscard]] static Result<std::unique_ptr<SinkPipeline>> make(const std::string& description);
    ~SinkPipeline();
    SinkPipeline(const SinkPipeline&) = delete;
    SinkPipeline& operator=(const SinkPipeline&) = delete;

    /// Plays once the first sample is there, or at once if `live`. The text of what went wrong, if anything.
    [[nodiscard]] std::optional<std::string> start(bool live);
    /// Null after `timeout`, at the end, or on an error.
    [[nodiscard]] gst::Sample pull(base::Duration timeout);
    [[nodiscard]] bool at_end() const;
    /// From the beginning again, for files.
    [[nodiscard]] bool rewind();
    /// The text of an error since the last call.
    [[nodiscard]] std::string take_error() { return gst::take_error(pipeline_.get()); }
    /// The sample's place on the pipeline's running time.
    [[nodiscard]] static base::Duration time(GstSample* sample);
    /// How long ago the pipeline's clock passed the sample's time; never negative, at most a second.
    [[nodiscard]] base::Duration age(GstSample* sample) const;
    [[nodiscard]] GstElement* element() const { return pipeline_.get(); }

  private:
    SinkPipeline() = default;
    gst::Object pipeline_;
    gst::Object sink_;
};

/// `chain` follows uridecodebin and takes the stream it fits. `what` the file should hold, for the error text.
/// Errors: bad_file, missing_element.
[[nodiscard]] Result<std::unique_ptr<SinkPipeline>> open_file(const std::filesystem::path& path,
                                                              const std::string& chain, const char* what);

} // namespace plenum::media
