// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/audio/opus_codec.h"
#include "media/audio/playout.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace plenum::media {

/// One sender: {playout → decode, correct, conceal → block}. Not for several threads.
class VoiceReceiver {
  public:
    explicit VoiceReceiver(const Playout::Options& options) : playout{options} {}

    /// 10 ms; nullopt while nothing is expected of the sender.
    [[nodiscard]] std::optional<AudioBlock> next_block(base::LocalTime now);
    /// Whether the last `next_block` gave one.
    [[nodiscard]] bool active() const { return active_; }

    struct Counters {
        /// Packets whose content came from the correction in the packet after.
        std::uint64_t corrected{0};
        std::uint64_t concealed{0};
        /// Packets that did not decode.
        std::uint64_t malformed{0};
    };
    [[nodiscard]] const Counters& counters() const { return counters_; }
    /// Share of the played time that was concealed or corrected.
    [[nodiscard]] double concealed_ratio() const;

    Playout playout;

  private:
    void decode_next(base::LocalTime now);
    void fill(const AudioPacketSamples& samples, bool concealed, bool shorten);

    OpusSpeechDecoder decoder_;
    AudioPacketSamples samples_{};
    std::size_t samples_left_{0};
    Counters counters_;
    std::uint64_t blocks_{0};
    std::uint64_t blocks_concealed_{0};
    bool active_{false};
};

} // namespace plenum::media
