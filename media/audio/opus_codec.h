// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "media/error.h"
#include "media/frame.h"

#include <array>
#include <memory>
#include <span>

struct OpusEncoder;
struct OpusDecoder;

namespace plenum::media {

/// The longest packet that is sent or taken: 20 ms.
inline constexpr std::size_t packet_samples_max = 4 * block_samples;
/// RFC 6716 §3.4 bounds one frame at 1275 bytes.
inline constexpr std::size_t opus_packet_bytes_max = 1276;

/// Sound of one packet, 48 kHz, mono; `size` of the samples count.
struct PacketSamples {
    std::array<std::int16_t, packet_samples_max> samples{};
    std::size_t size{0};
    [[nodiscard]] std::span<const std::int16_t> view() const { return {samples.data(), size}; }
    friend bool operator==(const PacketSamples&, const PacketSamples&) = default;
};

/// Opus (RFC 6716), through libopus itself: in-band correction has to be aimed at single packets, which the
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
        /// For music and rehearsals: looks ahead 2.5 ms instead of 6.5, knows no in-band correction.
        bool low_delay{false};
    };
    /// Errors: bad_setting.
    [[nodiscard]] static Result<OpusSpeechEncoder> create(const Options& options);

    /// 5, 10 or 20 ms. Never more than opus_packet_bytes_max.
    [[nodiscard]] base::Bytes encode(std::span<const std::int16_t> samples);
    /// Out of bounds is clamped.
    void set_bitrate(int bitrate_bps);
    void set_loss_percent(int loss_percent);
    /// Takes effect with the next packet; the codec starts anew where it changes.
    void set_low_delay(bool low_delay);

    [[nodiscard]] const Options& options() const { return options_; }

  private:
    struct Destroy {
        void operator()(OpusEncoder* encoder) const;
    };
    explicit OpusSpeechEncoder(const Options& options) : options_{options} { start(); }
    void start();

    Options options_;
    std::unique_ptr<OpusEncoder, Destroy> encoder_;
};

/// The other end; one per sender, given every packet or its absence in order.
class OpusSpeechDecoder {
  public:
    OpusSpeechDecoder();

    /// What a packet says it holds; 0 where it is malformed or no 5, 10, 15 or 20 ms.
    [[nodiscard]] static std::size_t samples_in(base::ByteView packet);
    /// Errors: bad_data (as `samples_in`, or it does not decode); the caller conceals instead.
    [[nodiscard]] Result<PacketSamples> decode(base::ByteView packet);
    /// The packet *before* `next`, of `size` samples, from the correction carried in `next`; concealed where it
    /// carries none.
    [[nodiscard]] PacketSamples decode_correction(base::ByteView next, std::size_t size);
    /// Whether `packet` carries correction for the one before it (its LBRR flag, RFC 6716 §4.2.4).
    [[nodiscard]] static bool has_correction(base::ByteView packet);
    /// `size`: whole blocks, at most packet_samples_max.
    [[nodiscard]] PacketSamples conceal(std::size_t size);

  private:
    struct Destroy {
        void operator()(OpusDecoder* decoder) const;
    };
    std::unique_ptr<OpusDecoder, Destroy> decoder_;
};

} // namespace plenum::media
