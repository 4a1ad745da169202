// SPDX-License-Identifier: Apache-2.0
#include "media/devices/playback_margin.h"

#include <gtest/gtest.h>

namespace plenum::media {
namespace {

/// A loudspeaker that runs dry whenever less than so many blocks are held; the time in blocks of 5 ms.
class Loudspeaker {
  public:
    explicit Loudspeaker(std::size_t needed) : needed_{needed} {}
    void play(std::uint64_t blocks) {
        for (const auto until = played_ + blocks; played_ < until; ++played_) {
            // A step below what is needed shows within half a second.
            if (margin.blocks() < needed_ && played_ % 100 == 0) ++underruns;
            margin.update(underruns, played_);
        }
    }
    void need(std::size_t blocks) { needed_ = blocks; }

    PlaybackMargin margin;
    std::uint64_t underruns{0};

  private:
    std::size_t needed_;
    std::uint64_t played_{0};
};

constexpr std::uint64_t second = 200;

TEST(PlaybackMargin, SinksToTheLeastWithinFiveSecondsWhereNothingRunsDry) {
    Loudspeaker idle{0};
    EXPECT_EQ(idle.margin.blocks(), 3U);
    idle.play(5 * second);
    EXPECT_EQ(idle.margin.blocks(), 1U);
    idle.play(60 * second);
    EXPECT_EQ(idle.margin.blocks(), 1U);
}

TEST(PlaybackMargin, RisesWithAnUnderrunAndShrinksAgain) {
    Loudspeaker busy{0};
    busy.play(5 * second);
    busy.need(3);
    busy.play(2 * second);
    EXPECT_EQ(busy.margin.blocks(), 3U);
    busy.need(0);
    busy.play(17 * second);
    EXPECT_EQ(busy.margin.blocks(), 3U);
    busy.play(66 * second);
    EXPECT_EQ(busy.margin.blocks(), 1U);
}

TEST(PlaybackMargin, RisesFasterWhereUnderrunsFollowOneAnother) {
    Loudspeaker busy{0};
    busy.play(5 * second);
    busy.need(4);
    busy.play(2 * second);
    EXPECT_EQ(busy.margin.blocks(), 1U + 2 + 4);
    EXPECT_EQ(busy.underruns, 2U);
}

TEST(PlaybackMargin, TriesASmallerOneLessOftenWhereItFails) {
    Loudspeaker busy{4};
    busy.play(60 * second);
    const auto first = busy.underruns;
    busy.play(600 * second);
    const auto next = busy.underruns - first;
    busy.play(600 * second);
    EXPECT_LE(busy.underruns - first - next, 3U) << "not one every 20 s";
    EXPECT_GE(busy.underruns - first - next, 1U) << "the machine may be idle one day";
}

TEST(PlaybackMargin, IsBounded) {
    Loudspeaker hopeless{100};
    hopeless.play(100 * second);
    EXPECT_EQ(hopeless.margin.blocks(), PlaybackMargin::blocks_max);
}

} // namespace
} // namespace plenum::media
