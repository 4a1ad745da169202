// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <map>
#include <vector>

namespace plenum::ui {

/// Of whom the small size of the camera is enough, because their tile is small. A tile that grows beyond what the small
/// size can fill is told at once, one that shrinks after it stayed small: each change costs a key frame, and people
/// drag windows back and forth.
class TileSizes {
  public:
    /// Pixels of the screen. The small size is 320 wide (media/video/two_size_encoder.h); a little more still looks
    /// sharp.
    static constexpr int small_width_max = 320;
    static constexpr int large_width_min = 400;
    /// Calls of `settle` for which a tile must stay small.
    static constexpr int patience = 2;

    struct Change {
        base::MemberIndex member;
        bool small_enough{false};
        friend bool operator==(const Change&, const Change&) = default;
    };
    /// The widest tile of a member; 0 is none, which leaves all as it is.
    [[nodiscard]] std::vector<Change> set_width(base::MemberIndex member, int width);
    /// About once a second.
    [[nodiscard]] std::vector<Change> settle();
    void forget(base::MemberIndex member) { tiles_.erase(member); }
    void clear() { tiles_.clear(); }

  private:
    struct Tile {
        int width{0};
        bool small_enough{false};
        /// Calls of `settle` since it is small.
        int settled{0};
    };
    std::map<base::MemberIndex, Tile> tiles_;
};

} // namespace plenum::ui
