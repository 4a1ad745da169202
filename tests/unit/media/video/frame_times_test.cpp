// SPDX-License-Identifier: Apache-2.0
#include "media/video/frame_times.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::media {
namespace {

using base::operator""ms;
using ::testing::ElementsAre;

std::vector<base::Duration> given(const std::vector<base::Duration>& told, base::Duration length) {
    RepeatedTimes times;
    std::vector<base::Duration> result;
    for (const auto at : told)
        result.push_back(times.next(at, length));
    return result;
}

TEST(RepeatedTimes, PutsARepeatedTimeOneFrameLater) {
    EXPECT_THAT(given({0ms, 40ms, 80ms, 80ms, 160ms, 200ms, 200ms}, 40ms),
                ElementsAre(0ms, 40ms, 80ms, 120ms, 160ms, 200ms, 240ms));
    EXPECT_THAT(given({0ms, 0ms, 0ms, 120ms}, 40ms), ElementsAre(0ms, 40ms, 80ms, 120ms));
}

TEST(RepeatedTimes, LeavesAloneWhatItCannotKnow) {
    EXPECT_THAT(given({40ms, 40ms}, 0ms), ElementsAre(40ms, 40ms));
    EXPECT_THAT(given({400ms, 440ms, 0ms, 40ms}, 40ms), ElementsAre(400ms, 440ms, 0ms, 40ms)) << "played again";
}

TEST(RepeatedTimes, AreNoneWhereTheFilmBeginsAnew) {
    RepeatedTimes times;
    EXPECT_EQ(times.next(0ms, 40ms), 0ms);
    times.begin_anew();
    EXPECT_EQ(times.next(0ms, 40ms), 0ms);
}

int passed(int rate_hz, base::Duration interval) {
    RateLimit limit{rate_hz};
    int count = 0;
    for (base::Duration at{}; at < 10'000ms; at += interval)
        count += limit.pass(at) ? 1 : 0;
    return count;
}

TEST(RateLimit, PassesWhatIsSlowEnoughAndThinsTheRest) {
    EXPECT_EQ(passed(30, 40ms), 250);
    EXPECT_EQ(passed(30, 33ms), 300);
    EXPECT_NEAR(passed(30, 20ms), 300, 50);
    EXPECT_NEAR(passed(30, 10ms), 300, 10);
}

TEST(RateLimit, BeginsAnewWithTheFilm) {
    RateLimit limit{30};
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < 50; ++i)
            EXPECT_TRUE(limit.pass(i * 40ms)) << round << ' ' << i;
    }
}

} // namespace
} // namespace plenum::media
