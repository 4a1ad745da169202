// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "media/devices/spsc_ring.h"
#include "media/error.h"
#include "media/frame.h"

#include <array>
#include <atomic>
#include <memory>
#include <string>

namespace plenum::media {

struct AudioDevice {
    /// Names it in `open`: the sound system's own name, the same after a restart.
    std::string id{};
    /// For people; empty where there is none but `id`.
    std::string name{};
    bool input{false};
    bool output{false};
    bool input_default{false};
    bool output_default{false};
    /// An input that is no microphone: it records what a loudspeaker plays.
    bool monitor{false};
    friend bool operator==(const AudioDevice&, const AudioDevice&) = default;
};

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

/// Microphone: 48 kHz mono. The backend's callback fills a lock-free ring; one thread reads blocks from it.
class AudioCapture {
  public:
    /// Through the sound server if one answers and knows the device, else through PortAudio. `device` empty: the
    /// default. `wakeup` is posted when samples came; it must outlive this.
    /// Errors: no_device, device_failed.
    [[nodiscard]] static Result<std::unique_ptr<AudioCapture>> open(const std::string& device, AudioWakeup& wakeup);
    virtual ~AudioCapture() = default;
    AudioCapture(const AudioCapture&) = delete;
    AudioCapture& operator=(const AudioCapture&) = delete;

    /// A whole block, if there is one.
    [[nodiscard]] bool read(AudioBlock& block);
    /// Throws away all but the newest `blocks`; for a reader that fell behind. Says how many went.
    std::size_t keep_newest(std::size_t blocks);
    [[nodiscard]] std::size_t blocks_ready() const { return ring_.size() / block_samples; }
    [[nodiscard]] std::uint64_t overruns() const { return overruns_.load(std::memory_order_relaxed); }
    [[nodiscard]] virtual base::Duration latency() const = 0;
    /// False once the device is gone.
    [[nodiscard]] virtual bool alive() const = 0;

  protected:
    explicit AudioCapture(AudioWakeup& wakeup) : wakeup_{wakeup} {}
    /// On the backend's thread. `lost`: samples before these are missing.
    void push(std::span<const std::int16_t> samples, bool lost);

  private:
    static constexpr std::size_t ring_blocks = 32;

    AudioWakeup& wakeup_;
    SpscRing<std::int16_t> ring_{ring_blocks * block_samples};
    std::atomic<std::uint64_t> overruns_{0};
};

/// Left and right by turns, as devices want them.
[[nodiscard]] std::array<std::int16_t, 2 * block_samples> interleave(const StereoBlock& block);

/// Loudspeaker: 48 kHz stereo, the same way round.
class AudioPlayback {
  public:
    /// As `AudioCapture::open`; `wakeup` is posted when a block may be wanted.
    [[nodiscard]] static Result<std::unique_ptr<AudioPlayback>> open(const std::string& device, AudioWakeup& wakeup);
    virtual ~AudioPlayback() = default;
    AudioPlayback(const AudioPlayback&) = delete;
    AudioPlayback& operator=(const AudioPlayback&) = delete;

    /// Blocks that should be written now, so that no more is held than the device's bursts need.
    [[nodiscard]] virtual std::size_t blocks_wanted() = 0;
    virtual void write(const StereoBlock& block) = 0;
    [[nodiscard]] virtual std::uint64_t underruns() const = 0;
    [[nodiscard]] virtual base::Duration latency() const = 0;
    [[nodiscard]] virtual bool alive() const = 0;

  protected:
    AudioPlayback() = default;
};

} // namespace plenum::media
