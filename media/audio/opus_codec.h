// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "media/error.h"
#include "media/frame.h"

#include <array>
#include <memory>

struct OpusEncoder;
struct OpusDecoder;

namespace plenum::media {

/// One Opus packet: 20 ms, 48 kHz, mono.
inline constexpr std::size_t packet_samples = 2 * block_samples;
using AudioPacketSamples = std::array<std::int16_t, packet_samples>;
/// RFC 6716 §3.4 bounds one frame at 1275 bytes.
inline constexpr std::size_t opus_packet_bytes_max = 1276;

/// Opus for speech (RFC 6716), through libopus itself: in-band correction has to be aimed at single packets, which the
/// GStreamer elements decide on their own. Not for several threads.
class OpusSpeechEncoder {
  public:
    struct Options {
        /// 6 000 … 128 000; below 16 000 the in-band correction has no room.
        int bitrate_bps{48'000};
        /// 0 … 10; CPU against quality.
        int complexity{5};
        /// What the network is expected to lose, 0 … 100; governs how much correction is sent along.
        int loss_percent{10};
        bool in_band_correction{true};
        /// Sends nothing in silence. Off: a steady stream keeps the receivers' clocks and jitter known.
        bool discontinuous{false};
    };
    /// Errors: bad_setting.
    [[nodiscard]] static Result<OpusSpeechEncoder> create(const Options& options);

    /// Never more than opus_packet_bytes_max.
    [[nodiscard]] base::Bytes encode(const AudioPacketSamples& samples);
    /// Out of bounds is clamped.
    void set_bitrate(int bitrate_bps);
    void set_loss_percent(int loss_percent);

  private:
    struct Destroy {
        void operator()(OpusEncoder* encoder) const;
    };
    explicit OpusSpeechEncoder(OpusEncoder* encoder) : encoder_{encoder} {}
    std::unique_ptr<OpusEncoder, Destroy> encoder_;
};

/// The other end; one per sender, given every packet or its absence in order.
class OpusSpeechDecoder {
  public:
    OpusSpeechDecoder();

    /// Errors: bad_data (the packet is malformed or no 20 ms); the caller conceals instead.
    [[nodiscard]] Result<AudioPacketSamples> decode(base::ByteView packet);
    /// The packet *before* `next`, from the correction carried in `next`; concealed where it carries none.
    [[nodiscard]] AudioPacketSamples decode_correction(base::ByteView next);
    /// Whether `packet` carries correction for the one before it (its LBRR flag, RFC 6716 §4.2.4).
    [[nodiscard]] static bool has_correction(base::ByteView packet);
    [[nodiscard]] AudioPacketSamples conceal();
    [[nodiscard]] AudioBlock conceal_block();

  private:
    struct Destroy {
        void operator()(OpusDecoder* decoder) const;
    };
    std::unique_ptr<OpusDecoder, Destroy> decoder_;
};

} // namespace plenum::media
