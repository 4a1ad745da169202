// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"
#include "media/video/encoded_frame.h"

#include <cstdint>
#include <map>
#include <optional>

namespace plenum::media {

/// Decides which frames of one sender may go to the decoder. The problem: a VP8 frame that refers to a lost one decodes
/// to rubbish that lasts until the next key frame. Intuition: only base-layer frames are referred to, and they are
/// counted, so a gap in the sequence matters only where it is also a gap in the base count. Frames that came early wait
/// a moment for the one that is missing; then all wait for a key frame, which is asked for at a bounded rate and may
/// itself come after frames that refer to it.
///
/// Sans-I/O; not for several threads. After each `push` and on `wake_at`: `pop` until nullopt, then `take_key_request`.
class FrameGate {
  public:
    struct Options {
        /// How long an early frame waits for the missing base frame.
        base::Duration reorder_max{base::from_us(60'000)};
        std::size_t frames_max{16};
        /// Between two requests for a key frame.
        base::Duration request_interval{base::from_us(300'000)};
    };
    struct Counters {
        std::uint64_t passed{0};
        std::uint64_t dropped{0}; ///< undecodable, late or pushed out
        std::uint64_t gaps{0};    ///< times the base layer was broken
        std::uint64_t key_requests{0};
    };
    FrameGate() : FrameGate{Options{}} {}
    explicit FrameGate(const Options& options) : options_{options} {}

    void push(base::SequenceNumber sequence, EncodedFrame frame, base::LocalTime now);
    /// The next frame to decode, in order.
    [[nodiscard]] std::optional<EncodedFrame> pop(base::LocalTime now);
    /// The decoder refused a frame: nothing more until a key frame.
    void decoder_failed();
    /// Whether the sender is to be asked for a key frame now; true at most once per interval.
    [[nodiscard]] bool take_key_request(base::LocalTime now);
    /// When to call again without a new frame.
    [[nodiscard]] std::optional<base::LocalTime> wake_at() const;

    [[nodiscard]] bool waiting_for_key() const { return waiting_for_key_; }
    [[nodiscard]] const Counters& counters() const { return counters_; }

  private:
    struct Held {
        EncodedFrame frame;
        base::LocalTime since;
    };
    [[nodiscard]] bool decodable(const EncodedFrame& frame) const;
    [[nodiscard]] std::optional<EncodedFrame> take(std::map<std::uint64_t, Held>::iterator at);
    void drop_old(base::LocalTime now);
    void lose_base();

    Options options_;
    std::map<std::uint64_t, Held> held_;
    std::uint64_t last_sequence_{0};
    std::uint16_t base_index_{0};
    bool waiting_for_key_{true};
    bool seen_any_{false};
    std::optional<base::LocalTime> requested_at_;
    Counters counters_;
};

} // namespace plenum::media
