// SPDX-License-Identifier: Apache-2.0
// Where letters are as large as they get, words keep their ends.
#include "tests/ui/screens.h"

#include <QCoreApplication>

#include <algorithm>

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
    auto& groups = *walk.client().groups();
    groups.plan()->open({QStringLiteral("Working group on the spring programme"), QStringLiteral("Red")}, 90, false,
                        {});
    walk.ticks(2);
    groups.enter(3);
    walk.ticks(2);
    EXPECT_TRUE(inspect::elided_text(walk.window()).filter(QStringLiteral("Red")).isEmpty());
    groups.enter(2);
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

/// The most lines that a text which begins so takes on the screen.
int lines_of(Walk& walk, const QString& begin) {
    int lines = 0;
    for (const auto* item : inspect::visible_items(walk.window()))
        if (item->inherits("QQuickText") && item->property("text").toString().startsWith(begin))
            lines = std::max(lines, item->property("lineCount").toInt());
    return lines;
}

TEST_P(LargeText, ANameInTheQueueHasRoomBesideItsButton) {
    Walk walk{GetParam()};
    walk.enter(true);
    walk.client().settings()->setProperty("panel", QStringLiteral("floor"));
    auto& floors = walk.conference().floors();
    for (const auto* purpose : {"voice", "screen"}) {
        walk.client().floors()->create(QString::fromLatin1(purpose));
        walk.ticks(2);
    }
    constexpr base::TokenId screen{3};
    for (const auto floor : {SimulatedIds::voice_floor, screen})
        for (const auto member : {2U, 5U})
            floors.someone_wants_floor(base::MemberIndex{member}, true, RequestClass::normal, std::chrono::seconds{40},
                                       floor);
    walk.ticks(1);
    EXPECT_NE(lines_of(walk, QStringLiteral("Samuel Okafor")), 0);
    judge(walk, "large-queue");
    EXPECT_EQ(lines_of(walk, QStringLiteral("Samuel Okafor")), 1);
}

TEST_P(LargeText, AWarningOverTheStageIsWhole) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.client().settings()->setProperty("panel", QStringLiteral("chat"));
    for (const auto agreement : {Agreement::lost, Agreement::forked}) {
        emit walk.conference().session().agreement_changed(agreement);
        judge(walk, agreement == Agreement::lost ? "large-doubt-lost" : "large-doubt-forked");
        EXPECT_EQ(elided(walk), "");
    }
}

TEST(LargeLetters, TheBarEndsInTheWindowBesideAFloor) {
    for (const auto* language : {"en", "de"})
        for (const double scale : {1.0, 1.15, 1.3, 1.5}) {
            Walk walk{{.size = {1024, 640}, .language = QString::fromLatin1(language), .text_scale = scale}};
            walk.enter(false);
            walk.conference().floors().turn_floor_on();
            walk.ticks(2);
            walk.settle();
            const auto* leave = walk.item(QStringLiteral("leaveButton"));
            ASSERT_NE(leave, nullptr);
            EXPECT_LE(leave->mapToScene({leave->width(), 0}).x(), 1024) << language << ' ' << scale;
            EXPECT_GE(walk.item(QStringLiteral("microphoneButton"))->mapToScene({0, 0}).x(), 0) << language;
        }
}

} // namespace
} // namespace plenum::ui
