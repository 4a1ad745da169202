// SPDX-License-Identifier: Apache-2.0
#include "app/capture/calibration_desk.h"
#include "tests/unit/media/depth/scene.h"

#include <gmock/gmock.h>

namespace plenum::app {
namespace {

using media::depth::ChessboardTarget;
using media::depth::test::frame_of;
using media::depth::test::picture;
using Phase = StudioCalibration::Phase;
using testing::HasSubstr;

void give(CalibrationDesk& desk, const std::string& number) {
    desk.take_view();
    EXPECT_EQ(desk.state().phase, Phase::looking);
    EXPECT_TRUE(desk.wants_view());
    desk.give_view({{"left", frame_of(picture("left" + number + ".jpg", false))},
                    {"right", frame_of(picture("right" + number + ".jpg", false))}});
    desk.wait_idle();
    EXPECT_EQ(desk.state().phase, Phase::collecting);
}

TEST(CalibrationDesk, LeadsFromViewsToACalibration) {
    CalibrationDesk desk;
    EXPECT_FALSE(desk.result());
    ASSERT_TRUE(desk.start(ChessboardTarget{9, 6, 0.025}, {"left", "right"}));
    desk.calculate();
    desk.wait_idle();
    EXPECT_EQ(desk.state().phase, Phase::collecting);
    EXPECT_TRUE(desk.state().problem) << "no views yet";
    for (const std::string number : {"01", "02", "03", "05", "06", "08"})
        give(desk, number);
    EXPECT_EQ(desk.state().views, 6U);
    desk.calculate();
    desk.wait_idle();
    const auto state = desk.state();
    ASSERT_EQ(state.phase, Phase::done);
    EXPECT_GT(state.error_px, 0.05);
    EXPECT_LT(state.error_px, 1);
    EXPECT_EQ(state.errors.size(), 12U);
    EXPECT_EQ(state.errors.front().view, "1") << "words are those of the screens";
    const auto result = desk.result();
    ASSERT_TRUE(result);
    EXPECT_EQ(result->cameras[1].name, "right");
    desk.cancel();
    EXPECT_EQ(desk.state(), StudioCalibration{});
    EXPECT_FALSE(desk.result());
}

TEST(CalibrationDesk, NamesCamerasThatDoNotSeeTheTarget) {
    CalibrationDesk desk;
    ASSERT_TRUE(desk.start(ChessboardTarget{9, 6, 0.025}, {"left", "right", "gone"}));
    give(desk, "01");
    EXPECT_THAT(desk.state().unseen, testing::ElementsAre("gone"));
    desk.give_view({});
    desk.wait_idle();
    EXPECT_EQ(desk.state().views, 1U) << "none was asked for";
    desk.calculate();
    desk.wait_idle();
    ASSERT_TRUE(desk.state().problem);
    EXPECT_THAT(because(*desk.state().problem), HasSubstr("left sees the target in 1 view. It needs"));
}

TEST(CalibrationDesk, RefusesTargetsAndCamerasThatAreNone) {
    CalibrationDesk desk;
    EXPECT_FALSE(desk.start(ChessboardTarget{9, 6, 0.025}, {}));
    EXPECT_FALSE(desk.start(ChessboardTarget{8, 6, 0.025}, {"left"}));
    EXPECT_EQ(desk.state().phase, Phase::none);
    desk.take_view();
    EXPECT_FALSE(desk.wants_view());
}

} // namespace
} // namespace plenum::app
