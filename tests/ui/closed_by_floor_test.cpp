// SPDX-License-Identifier: Apache-2.0
// A microphone or camera that is closed for want of a floor says with whom the floor is.
#include "tests/ui/in_call.h"
#include "tests/ui/people.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

class ClosedByFloorTest : public InCall {
  protected:
    void SetUp() override { enter(false); }

    Floors& floors{*client.floors()};
};

TEST_F(ClosedByFloorTest, a_microphone_says_with_whom_the_floor_is) {
    EXPECT_EQ(floors.whose(), "");
    conference.floors().turn_floor_on();
    EXPECT_EQ(floors.whose(), "Nobody has the floor.");
    const QSignalSpy changes{&floors, &Floors::changed};
    conference.floors().someone_wants_floor(ada);
    EXPECT_EQ(floors.whose(), "The floor is with Ada Moreau.");
    EXPECT_GE(changes.size(), 1);
    conference.floors().someone_acts(PassFloor{base::TokenId{1}, ada, robin});
    EXPECT_EQ(floors.whose(), "") << "it is ours";
    EXPECT_EQ(floors.camera_whose(), "") << "only speaking needs it";
}

TEST_F(ClosedByFloorTest, a_camera_says_with_whom_its_floor_is) {
    Floor stage;
    stage.id = base::TokenId{7};
    stage.label = QStringLiteral("camera");
    stage.demands_camera = true;
    stage.holders.append({jonas, QDateTime::currentDateTimeUtc(), {}});
    emit conference.floors().floor_changed(stage);
    EXPECT_EQ(floors.camera_whose(), "The floor is with Jonas Weber.");
    EXPECT_EQ(floors.whose(), "") << "speaking needs none";
    stage.everyone = true;
    emit conference.floors().floor_changed(stage);
    EXPECT_EQ(floors.camera_whose(), "");
    emit conference.floors().floor_over(stage.id);
    EXPECT_EQ(floors.camera_whose(), "");
}

} // namespace
} // namespace plenum::ui
