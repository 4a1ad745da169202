// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/temporary_store.h"
#include "ui/models/devices.h"
#include "ui/models/own_media.h"
#include "ui/models/sound_check.h"
#include "ui/port/simulated_conference.h"

#include <QAbstractItemModelTester>
#include <QCoreApplication>
#include <QSignalSpy>

#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

class Devices : public testing::Test {
  protected:
    TemporaryStore store;
    Settings settings{store.open()};
    SimulatedConference conference{{.others = 0, .automatic = false}};
};

TEST_F(Devices, FollowWhatIsPluggedIn) {
    DeviceList list{conference.devices(), settings, DeviceKind::camera};
    const QAbstractItemModelTester tester{&list, QAbstractItemModelTester::FailureReportingMode::Fatal};
    EXPECT_EQ(list.count(), 1);
    EXPECT_EQ(list.current(), 0);
    conference.devices().set_devices(DeviceKind::camera, {});
    EXPECT_EQ(list.count(), 0);
    EXPECT_EQ(list.current(), -1);
    conference.devices().set_devices(DeviceKind::camera, {{"a", "A"}, {"b", "B"}});
    EXPECT_EQ(list.index(1).data(DeviceList::name_role), "B");
}

TEST_F(Devices, APickedDeviceIsRememberedAndTakenBack) {
    const Device built_in{"in", "Built-in"};
    const Device headset{"head", "Headset"};
    conference.devices().set_devices(DeviceKind::microphone, {built_in, headset});
    {
        DeviceList list{conference.devices(), settings, DeviceKind::microphone};
        list.select(1);
        EXPECT_EQ(list.current(), 1);
        conference.devices().set_devices(DeviceKind::microphone, {built_in});
        EXPECT_EQ(list.current(), 0);
        conference.devices().select_device(DeviceKind::microphone, {});
        conference.devices().set_devices(DeviceKind::microphone, {built_in, headset});
        EXPECT_EQ(list.current(), 1);
        list.select(7);
        EXPECT_EQ(list.current(), 1);
    }
    conference.devices().select_device(DeviceKind::microphone, {});
    const Settings again{store.open()};
    EXPECT_EQ(again.device(DeviceKind::microphone), "head");
}

TEST_F(Devices, WordsForWhatIsNoCardArePeoples) {
    const QList<Device> found{{"default", "default"}, {"pulse", "pulse"}, {"HDA Intel", "HDA Intel"}};
    conference.devices().set_devices(DeviceKind::microphone, found);
    conference.devices().set_devices(DeviceKind::camera, found);
    const auto names = [](const DeviceList& list) {
        QStringList all;
        for (int row = 0; row < list.count(); ++row)
            all << list.index(row).data(DeviceList::name_role).toString();
        return all;
    };
    EXPECT_EQ(names({conference.devices(), settings, DeviceKind::microphone}),
              QStringList({"System default", "PulseAudio", "HDA Intel"}));
    EXPECT_EQ(names({conference.devices(), settings, DeviceKind::camera}),
              QStringList({"default", "pulse", "HDA Intel"}));
}

TEST_F(Devices, default_is_called_by_the_device_that_it_is_now) {
    DeviceList list{conference.devices(), settings, DeviceKind::loudspeaker};
    conference.devices().set_devices(DeviceKind::loudspeaker, {{"default", "Speakers"}, {"out", "Speakers"}});
    EXPECT_EQ(list.index(0).data(DeviceList::name_role), "System default (Speakers)");
    conference.devices().set_devices(DeviceKind::loudspeaker, {{"default", "Hall"}, {"out", "Speakers"}});
    EXPECT_EQ(list.index(0).data(DeviceList::name_role), "System default (Hall)");
}

