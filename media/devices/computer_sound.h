// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "media/audio/opus_stereo.h"
#include "media/error.h"

#include <memory>
#include <optional>
#include <string>

namespace plenum::media {

/// What other programs of this computer play, all of it together: from the sound server (PulseAudio, or PipeWire by its
/// server of the same protocol). Programs come and go while it runs. Our own sound is not in it, since others would
/// hear themselves. No loudspeaker's volume affects it, but a program's own does.
///
/// Each program's stream is recorded by itself. The monitor of a whole loudspeaker was rejected: our sound is in it,
/// and echo cancellation would leave some.
class ComputerSound {
  public:
    /// Whether a sound server answers; within two seconds.
    [[nodiscard]] static bool is_possible();
    /// Errors: no_device where no sound server answers within two seconds.
    [[nodiscard]] static Result<std::unique_ptr<ComputerSound>> open();
    ~ComputerSound();
    ComputerSound(const ComputerSound&) = delete;
    ComputerSound& operator=(const ComputerSound&) = delete;

    struct Captured {
        StereoSamples sound; ///< 20 ms
        base::LocalTime taken_at{};
    };
    /// Nullopt after `timeout`, as while nothing plays. The oldest is dropped where it is called too rarely.
    [[nodiscard]] std::optional<Captured> wait(base::Duration timeout);
    /// False once the server is gone.
    [[nodiscard]] bool alive() const;

  private:
    struct Impl;
    explicit ComputerSound(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// A stream that plays, as the sound server describes it. Empty where it does not say it.
struct PlayingStream {
    std::string application_id;
    std::string process_id;
    std::string process_binary;
    /// Of PipeWire's own filters and loops.
    std::string link_group;
    /// Not of the server itself, as its filters and loops are.
    bool has_client{true};
};
/// Whether it belongs to what the computer plays: neither ours, nor a filter, which plays again what others play.
[[nodiscard]] bool is_captured(const PlayingStream& stream, const PlayingStream& ours);

} // namespace plenum::media
