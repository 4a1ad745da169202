// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/base/units.h"

#include <optional>
#include <vector>

namespace plenum::media {

/// One person's Opus packets as a stream without gaps, each at its place in time.
///
/// The problem: players and tools add up the durations of packets and take little notice of their times. After a pause,
/// a lost packet or an hour of clocks that differ by 100 ppm, the voices of a recording would be heard at different
/// times. The intuition: silence is a packet of three bytes, so gaps are filled, and a packet is left out where the
/// sender's clock is ahead. A packet says when it was sent, which is its time or later. So the least lateness within a
/// second tells how far the stream is off.
class VoiceTimeline {
  public:
    struct Piece {
        base::Duration at{};
        base::Bytes bytes;
    };
    /// Pushed in the order of `at`. `sequence` tells losses.
    void push(base::Duration at, base::SequenceNumber sequence, base::Bytes packet, std::vector<Piece>& out);
    /// Nothing before this time will be pushed any more.
    void fill_until(base::Duration at, std::vector<Piece>& out);

    /// How far a piece may be from its time.
    static constexpr base::Duration deviation_max = base::from_us(10'000);

  private:
    void fill(base::Duration duration, std::vector<Piece>& out);
    void put(base::Bytes bytes, base::Duration duration, std::vector<Piece>& out);
    /// Whether the packet is left out.
    [[nodiscard]] bool correct(base::Duration lateness, std::vector<Piece>& out);

    /// Where the next piece begins; absent before the first.
    std::optional<base::Duration> end_;
    base::SequenceNumber last_{};
    base::Duration least_lateness_{base::Duration::max()};
    int measured_{0};
};

} // namespace plenum::media
