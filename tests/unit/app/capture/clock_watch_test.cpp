// SPDX-License-Identifier: Apache-2.0
#include "app/capture/clock_watch.h"

#include <gmock/gmock.h>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::Optional;

constexpr base::LocalTime start{100s};

TEST(ClockWatch, tells_once_that_a_clock_does_not_answer) {
    ClockWatch watch{"ptp", "Check it.", start};
    EXPECT_FALSE(watch.look(false, start + 4s));
    EXPECT_THAT(watch.look(false, start + 5s),
                Optional(AllOf(HasSubstr("ptp does not answer"), HasSubstr("relay's clock"), HasSubstr("Check it."))));
    EXPECT_FALSE(watch.look(false, start + 60s));
    EXPECT_THAT(watch.look(true, start + 61s), Optional(HasSubstr("In step with the clock ptp")));
}

TEST(ClockWatch, tells_once_that_a_clock_was_found_and_lost) {
    ClockWatch watch{"net:a:1", "Check it.", start};
    EXPECT_THAT(watch.look(true, start + 1s), Optional(HasSubstr("In step with the clock net:a:1")));
    EXPECT_FALSE(watch.look(true, start + 2s));
    EXPECT_THAT(watch.look(false, start + 3s), Optional(AllOf(HasSubstr("is lost"), HasSubstr("relay's clock"))));
    EXPECT_FALSE(watch.look(false, start + 60s));
    EXPECT_TRUE(watch.look(true, start + 61s));
}

} // namespace
} // namespace plenum::app
