// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "media/error.h"
#include "media/frame.h"

#include <memory>
#include <string>
#include <vector>

namespace plenum::media {

struct AudioDevice {
    /// Names it in `open`; the sound system's own name.
    std::string id;
    bool input{false};
    bool output{false};
    bool input_default{false};
    bool output_default{false};
};

/// All sound cards PortAudio sees now; empty where there are none. Not while a stream is opening or closing elsewhere:
/// calls are serialised.
[[nodiscard]] std::vector<AudioDevice> list_audio_devices();

/// Wakes the one audio thread from a real-time callback: posting neither locks nor allocates.
class AudioWakeup {
  public:
    AudioWakeup();
    ~AudioWakeup();
    AudioWakeup(const AudioWakeup&) = delete;
    AudioWakeup& operator=(const AudioWakeup&) = delete;
    void post();
    /// Until posted or `timeout`; one call takes all posts.
    void wait(base::Duration timeout);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Microphone: 48 kHz mono. PortAudio's callback fills a lock-free ring; one thread reads blocks from it.
class AudioCapture {
  public:
    /// `device` empty: the default. `wakeup` is posted when samples came; it must outlive this.
    /// Errors: no_device, device_failed.
    [[nodiscard]] static Result<std::unique_ptr<AudioCapture>> open(const std::string& device, AudioWakeup& wakeup);
    ~AudioCapture();

    /// A whole block, if there is one.
    [[nodiscard]] bool read(AudioBlock& block);
    /// Throws away all but the newest `blocks`; for a reader that fell behind. Says how many went.
    std::size_t keep_newest(std::size_t blocks);
    [[nodiscard]] std::size_t blocks_ready() const;
    [[nodiscard]] std::uint64_t overruns() const;
    [[nodiscard]] base::Duration latency() const;
    /// False once the device is gone.
    [[nodiscard]] bool alive() const;

  private:
    struct Impl;
    explicit AudioCapture(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Loudspeaker: 48 kHz mono, the same way round.
class AudioPlayback {
  public:
    /// Errors: no_device, device_failed.
    [[nodiscard]] static Result<std::unique_ptr<AudioPlayback>> open(const std::string& device, AudioWakeup& wakeup);
    ~AudioPlayback();

    /// Blocks the ring should be given now, so that it holds no more than the callback's bursts need. Rises after an
    /// underrun, sinks slowly.
    [[nodiscard]] std::size_t blocks_wanted();
    void write(const AudioBlock& block);
    [[nodiscard]] std::uint64_t underruns() const;
    [[nodiscard]] base::Duration latency() const;
    [[nodiscard]] bool alive() const;

  private:
    struct Impl;
    explicit AudioPlayback(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace plenum::media
