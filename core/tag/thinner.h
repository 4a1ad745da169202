// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/wire/frames.h"

#include <array>
#include <cstdint>

namespace plenum::tag {

/// Thins one publisher's messages to the rate of one subscriber (push-pull §2.2), so that what passes decodes.
///
/// The problem: a relay cannot read video, and a decoder that lacks a frame shows artefacts. The intuition: the encoder
/// says in the clear what depends on what. A frame of temporal layer k depends on frames up to its layer alone, so
/// whole layers can be dropped from the top at any time. In a stream that has layers above, frames of layer 0 depend on
/// the last key frame alone, and are spaced evenly like plain data; in one that has none, each depends on the one
/// before it. The alternative, to drop by count, spaces unevenly where the publisher's rate is no multiple of the
/// subscriber's. Rejected: to mark frames of layer 0 discardable, which has a full queue drop them before those that
/// depend on them.
class Thinner {
  public:
    enum class Stream : std::uint8_t {
        plain = 1,   ///< each message stands for itself: live data
        layered = 2, ///< video, with layers in its flags
    };
    Thinner(Stream stream, std::uint32_t rate_hz) : stream_{stream}, rate_hz_{rate_hz} {}

    /// Whether the message passes. Fragments of one message get one answer, as long as few messages are interleaved.
    [[nodiscard]] bool passes(base::SequenceNumber message, base::ConferenceTime sent_at, wire::MessageFlags flags);
    void set_rate(std::uint32_t rate_hz) { rate_hz_ = rate_hz; }

  private:
    static constexpr std::size_t layers_max = 4;
    struct Verdict {
        base::SequenceNumber message;
        bool passes{false};
    };
    struct LayerRate {
        base::ConferenceTime newest{};
        /// Smoothed time between messages of this layer; 0 before there were two.
        base::Duration interval{};
    };

    [[nodiscard]] bool judge(base::ConferenceTime sent_at, wire::MessageFlags flags);
    void measure(base::ConferenceTime sent_at, std::size_t layer);
    [[nodiscard]] bool sends(std::size_t layer, base::ConferenceTime now) const;
    /// The highest layer up to which the messages together are no more than wanted.
    [[nodiscard]] std::size_t top_layer(base::ConferenceTime now) const;
    /// Whether a message sent then is due; if so, the next is due a period later.
    [[nodiscard]] bool take_slot(base::ConferenceTime sent_at);

    Stream stream_;
    std::uint32_t rate_hz_;
    std::array<LayerRate, layers_max> layers_{};
    base::ConferenceTime due_{base::ConferenceTime::min()};
    std::array<Verdict, 8> verdicts_{};
    std::size_t next_verdict_{0};
};

} // namespace plenum::tag
