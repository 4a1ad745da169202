// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace plenum::media {

/// How many blocks are held ready for the loudspeaker. It begins with room and sinks by one every 2 s until the first
/// underrun. After one it rises by two (10 ms), by four if the last was within 5 s, and sinks by one after 20 s
/// without. If an underrun shows that the last step down was one too many, the next is tried after twice the time.
class PlaybackMargin {
  public:
    static constexpr std::size_t blocks_min = 1;
    static constexpr std::size_t blocks_begin = 3;
    static constexpr std::size_t blocks_max = 9;
    /// A device that fills itself at its start has no underrun: one second.
    static constexpr std::uint64_t warm_up_blocks = 200;
    static constexpr std::uint64_t calm_blocks_begin = 400;

    /// `underruns` and `played` since the stream began, the second in blocks. True if `blocks` is another than before.
    bool update(std::uint64_t underruns, std::uint64_t played) {
        constexpr std::size_t rise_blocks = 2;
        constexpr std::size_t rise_blocks_again = 4;
        constexpr std::uint64_t again_blocks = 1'000;     // 5 s
        constexpr std::uint64_t calm_blocks_min = 4'000;  // 20 s
        constexpr std::uint64_t calm_blocks_max = 64'000; // five minutes: a machine busy once may be idle now
        const auto before = blocks_;
        const auto calm_for = played - calm_since_;
        if (underruns != underruns_seen_) {
            underruns_seen_ = underruns;
            calm_blocks_ = std::clamp(sank_ ? 2 * calm_blocks_ : calm_blocks_, calm_blocks_min, calm_blocks_max);
            const bool again = rose_ && calm_for < again_blocks;
            blocks_ = std::min(blocks_ + (again ? rise_blocks_again : rise_blocks), blocks_max);
            rose_ = true;
            sank_ = false;
            calm_since_ = played;
        } else if (calm_for > calm_blocks_) {
            blocks_ = std::max(blocks_ - 1, blocks_min);
            sank_ = true;
            rose_ = false;
            calm_since_ = played;
        }
        return blocks_ != before;
    }
    [[nodiscard]] std::size_t blocks() const { return blocks_; }

  private:
    std::size_t blocks_{blocks_begin};
    std::uint64_t underruns_seen_{0};
    std::uint64_t calm_since_{0};
    std::uint64_t calm_blocks_{calm_blocks_begin};
    bool rose_{false}; ///< the last change was a step up
    bool sank_{false};
};

} // namespace plenum::media
