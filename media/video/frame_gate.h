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
/// to rubbish that lasts until a frame comes that does not refer to it. The intuition: each frame says on which frame
/// it depends, and two of the decoder's buffers matter: the last key frame, and the last frame that others refer to.
/// A frame of layer 0 that depends on the key frame is an anchor: it makes good all losses since, as a key frame does.
///
/// Early frames wait a moment for the one that is missing. After that the gate drops them and goes on with the next
/// anchor or key frame; when one is there already, nothing waits. A key frame costs all receivers and is asked for only
/// when no anchor can help: there is no key frame yet or none of this size, frames depend on one that never came, the
/// decoder failed, or no anchor came for long. The alternative, to ask after each loss, has every receiver's losses
/// paid by all others.
///
/// Sans-I/O; not for several threads. After each `push` and on `wake_at`: `pop` until nullopt, then `take_key_request`.
class FrameGate {
  public:
    struct Options {
        /// How long an early frame waits for the missing one.
        base::Duration reorder_max{base::from_us(60'000)};
        std::size_t frames_max{16};
        /// Between two requests for a key frame.
        base::Duration request_interval{base::from_us(300'000)};
        /// How long an anchor is waited for: two of a camera's, which come every 533 ms at 30 Hz, and some.
        base::Duration anchor_wait{base::from_us(1'200'000)};
    };
    struct Counters {
        std::uint64_t passed{0};
        std::uint64_t dropped{0}; ///< undecodable, late or pushed out
        std::uint64_t gaps{0};    ///< times a frame was missing that others refer to
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

    [[nodiscard]] bool waiting_for_key() const { return state_ == State::waiting_for_key; }
    [[nodiscard]] const Counters& counters() const { return counters_; }

  private:
    enum class State : std::uint8_t {
        whole = 1,
        waiting_for_anchor = 2,
        waiting_for_key = 3,
    };
    struct Held {
        EncodedFrame frame;
        base::LocalTime since;
    };
    using HeldFrames = std::map<std::uint64_t, Held>;
    /// Decodes whatever is missing before it, once its key frame has passed.
    [[nodiscard]] bool is_anchor(const EncodedFrame& frame) const;
    [[nodiscard]] bool decodable(const EncodedFrame& frame) const;
    [[nodiscard]] EncodedFrame take_first();
    void drop_before(HeldFrames::iterator at);
    void drop_old(base::LocalTime now);
    void break_off(State state, base::LocalTime now);

    Options options_;
    HeldFrames held_;
    std::uint64_t last_sequence_{0};
    State state_{State::waiting_for_key};
    base::LocalTime broken_at_{};
    /// The size of the last key frame: frames of the other one do not decode before their own.
    bool small_{false};
    /// Indices of the frames in the decoder's buffers; the key frame's is empty while there is none.
    std::optional<std::uint16_t> key_index_;
    std::uint16_t last_index_{0};
    bool seen_any_{false};
    std::optional<base::LocalTime> requested_at_;
    Counters counters_;
};

} // namespace plenum::media
