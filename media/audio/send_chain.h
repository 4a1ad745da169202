// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "media/audio/level.h"
#include "media/audio/opus_codec.h"
#include "media/audio/processing_gst.h"
#include "media/audio/silence.h"

#include <optional>
#include <utility>

namespace plenum::media {

/// One packet to send: the payload of one message on the audio flow.
struct EncodedAudio {
    base::Bytes bytes{};
    /// No voice in it: the DE bit.
    bool discard_eligible{false};
    float level_dbfs{level_floor_dbfs};
};

/// {block → processing → silence → Opus}. Not for several threads.
class SendChain {
  public:
    SendChain(OpusSpeechEncoder with_encoder, const CaptureProcessing::Options& with_processing)
        : encoder{std::move(with_encoder)},
          processing{with_processing} {}

    /// Every second call gives a packet. When muted, none.
    [[nodiscard]] std::optional<EncodedAudio> capture(const AudioBlock& block);
    void set_muted(bool muted) { muted_ = muted; }
    void set_gain(double gain) { gain_ = gain; }

    [[nodiscard]] bool muted() const { return muted_; }
    [[nodiscard]] bool speaking() const { return voice_.speaking(); }
    /// After processing; measured while muted too.
    [[nodiscard]] Level level() const { return meter_.level(); }

    OpusSpeechEncoder encoder;
    CaptureProcessing processing;

  private:
    VoiceDetector voice_;
    LevelMeter meter_;
    double gain_{1};
    AudioPacketSamples pending_{};
    bool half_filled_{false};
    bool voice_in_pending_{false};
    bool muted_{false};
};

} // namespace plenum::media
