// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <optional>

namespace plenum::media {

/// Decides when a shared screen's newest picture is encoded, and how coarsely at most.
///
/// The problem: a screen stands still for minutes and then scrolls. Encoded like a camera, its text is never sharp.
/// The intuition: while it moves, pictures come at once and may be coarse. As soon as it stands still, the same picture
/// is encoded again a few times, finer each time; parts that are fine already cost next to nothing. Small changes, such
/// as typing, are fine from the first picture on. Rejected: one fixed quality. Fine pictures of a scrolling page do not
/// fit the way, and coarse ones cannot be read.
class ScreenPace {
  public:
    static constexpr base::Duration moving_interval = std::chrono::milliseconds{33};
    static constexpr base::Duration refining_interval = std::chrono::milliseconds{200};
    /// Receivers see that the screen is still shared.
    static constexpr base::Duration keeping_interval = std::chrono::milliseconds{500};
    /// A larger share of the picture than this changed: it moves.
    static constexpr double moving_share = 0.12;

    /// VP8's quantiser, at most; 0 is finest and 63 coarsest.
    using Quantiser = int;
    static constexpr Quantiser moving_quantiser = 40;
    static constexpr Quantiser typing_quantiser = 24;
    static constexpr Quantiser finest_quantiser = 8;

    /// The source gave another picture. `share` of it is otherwise than the one before; 1 for the first.
    void handle_picture(double share);
    /// Whether the newest picture is to be encoded now, and how coarsely at most. Then either `handle_sent` or nothing
    /// follows.
    [[nodiscard]] std::optional<Quantiser> poll(base::LocalTime now) const;
    /// What `poll` said was done. Where the encoder left the picture out, nothing is told, and `poll` says it again.
    void handle_sent(base::LocalTime now);
    /// A receiver needs a whole picture: soon, and fine again after that.
    void handle_key_frame();

  private:
    bool changed_{false};
    bool moving_{false};
    /// How fine the picture is at the receivers.
    Quantiser quantiser_{63};
    std::optional<base::LocalTime> sent_at_;
};

} // namespace plenum::media
