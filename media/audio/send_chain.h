// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "media/audio/level.h"
#include "media/audio/opus_codec.h"
#include "media/audio/packet_duration.h"
#include "media/audio/processing_gst.h"
#include "media/audio/silence.h"

#include <optional>

namespace plenum::media {

/// One packet to send: the payload of one message on the audio flow.
struct EncodedAudio {
    base::Bytes bytes{};
    /// No voice in it: the DE bit.
    bool discard_eligible{false};
    float level_dbfs{level_floor_dbfs};
    base::Duration duration{};
};

/// {block → processing → silence → Opus}. Not for several threads.
class SendChain {
  public:
    SendChain(OpusSpeechEncoder encoder, const CaptureProcessing::Options& processing, AudioMode mode);

    /// A packet whenever one is full. When muted, none.
    [[nodiscard]] std::optional<EncodedAudio> capture(const AudioBlock& block);
    /// What the loudspeaker plays, one block for each that is captured.
    void far_end(const AudioBlock& block) { processing_.far_end(block); }

    void set_mode(AudioMode mode);
    /// In force in speech; low delay has none.
    void set_processing(const CaptureProcessing::Options& options);
    void set_echo_delay_ms(int delay_ms) { processing_.set_echo_delay_ms(delay_ms); }
    void set_bitrate(int bitrate_bps);
    void set_loss_percent(int loss_percent);
    void set_muted(bool muted) { muted_ = muted; }
    void set_gain(double gain) { gain_ = gain; }

    [[nodiscard]] bool muted() const { return muted_; }
    [[nodiscard]] bool speaking() const { return voice_.speaking(); }
    /// After processing; measured while muted too.
    [[nodiscard]] Level level() const { return meter_.level(); }
    [[nodiscard]] const std::optional<MediaError>& processing_error() const { return processing_.error(); }
    [[nodiscard]] const PacketDuration& packet_duration() const { return duration_; }

  private:
    void take(AudioBlock block);
    void restart();
    [[nodiscard]] std::optional<EncodedAudio> encode();

    OpusSpeechEncoder encoder_;
    CaptureProcessing processing_;
    CaptureProcessing::Options wanted_processing_;
    PacketDuration duration_;
    VoiceDetector voice_;
    LevelMeter meter_;
    double gain_{1};
    PacketSamples pending_;
    base::Duration packet_duration_{};
    bool voice_in_pending_{false};
    bool muted_{false};
};

} // namespace plenum::media
