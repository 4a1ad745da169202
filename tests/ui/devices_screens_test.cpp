// SPDX-License-Identifier: Apache-2.0
// Sound devices on the screen: what the settings show of them, and what is said when one is unplugged.
#include "tests/ui/screens.h"

#include <QCoreApplication>
#include <QTest>

namespace plenum::ui {
namespace {

TEST_P(FewLooks, UnpluggedLoudspeaker) {
    Walk walk{GetParam()};
    walk.enter(false);
    const Device standard{QStringLiteral("default"), QStringLiteral("Built-in Speakers")};
    const Device headset{QStringLiteral("usb"), QStringLiteral("USB Headset")};
    walk.conference().devices().set_devices(DeviceKind::loudspeaker, {standard, headset});
    walk.client().devices()->loudspeakers()->select(1);
    walk.settle();
    walk.dismiss_notices();
    const auto told = [&] { return inspect::words(walk.window()).filter(headset.name).size(); };
    EXPECT_EQ(told(), 0);
    walk.conference().devices().set_devices(DeviceKind::loudspeaker, {standard});
    judge(walk, "call-loudspeaker-unplugged");
    EXPECT_EQ(told(), 1);
}

TEST_P(FewLooks, WithoutAMicrophoneAPressSaysSo) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.client().media()->set_microphone_on(false);
    walk.conference().devices().set_devices(DeviceKind::microphone, {});
    walk.settle();
    walk.dismiss_notices();
    const auto sentence = QCoreApplication::translate(
        "CallScreen", "No microphone found, so nobody can hear you. Plug one in; it is used at once.");
    EXPECT_TRUE(inspect::words(walk.window()).filter(sentence).isEmpty());
    walk.click(QStringLiteral("microphoneButton"));
    judge(walk, "call-no-microphone");
    EXPECT_EQ(inspect::words(walk.window()).filter(sentence).size(), 1);
}

TEST_P(FewLooks, SoundCheckInTheSettings) {
    Walk walk{GetParam()};
    walk.enter(true);
    auto& check = *walk.client().devices()->sound_check();
    EXPECT_FALSE(check.metering());
    QMetaObject::invokeMethod(walk.window().findChild<QObject*>(QStringLiteral("settingsSheet")), "open");
    walk.settle();
    EXPECT_TRUE(check.metering());
    for (const auto* component : {"DeviceChoice", "LevelMeter", "SoundTestButton"})
        EXPECT_TRUE(inspect::shows(walk.window(), component)) << component;
    EXPECT_NE(walk.item(QStringLiteral("microphoneMeter")), nullptr);
    walk.click(QStringLiteral("soundTestButton"));
    EXPECT_TRUE(check.playing());
    judge(walk, "settings-test-sound");
    walk.ticks(SimulatedConference::ticks_per_second);
    EXPECT_FALSE(check.playing());
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.settle();
    EXPECT_FALSE(check.metering());
}

} // namespace
} // namespace plenum::ui
