// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/weight_check.h"

#include <gmock/gmock.h>

namespace plenum::cli {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::Optional;

const std::vector<std::string> cameras{"left", "right"};
constexpr base::LocalTime start{100s};

TEST(WeightCheck, names_a_camera_that_does_not_exist_once) {
    WeightCheck check{{"nobody", "left"}};
    EXPECT_FALSE(check.look({}, start));
    EXPECT_FALSE(check.look(cameras, start + 60s)) << "they have just come";
    EXPECT_THAT(check.look(cameras, start + 65s),
                Optional(AllOf(HasSubstr("names nobody, but"), HasSubstr("are left, right"))));
    EXPECT_FALSE(check.look(cameras, start + 120s));
}

TEST(WeightCheck, says_nothing_of_cameras_that_are_there) {
    WeightCheck check{{"left"}};
    EXPECT_FALSE(check.look(cameras, start));
    EXPECT_FALSE(check.look(cameras, start + 60s));
}

} // namespace
} // namespace plenum::cli
