// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "media/frame.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace plenum::media {

/// Names what a shared screen shows, so that others can draw on it and refer to it. The name stays while the content
/// stays much the same; what was shown before gets its former name back.
///
/// The problem: what people draw belongs to what they saw. It must vanish with a slide that is over, stay while a film
/// plays or a line is typed, and come back with its slide. The intuition: only a screen that moved and then came to
/// rest can show something else. Then its blocks are compared with those of the scenes before. Rejected: a name for
/// each picture. A film has thirty in a second, and nobody could draw on it.
class ScreenScenes {
  public:
    /// A screen that has not moved for so long is at rest.
    static constexpr base::Duration rest = std::chrono::milliseconds{300};
    /// Earlier scenes that are known again.
    static constexpr std::size_t scenes_max = 32;

    /// The source gave this picture. `share` of it is otherwise than the one before, as `changed_share` says.
    void handle_picture(const VideoFrame& picture, double share, base::LocalTime now);
    /// The scene at `now`; 0 before the first picture. `time` names a new one, in milliseconds modulo 2^31.
    [[nodiscard]] std::uint32_t poll(base::LocalTime now, base::ConferenceTime time);

  private:
    struct Scene {
        std::uint32_t name{0};
        /// Of its blocks.
        std::vector<std::size_t> hashes;
    };
    VideoFrame picture_;
    /// When it moved last, if what it shows was not looked at since.
    std::optional<base::LocalTime> moved_at_;
    /// The last that was shown is last.
    std::deque<Scene> scenes_;
};

} // namespace plenum::media
