// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

namespace plenum::app {

/// A camera whose pictures stopped this long ago is off, although its sender did not say so: all of its notices were
/// lost, or its program hangs. Longer than a loaded computer goes without encoding or decoding a picture.
inline constexpr base::Duration camera_age_max = std::chrono::seconds{30};

/// Whether a member's camera is on, from what came of it: pictures, and the notice that it is off
/// (`media::pack_camera_off`). Messages overtake each other, so each counts by the time at which it was sent; a time of
/// zero says that the sender's clock was not known yet.
class CameraState {
  public:
    /// False for a picture that was sent before the camera was switched off.
    bool take_picture(base::ConferenceTime sent_at) {
        if (sent_at != base::ConferenceTime{} && off_at_ && sent_at <= *off_at_) return false;
        newest_ = std::max(newest_, sent_at);
        return on_ = true;
    }
    /// False for a notice that is older than a picture.
    bool take_off_notice(base::ConferenceTime sent_at) {
        if (sent_at < newest_) return false;
        off_at_ = sent_at;
        on_ = false;
        return true;
    }
    [[nodiscard]] bool on() const { return on_; }

  private:
    base::ConferenceTime newest_{};
    std::optional<base::ConferenceTime> off_at_;
    bool on_{false};
};

/// When a sender says that its camera is off: at once, and again in growing intervals, because messages of a camera are
/// not sent again when they are lost.
class CameraOffNotices {
  public:
    void start(base::LocalTime now) {
        next_ = 0;
        due_at_ = now;
    }
    void stop() { next_ = pauses.size(); }
    /// True where one is to be sent now.
    [[nodiscard]] bool take_due(base::LocalTime now) {
        if (next_ >= pauses.size() || now < due_at_) return false;
        due_at_ = now + pauses[next_++];
        return true;
    }

  private:
    /// After each of them.
    static constexpr std::array<base::Duration, 5> pauses{std::chrono::milliseconds{100},
                                                          std::chrono::milliseconds{300}, std::chrono::seconds{1},
                                                          std::chrono::seconds{3}, base::Duration{}};
    std::size_t next_{pauses.size()};
    base::LocalTime due_at_{};
};

} // namespace plenum::app
