// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace plenum::media {

/// How many blocks are held ready for the loudspeaker. Rises by one after an underrun, sinks by one after 20 s without.
class PlaybackMargin {
  public:
    static constexpr std::size_t blocks_min = 1;
    static constexpr std::size_t blocks_max = 4;
    /// Blocks of 10 ms: a device that fills itself at its start has no underrun.
    static constexpr std::uint64_t warm_up_blocks = 100;
    static constexpr std::uint64_t calm_blocks = 2000;

    /// `underruns` and `played` since the stream began, the second in blocks. True if `blocks` is another than before.
    bool update(std::uint64_t underruns, std::uint64_t played) {
        const auto before = blocks_;
        if (underruns != underruns_seen_) {
            underruns_seen_ = underruns;
            blocks_ = std::min(blocks_ + 1, blocks_max);
            calm_since_ = played;
        } else if (played - calm_since_ > calm_blocks) {
            blocks_ = std::max(blocks_ - 1, blocks_min);
            calm_since_ = played;
        }
        return blocks_ != before;
    }
    [[nodiscard]] std::size_t blocks() const { return blocks_; }

  private:
    std::size_t blocks_{blocks_min};
    std::uint64_t underruns_seen_{0};
    std::uint64_t calm_since_{0};
};

} // namespace plenum::media
