// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/cluster/trigger_messages.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace plenum::cluster {

/// How one camera keeps up with the others.
enum class CameraState : std::uint8_t {
    waiting = 1, ///< no whole frame came of it yet
    in_step = 2,
    late = 3,   ///< its frames come after the others' by more than half of the interval, or after their ensembles, or
                ///< one takes longer than a silent camera is waited for
    silent = 4, ///< nothing came for a while, not even a part of a frame, although cameras are armed
    other_instant = 5, ///< it stamps frames with other instants than the others: its clock is wrong, or it is hostile
    malformed = 6,     ///< it sends what is no frame
};

/// When one camera was heard, and when it last did what a correct camera never does or came late for its ensemble.
class CameraLiveness {
  public:
    explicit CameraLiveness(base::LocalTime added_at) : added_at_{added_at} {}

    /// A part of a frame came. The frame is `behind` so far.
    void handle_piece(base::Duration behind, base::LocalTime now) {
        heard_at_ = now;
        sending_behind_ = behind;
    }
    /// Its frame is complete, so long after the first one of that ensemble.
    void handle_frame(base::Duration behind, base::LocalTime now) {
        heard_at_ = frame_at_ = now;
        behind_ = behind;
        sending_behind_ = {};
    }
    /// Another camera's frame of its newest ensemble came: until now it had nothing to send.
    void handle_idle(base::LocalTime now) { idle_until_ = now; }
    void handle_late(base::LocalTime now) { late_at_ = now; }
    void handle_malformed(base::LocalTime now) { malformed_at_ = now; }
    void handle_other_instant(base::LocalTime now) { other_instant_at_ = now; }

    struct Situation {
        const CaptureSettings& settings;
        base::Duration interval_mean{}; ///< between complete ensembles
        /// It is not triggered until another camera has sent its frame.
        bool idle{false};
    };
    [[nodiscard]] CameraState state(const Situation& situation, base::LocalTime now) const;
    /// Something came lately.
    [[nodiscard]] bool is_heard(const CaptureSettings& settings, base::LocalTime now) const;
    [[nodiscard]] const std::optional<base::LocalTime>& heard_at() const { return heard_at_; }
    /// The newest frame, or the one that it is sending.
    [[nodiscard]] base::Duration behind() const { return std::max(behind_, sending_behind_); }

  private:
    base::LocalTime added_at_;
    std::optional<base::LocalTime> heard_at_;
    std::optional<base::LocalTime> frame_at_;
    base::LocalTime idle_until_{};
    base::Duration behind_{};
    base::Duration sending_behind_{};
    std::optional<base::LocalTime> late_at_;
    std::optional<base::LocalTime> malformed_at_;
    std::optional<base::LocalTime> other_instant_at_;
};

} // namespace plenum::cluster
