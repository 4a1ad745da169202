// SPDX-License-Identifier: Apache-2.0
// Where letters are as large as they get, words keep their ends.
#include "tests/ui/screens.h"

#include <QCoreApplication>

namespace plenum::ui {
namespace {

std::string elided(Walk& walk) { return inspect::elided_text(walk.window()).join(QStringLiteral(" | ")).toStdString(); }

TEST_P(LargeText, BeforeACallAllWordsAreWhole) {
    Walk walk{GetParam()};
    judge(walk, "large-start");
    EXPECT_EQ(elided(walk), "");
    walk.client().session()->prepare_host(QStringLiteral("Quarterly design review of the spring"));
    judge(walk, "large-prejoin");
    EXPECT_EQ(elided(walk), "");
}

TEST_P(LargeText, TheSettingsAreWhole) {
    Walk walk{GetParam()};
    walk.enter(true);
    QMetaObject::invokeMethod(walk.sheet("settingsSheet"), "open");
    judge(walk, "large-settings");
    EXPECT_EQ(elided(walk), "");
}

TEST_P(LargeText, TheStripHasRoomForEveryPill) {
    Walk walk{GetParam()};
    walk.enter(true);
    walk.client().groups()->plan()->open({QStringLiteral("Working group on the spring programme")}, 90, false, {});
    walk.ticks(2);
    walk.client().groups()->enter(2);
    walk.ticks(2);
    walk.client().settings()->setProperty("panel", QString{});
    walk.dismiss_notices();
    judge(walk, "large-strip-group");
    walk.conference().session().lose_relay();
    judge(walk, "large-strip-reconnecting");
    const auto words = inspect::elided_text(walk.window());
    EXPECT_TRUE(words.filter(QCoreApplication::translate("CallStrip", "Reconnecting…")).isEmpty());
}

TEST_P(LargeText, PeopleAreWholeWithWhatTheyAre) {
    Walk walk{GetParam()};
    walk.enter(true);
    walk.client().settings()->setProperty("panel", QStringLiteral("people"));
    judge(walk, "large-people");
    EXPECT_EQ(elided(walk), "");
}

TEST_P(LargeText, OneselfInTheQueueIsWhole) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.client().settings()->setProperty("panel", QStringLiteral("floor"));
    walk.conference().floors().turn_floor_on();
    walk.conference().floors().someone_acts(
        GrantFloor{walk.client().floors()->voice()->floor().id, base::MemberIndex{2}});
    walk.ticks(1);
    walk.client().floors()->voice()->own()->press();
    walk.ticks(4);
    judge(walk, "large-floor");
    EXPECT_EQ(elided(walk), "");
}

} // namespace
} // namespace plenum::ui
