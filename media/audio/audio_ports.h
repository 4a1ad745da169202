// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/audio/audio_io.h"
#include "media/devices/audio_source_gst.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

/// The two sides of an `AudioIo` that touch devices and files; its audio thread alone.
namespace plenum::media {

/// Beats once a block.
class Pace {
  public:
    [[nodiscard]] bool due(base::LocalTime now);
    [[nodiscard]] base::LocalTime next() const { return next_; }

  private:
    base::LocalTime next_{};
};

/// Where blocks come from: a microphone that gives them when it has them, a file or a tone paced by the clock, or
/// nothing.
class AudioInputPort {
  public:
    /// A file that was opened before, for the first `open`.
    void prepare(std::unique_ptr<AudioFileSource> file) { file_ = std::move(file); }
    /// What goes wrong is told by `report`.
    void open(const AudioInput& input, AudioWakeup& wakeup);
    /// A device that is gone, or was never there, is tried again.
    void reopen_lost(AudioWakeup& wakeup);
    /// Gives all blocks that are due.
    void run(const std::function<void(const AudioBlock&)>& feed);

    [[nodiscard]] base::Duration latency() const { return capture_ ? capture_->latency() : base::Duration{}; }
    /// When a block is due that no device tells of; `local_time_max` where one does.
    [[nodiscard]] base::LocalTime next_at() const { return capture_ ? base::local_time_max : pace_.next(); }
    void report(AudioIo::Status& status) const;

  private:
    void run_paced(const std::function<void(const AudioBlock&)>& feed);

    AudioInput input_{NoInput{}};
    std::unique_ptr<AudioCapture> capture_;
    std::unique_ptr<AudioFileSource> file_;
    std::optional<ToneSource> tone_;
    Pace pace_;
    std::optional<MediaError> error_;
    std::uint64_t overruns_{0};
    std::uint64_t starved_{0};
};

/// Where blocks go: a loudspeaker that asks for them, or nowhere, paced by the clock.
class AudioOutputPort {
  public:
    void open(const AudioOutput& output, AudioWakeup& wakeup);
    void reopen_lost(AudioWakeup& wakeup);
    /// Takes all blocks that are wanted.
    void run(const std::function<StereoBlock()>& render);

    [[nodiscard]] base::Duration latency() const { return playback_ ? playback_->latency() : base::Duration{}; }
    [[nodiscard]] base::LocalTime next_at() const { return playback_ ? base::local_time_max : pace_.next(); }
    void report(AudioIo::Status& status) const;

  private:
    AudioOutput output_{NoOutput{}};
    std::unique_ptr<AudioPlayback> playback_;
    Pace pace_;
    std::optional<MediaError> error_;
};

} // namespace plenum::media
