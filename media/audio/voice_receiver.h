// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/audio/opus_codec.h"
#include "media/audio/playout.h"
#include "media/audio/rate_adapter_gst.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace plenum::media {

/// Half as long: the first half fades into the second.
[[nodiscard]] PacketSamples blend_halves(const PacketSamples& sound);

/// One sender: {playout → decode, correct, conceal → rate → block}. Packets may be of any duration that the decoder
/// takes, one after another. Not for several threads.
class VoiceReceiver {
  public:
    explicit VoiceReceiver(const Playout::Options& options) : playout_{options} {}

    void push(AudioPacket packet, base::LocalTime arrived_at);
    /// 5 ms; nullopt while nothing is expected of the sender.
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
    [[nodiscard]] const Playout& playout() const { return playout_; }

  private:
    /// False where nothing is expected.
    [[nodiscard]] bool decode_next(base::LocalTime now);
    [[nodiscard]] PacketSamples make_good(const PlayoutItem& item);
    void append(const PacketSamples& sound, bool concealed);

    Playout playout_;
    OpusSpeechDecoder decoder_;
    RateAdapter rate_;
    std::vector<std::int16_t> ready_;
    Counters counters_;
    std::uint64_t samples_{0};
    std::uint64_t samples_concealed_{0};
    std::size_t packet_size_{packet_samples_max}; ///< of the last one that was none of the malformed
    bool active_{false};
};

} // namespace plenum::media
