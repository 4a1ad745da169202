// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/audio/opus_codec.h"

#include <memory>

namespace plenum::media {

/// Sound of one packet in two channels, equally long.
struct StereoSamples {
    PacketSamples left;
    PacketSamples right;
    [[nodiscard]] std::size_t size() const { return left.size; }
};

/// Opus for what a computer plays: music and speech, two channels. Not for several threads.
class OpusStereoEncoder {
  public:
    static constexpr int bitrate_bps = 96'000;

    OpusStereoEncoder();
    /// 20 ms. Never more than opus_packet_bytes_max.
    [[nodiscard]] base::Bytes encode(const StereoSamples& sound);

  private:
    struct Destroy {
        void operator()(OpusEncoder* encoder) const;
    };
    std::unique_ptr<OpusEncoder, Destroy> encoder_;
};

/// The other end. Decodes packets of one channel too.
class OpusStereoDecoder {
  public:
    OpusStereoDecoder();
    /// As `OpusSpeechDecoder::decode`.
    [[nodiscard]] Result<StereoSamples> decode(base::ByteView packet);
    /// `size`: whole blocks, at most packet_samples_max.
    [[nodiscard]] StereoSamples conceal(std::size_t size);

  private:
    struct Destroy {
        void operator()(OpusDecoder* decoder) const;
    };
    std::unique_ptr<OpusDecoder, Destroy> decoder_;
};

} // namespace plenum::media
