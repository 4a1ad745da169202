// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <cstdint>

namespace plenum::media {

enum class AudioMode : std::uint8_t {
    /// Echo cancellation and the like as chosen, packets of 10 or 20 ms, correction in band.
    speech = 1,
    /// Music, rehearsals: no processing, packets of 5 ms, the codec's restricted low delay. People wear headphones.
    low_delay = 2,
};

/// How much sound goes into one packet. A short packet waits less for its last sample; a long one has fewer headers:
/// the 80 bytes or so around each cost 64 kbit/s at 10 ms, 32 kbit/s at 20 ms. On a path that loses, long packets
/// leave the in-band correction more room, and each loss is one packet of half as many.
class PacketDuration {
  public:
    static constexpr base::Duration lowest = base::from_us(5'000);
    static constexpr base::Duration usual = base::from_us(10'000);
    static constexpr base::Duration thrifty = base::from_us(20'000);
    /// Headers would be two thirds of what is sent.
    static constexpr int bitrate_thrifty_max = 31'999;
    /// The band between them keeps the duration from swinging with the measure of loss.
    static constexpr int loss_percent_thrifty_min = 5;
    static constexpr int loss_percent_usual_max = 2;

    void set_mode(AudioMode mode) { mode_ = mode; }
    void set_bitrate(int bitrate_bps) { low_bitrate_ = bitrate_bps <= bitrate_thrifty_max; }
    void set_loss_percent(int loss_percent) {
        if (loss_percent >= loss_percent_thrifty_min) lossy_ = true;
        if (loss_percent <= loss_percent_usual_max) lossy_ = false;
    }
    [[nodiscard]] base::Duration duration() const {
        if (mode_ == AudioMode::low_delay) return lowest;
        return low_bitrate_ || lossy_ ? thrifty : usual;
    }
    [[nodiscard]] AudioMode mode() const { return mode_; }

  private:
    AudioMode mode_{AudioMode::speech};
    bool low_bitrate_{false};
    bool lossy_{false};
};

} // namespace plenum::media
