// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/audio/opus_stereo.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace plenum::media {

/// Adds up the sounds of several programs, which come in pieces of any length and start and stop as they like, into
/// packets of 20 ms.
///
/// The problem: no clock says when a packet is due, and each program may fall silent without a word. Intuition: those
/// that play bring as much as time passes. A packet is due once all of them have it, or one has a whole packet more
/// than that; then the others are silent, and are not waited for until they bring something again. So sound cards of
/// different clocks lose or gain a packet now and then, and nothing piles up.
///
/// Rejected: a timer. It drifts against every sound card, also where there is only one.
///
/// Sans-I/O, deterministic, not for several threads.
class SoundMixdown {
  public:
    /// As the sound server numbers them.
    using Stream = std::uint32_t;
    /// More programs at once are not heard.
    static constexpr std::size_t streams_max = 32;
    /// Of each stream; what comes beyond it is dropped.
    static constexpr std::size_t samples_max = 50 * packet_samples_max;

    /// Left and right in turn.
    void push(Stream stream, std::span<const std::int16_t> interleaved);
    /// What it brought is still heard, until the next packet.
    void end(Stream stream);
    /// The next packet, as long as one is due.
    [[nodiscard]] std::optional<StereoSamples> poll();

  private:
    struct Waiting {
        /// In turn, as they come.
        std::vector<std::int16_t> samples;
        bool ended{false};
        /// It had nothing when a packet was due.
        bool idle{false};
        [[nodiscard]] std::size_t size() const { return samples.size() / 2; }
    };
    [[nodiscard]] bool is_due() const;

    std::map<Stream, Waiting> streams_;
};

} // namespace plenum::media
