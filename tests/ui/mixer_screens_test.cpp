// SPDX-License-Identifier: Apache-2.0
// The mixer, low delay and how much of a camera is received, on the screen.
#include "tests/ui/people.h"
#include "tests/ui/screens.h"

#include <QAccessible>
#include <QTest>

#include <algorithm>

namespace plenum::ui {
namespace {

/// An item of one strip.
QQuickItem* of_strip(Walk& walk, const char* strip, const char* name) {
    const auto* whole = walk.item(QString::fromLatin1(strip));
    const auto items = inspect::visible_items(walk.window());
    const auto found = std::ranges::find_if(items, [&](const QQuickItem* item) {
        return item->objectName() == QLatin1String{name} && whole != nullptr && whole->isAncestorOf(item);
    });
    return found == items.end() ? nullptr : *found;
}

void let_them_speak(Walk& walk) {
    emit walk.conference().media().levels_changed({{ada, 0.6F, true}, {base::MemberIndex{3}, 0.3F, false}});
    walk.settle();
}

TEST_P(Screens, TheMixer) {
    Walk walk{GetParam()};
    walk.enter(false);
    QTest::keyClick(&walk.window(), Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    walk.ticks(1);
    let_them_speak(walk);
    walk.dismiss_notices();
    for (const auto* component : {"MixSlider", "ToggleButton", "LevelMeter"})
        EXPECT_TRUE(inspect::shows(walk.window(), component)) << component;
    judge(walk, "mixer");
    auto& mixer = *walk.client().people()->mixer();
    mixer.set_volume(2, -12);
    mixer.set_pan(2, -0.6);
    mixer.set_muted(3, true);
    mixer.set_solo(2, true);
    mixer.sum()->set_volume(3);
    walk.item(QStringLiteral("mixerPage"))->setProperty("contentY", 0);
    let_them_speak(walk);
    judge(walk, "mixer-solo");
    EXPECT_NE(walk.item(QStringLiteral("silenceHint")), nullptr);
}

TEST_P(Screens, TheStripOfAComputer) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.conference().screens().someone_shares(ada);
    walk.conference().mixer().play_computer(ada, true);
    walk.client().settings()->setProperty("panel", QStringLiteral("mixer"));
    walk.ticks(2);
    walk.dismiss_notices();
    ASSERT_NE(of_strip(walk, "strip--3", "volume"), nullptr);
    judge(walk, "mixer-computer");
}

TEST(Mixing, by_keys_alone) {
    Walk walk{{.size = {1440, 900}}};
    walk.enter(false);
    walk.client().settings()->setProperty("panel", QStringLiteral("mixer"));
    walk.settle();
    auto* volume = of_strip(walk, "strip-2", "volume");
    ASSERT_NE(volume, nullptr);
    volume->forceActiveFocus(Qt::TabFocusReason);
    for (int press = 0; press < 3; ++press)
        QTest::keyClick(&walk.window(), Qt::Key_Left);
    EXPECT_EQ(walk.conference().mixer().mix(ada).volume_db, -3);
    const auto* spoken = QAccessible::queryAccessibleInterface(volume);
    ASSERT_NE(spoken, nullptr);
    EXPECT_EQ(spoken->text(QAccessible::Name), "Ada Moreau, volume, minus 3 decibels");
    QTest::keyClick(&walk.window(), Qt::Key_Delete);
    EXPECT_EQ(walk.conference().mixer().mix(ada).volume_db, 0);
    QTest::keyClick(&walk.window(), Qt::Key_Tab);
    QTest::keyClick(&walk.window(), Qt::Key_Right);
    EXPECT_NEAR(walk.conference().mixer().mix(ada).pan, 0.1, 1e-9);
    auto* solo = of_strip(walk, "strip-2", "solo");
    solo->forceActiveFocus(Qt::TabFocusReason);
    QTest::keyClick(&walk.window(), Qt::Key_Space);
    EXPECT_TRUE(walk.conference().mixer().mix(ada).solo);
    walk.client().settings()->setProperty("panel", QString{});
    walk.settle();
    auto* hint = walk.item(QStringLiteral("silenceHint"));
    ASSERT_NE(hint, nullptr) << "with the panel closed too";
    QMetaObject::invokeMethod(hint, "acted");
    EXPECT_FALSE(walk.conference().mixer().mix(ada).solo);
}

TEST(Mixing, a_double_click_brings_back_the_usual_volume) {
    Walk walk{{.size = {1440, 900}}};
    walk.enter(false);
    walk.client().settings()->setProperty("panel", QStringLiteral("mixer"));
    walk.settle();
    const auto* volume = of_strip(walk, "strip-2", "volume");
    const auto at = volume->mapToScene({volume->width() / 4, volume->height() / 2}).toPoint();
    QTest::mouseClick(&walk.window(), Qt::LeftButton, {}, at);
    EXPECT_LT(walk.conference().mixer().mix(ada).volume_db, -30);
    // Qt Test keeps its clicks further apart.
    QTest::lastMouseTimestamp -= QTest::mouseDoubleClickInterval - 50;
    QTest::mouseClick(&walk.window(), Qt::LeftButton, {}, at);
    walk.settle();
    EXPECT_EQ(walk.conference().mixer().mix(ada).volume_db, 0);
}

TEST(Mixing, our_own_strip_mutes_the_microphone) {
    Walk walk{{.size = {1440, 900}, .others = 1}};
    walk.enter(false);
    walk.client().settings()->setProperty("panel", QStringLiteral("mixer"));
    walk.settle();
    ASSERT_TRUE(walk.client().media()->microphone_on());
    of_strip(walk, "ownStrip", "mute")->forceActiveFocus(Qt::TabFocusReason);
    QTest::keyClick(&walk.window(), Qt::Key_Return);
    walk.settle();
    EXPECT_FALSE(walk.client().media()->microphone_on());
}

TEST(Mixing, the_menu_of_a_person_leads_to_their_strip) {
    Walk walk{{.size = {1024, 640}, .others = 12}};
    walk.enter(false);
    walk.client().settings()->setProperty("panel", QStringLiteral("people"));
    walk.settle();
    walk.click(QStringLiteral("personMenuButton-4"));
    EXPECT_EQ(walk.item(QStringLiteral("personMenuName"))->property("text"),
              walk.item(QStringLiteral("person-4"))->property("name"));
    walk.click(QStringLiteral("volumeItem"));
    EXPECT_EQ(walk.client().settings()->property("panel"), "mixer");
    EXPECT_TRUE(QTest::qWaitFor([&] { return of_strip(walk, "strip-4", "volume")->hasActiveFocus(); }));
}

TEST(Mixing, low_delay_is_in_the_mixer_and_in_the_settings) {
    Walk walk{{.size = {1440, 900}, .others = 1}};
    walk.enter(false);
    walk.client().settings()->setProperty("panel", QStringLiteral("mixer"));
    walk.settle();
    walk.click(QStringLiteral("mixerLowDelay"));
    EXPECT_TRUE(walk.conference().devices().audio_processing().low_delay);
    QMetaObject::invokeMethod(walk.window().findChild<QObject*>(QStringLiteral("settingsSheet")), "open");
    walk.settle();
    auto* line = walk.item(QStringLiteral("lowDelaySwitch"));
    ASSERT_NE(line, nullptr);
    EXPECT_TRUE(line->property("checked").toBool());
}

TEST_P(FewLooks, SettingsWithLowDelay) {
    Walk walk{GetParam()};
    walk.enter(false);
    auto audio = walk.client().settings()->audio();
    audio.low_delay = true;
    walk.client().settings()->setProperty("audio", QVariant::fromValue(audio));
    QMetaObject::invokeMethod(walk.window().findChild<QObject*>(QStringLiteral("settingsSheet")), "open");
    judge(walk, "settings-low-delay");
}

TEST_P(Screens, ReceivingLess) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.ticks(SimulatedConference::ticks_per_second);
    auto& video = *walk.client().people()->incoming_video();
    walk.dismiss_notices();
    QMetaObject::invokeMethod(walk.sheet("incomingVideoSheet"), "openFor", Q_ARG(int, 2));
    walk.settle();
    walk.click(QStringLiteral("videoShare-stills"));
    walk.ticks(SimulatedConference::ticks_per_second);
    EXPECT_EQ(video.share(), "stills");
    judge(walk, "receive-less");
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.settle();
    for (const auto& [member, share] : {std::pair{3, "none"}, {4, "half"}}) {
        video.show(member);
        video.choose(QString::fromLatin1(share));
    }
    walk.ticks(SimulatedConference::ticks_per_second);
    EXPECT_TRUE(inspect::shows(walk.window(), "VideoMark"));
    judge(walk, "receive-less-tiles");
}

TEST(ReceivingLess, from_the_tile_and_back_by_undo) {
    Walk walk{{.size = {1440, 900}}};
    walk.enter(false);
    walk.client().people()->incoming_video()->show(3);
    walk.client().people()->incoming_video()->choose(QStringLiteral("low"));
    walk.settle();
    walk.click(QStringLiteral("videoMark-3"));
    EXPECT_EQ(walk.client().people()->incoming_video()->share(), "low");
    walk.click(QStringLiteral("videoShare-none"));
    EXPECT_EQ(walk.client().people()->incoming_video()->share(), "none");
    walk.click(QStringLiteral("videoUndo"));
    EXPECT_EQ(walk.client().people()->incoming_video()->share(), "low");
}

} // namespace
} // namespace plenum::ui
