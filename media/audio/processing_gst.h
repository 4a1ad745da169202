// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/error.h"
#include "media/frame.h"

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace plenum::media {

/// Echo cancellation, noise suppression and gain control of the microphone, by GStreamer's webrtcdsp and
/// webrtcechoprobe, run synchronously: no pipeline, no thread, no block held back. Not for several threads.
class CaptureProcessing {
  public:
    struct Options {
        bool echo_cancellation{true};
        bool noise_suppression{true};
        bool gain_control{true};
        friend bool operator==(const Options&, const Options&) = default;
    };
    explicit CaptureProcessing(const Options& options);
    ~CaptureProcessing();
    CaptureProcessing(const CaptureProcessing&) = delete;
    CaptureProcessing& operator=(const CaptureProcessing&) = delete;

    /// What goes to the loudspeaker, at the same rate as `process`: one block for each. Where the loudspeaker's clock
    /// is the faster one, a block is left out now and then.
    void far_end(const AudioBlock& block);
    /// The filters work on 10 ms: the first of two blocks gives nothing, the second both. Where processing is off or
    /// missing, each block comes out as it is. Valid until the next call.
    [[nodiscard]] std::span<const std::int16_t> process(const AudioBlock& block);

    /// Takes effect with the next block; the adaptive filters start anew.
    void set_options(const Options& options);
    [[nodiscard]] const Options& options() const { return options_; }
    /// Delay between a block given to `far_end` and its echo in `process`, as the devices report it.
    void set_echo_delay_ms(int delay_ms);
    /// Why processing passes blocks through although it is switched on.
    [[nodiscard]] const std::optional<MediaError>& error() const { return error_; }

  private:
    struct Chain;
    void rebuild();
    [[nodiscard]] bool filter();

    Options options_;
    int echo_delay_ms_{0};
    std::unique_ptr<Chain> chain_;
    std::optional<MediaError> error_;
    std::array<std::int16_t, 2 * block_samples> samples_{};
    bool half_filled_{false};
};

} // namespace plenum::media