TEST_F(Devices, unplugging_the_one_in_use_and_its_return_are_told) {
    const Device standard{"default", "Speakers"};
    const Device headset{"head", "Headset"};
    conference.devices().set_devices(DeviceKind::loudspeaker, {standard, headset});
    DeviceList list{conference.devices(), settings, DeviceKind::loudspeaker};
    QStringList told;
    QObject::connect(&list, &DeviceList::told, &list,
                     [&](const QString& words, const QString& kind) { told << kind + ": " + words; });
    list.select(1);
    conference.devices().set_devices(DeviceKind::loudspeaker, {standard, headset, {"hdmi", "Television"}});
    conference.devices().set_devices(DeviceKind::loudspeaker, {standard, headset});
    EXPECT_TRUE(told.isEmpty()) << "it is not in use";
    conference.devices().set_devices(DeviceKind::loudspeaker, {standard});
    conference.devices().set_devices(DeviceKind::loudspeaker, {standard, headset});
    EXPECT_EQ(told,
              QStringList({"problem: Headset was unplugged. You hear the others through System default (Speakers) "
                           "now. Plug it in again to return to it.",
                           "info: Headset is plugged in again and in use."}));
}

TEST_F(Devices, the_chime_is_shown_as_long_as_it_plays) {
    SoundCheck check{conference.devices()};
    check.play();
    EXPECT_TRUE(check.playing());
    for (int tick = 1; tick < SimulatedConference::ticks_per_second; ++tick)
        conference.tick();
    EXPECT_TRUE(check.playing());
    conference.tick();
    EXPECT_FALSE(check.playing());
}

TEST_F(Devices, the_level_comes_outside_a_call_as_long_as_it_is_shown) {
    SoundCheck check{conference.devices()};
    const QSignalSpy activity{&conference.media(), &MediaPort::microphone_activity};
    conference.tick();
    EXPECT_EQ(activity.size(), 0);
    check.set_metering(true);
    conference.tick();
    EXPECT_EQ(activity.size(), 1);
    check.set_metering(false);
    conference.tick();
    EXPECT_EQ(activity.size(), 1);
}

class Media : public testing::Test {
  protected:
    void hear(bool speaking, int reports) {
        for (int report = 0; report < reports; ++report)
            emit conference.media().microphone_activity({.level = speaking ? 0.5F : 0.0F, .speaking = speaking});
    }
    void settle() { QCoreApplication::processEvents(); }

    SimulatedConference conference{{.others = 0, .automatic = false}};
    OwnMedia media{conference.media()};
};

TEST_F(Media, TellsWhoTalksWhileMuted) {
    hear(true, 20);
    EXPECT_FALSE(media.talking_while_muted()) << "the microphone is on";
    media.set_microphone_on(false);
    settle();
    hear(true, OwnMedia::reports_to_show - 1);
    EXPECT_FALSE(media.talking_while_muted());
    hear(true, 1);
    EXPECT_TRUE(media.talking_while_muted());
    hear(false, OwnMedia::reports_to_hide - 1);
    EXPECT_TRUE(media.talking_while_muted());
    hear(false, 1);
    EXPECT_FALSE(media.talking_while_muted());
    hear(true, OwnMedia::reports_to_show);
    media.toggle_microphone();
    settle();
    EXPECT_FALSE(media.talking_while_muted());
}

TEST_F(Media, PushToTalkOnlyWhileHeld) {
    media.hold_to_talk(true);
    EXPECT_FALSE(media.push_to_talk()) << "a microphone that is on stays on";
    media.hold_to_talk(false);
    EXPECT_TRUE(media.microphone_on());
    media.set_microphone_on(false);
    media.hold_to_talk(true);
    EXPECT_TRUE(media.microphone_on());
    media.hold_to_talk(true);
    media.hold_to_talk(false);
    EXPECT_FALSE(media.microphone_on());
    media.hold_to_talk(false);
    EXPECT_FALSE(media.microphone_on());
}

TEST_F(Media, LevelIsKeptWithinItsBounds) {
    emit conference.media().microphone_activity({.level = 7.0F, .speaking = true});
    EXPECT_EQ(media.level(), 1.0F);
    emit conference.media().microphone_activity({.level = -1.0F, .speaking = false});
    EXPECT_EQ(media.level(), 0.0F);
}

} // namespace
} // namespace plenum::ui
