// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/audio/opus_stereo.h"
#include "media/audio/playout.h"
#include "media/audio/rate_adapter_gst.h"
#include "media/audio/voice_receiver.h"

#include <optional>
#include <vector>

namespace plenum::media {

/// What somebody's computer plays, in two channels: {playout → decode or conceal → rate → block}. As `VoiceReceiver`,
/// but for correction, which Opus has for speech alone.
class ComputerReceiver {
  public:
    explicit ComputerReceiver(const Playout::Options& options) : playout_{options} {}

    void push(AudioPacket packet, base::LocalTime arrived_at);
    /// 5 ms; nullopt while nothing is expected of the sender.
    [[nodiscard]] std::optional<StereoBlock> next_block(base::LocalTime now);

    // As in `VoiceReceiver`.
    [[nodiscard]] bool active() const { return active_; }
    [[nodiscard]] const VoiceReceiver::Counters& counters() const { return counters_; }
    [[nodiscard]] double concealed_ratio() const;
    [[nodiscard]] const Playout& playout() const { return playout_; }

  private:
    /// One channel on its way to the mixer.
    struct Channel {
        RateAdapter rate;
        std::vector<std::int16_t> ready;
    };
    [[nodiscard]] bool decode_next(base::LocalTime now);
    void append(const StereoSamples& sound, bool concealed);

    Playout playout_;
    OpusStereoDecoder decoder_;
    Channel left_;
    Channel right_;
    VoiceReceiver::Counters counters_;
    std::uint64_t samples_{0};
    std::uint64_t samples_concealed_{0};
    std::size_t packet_size_{packet_samples_max}; ///< of the last one that was none of the malformed
    bool active_{false};
};

} // namespace plenum::media
