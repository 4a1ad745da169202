// SPDX-License-Identifier: Apache-2.0
// Nothing is heard of whoever has the floor: the screen counts down to its return.
#include "tests/ui/in_call.h"
#include "tests/ui/people.h"

#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

/// We wait for the floor, which Ada has.
class SilentFloorTest : public InCall {
  protected:
    void SetUp() override {
        QObject::connect(floors.news(), &FloorNews::changed, &client, [this] { news << floors.news()->text(); });
        enter(false);
        conference.floors().turn_floor_on();
        conference.floors().someone_wants_floor(ada);
    }
    [[nodiscard]] FloorModel& floor() { return *floors.voice(); }
    [[nodiscard]] QString facts_of_ada() {
        for (int row = 0; row < floor().rowCount(); ++row) {
            const auto index = floor().index(row);
            if (index.data(FloorModel::member_role).toUInt() == ada.value())
                return index.data(FloorModel::facts_role).toString();
        }
        return {};
    }

    Floors& floors{*client.floors()};
    QStringList news;
};

TEST_F(SilentFloorTest, ASilentHolderIsCountedDownAndToldOnce) {
    floor().own()->press();
    ticks(1);
    EXPECT_EQ(floor().state().returning(), "");
    EXPECT_TRUE(floor().own()->button_text().startsWith("You are next"));
    news.clear();
    conference.floors().set_floor_silent(ada, 1900ms);
    EXPECT_EQ(floor().state().returning(), "Floor returns in 2 s");
    EXPECT_EQ(floor().own()->button_text(), "Floor returns in 2 s");
    EXPECT_EQ(facts_of_ada(), "out of reach: floor returns in 2 s");
    EXPECT_EQ(news, QStringList{"Nothing is heard of Ada Moreau. Floor returns in 2 s."});
    // The same again, as when its end moves.
    conference.floors().set_floor_silent(ada, 900ms);
    EXPECT_EQ(floor().own()->button_text(), "Floor returns in 1 s");
    EXPECT_EQ(news.size(), 1);
    conference.floors().set_floor_silent(ada, std::nullopt);
    EXPECT_EQ(floor().state().returning(), "");
    EXPECT_TRUE(floor().own()->button_text().startsWith("You are next"));
    EXPECT_TRUE(facts_of_ada().startsWith("speaking for"));
    ASSERT_EQ(news.size(), 2);
    EXPECT_EQ(news.last(), "Ada Moreau is heard again and keeps the floor.");
    conference.floors().set_floor_silent(ada, 1900ms);
    conference.floors().someone_wants_floor(ada, false);
    EXPECT_EQ(floor().own()->standing(), "holding");
    EXPECT_EQ(floor().state().returning(), "");
}

} // namespace
} // namespace plenum::ui
