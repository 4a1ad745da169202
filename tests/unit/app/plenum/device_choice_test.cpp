// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/device_choice.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

constexpr auto microphone = ui::DeviceKind::microphone;

DeviceList two_microphones() { return {{{"built-in", "built-in"}, {"headset", "headset"}}, "built-in"}; }

TEST(DeviceChoice, the_default_is_used_until_one_is_selected) {
    DeviceChoice choice;
    EXPECT_TRUE(choice.set_present(microphone, two_microphones()));
    EXPECT_EQ(choice.selected(microphone), "built-in");
    EXPECT_EQ(choice.wanted(microphone), "");
    EXPECT_TRUE(choice.select(microphone, "headset"));
    EXPECT_EQ(choice.selected(microphone), "headset");
    EXPECT_EQ(choice.wanted(microphone), "headset");
}

TEST(DeviceChoice, a_selected_device_that_is_gone_means_the_default_until_it_is_back) {
    DeviceChoice choice;
    choice.set_present(microphone, two_microphones());
    choice.select(microphone, "headset");
    EXPECT_TRUE(choice.set_present(microphone, {{{"built-in", "built-in"}}, "built-in"}));
    EXPECT_EQ(choice.wanted(microphone), "");
    EXPECT_EQ(choice.selected(microphone), "built-in");
    EXPECT_TRUE(choice.set_present(microphone, two_microphones()));
    EXPECT_EQ(choice.wanted(microphone), "headset");
}

TEST(DeviceChoice, nothing_plugged_in_is_nothing_in_use) {
    DeviceChoice choice;
    EXPECT_EQ(choice.selected(microphone), "");
    EXPECT_FALSE(choice.set_present(microphone, {}));
}

TEST(DeviceChoice, one_fixed_for_the_run_is_the_only_one) {
    DeviceChoice choice;
    choice.fix(microphone, "file:/music/speech.wav");
    EXPECT_FALSE(choice.set_present(microphone, two_microphones()));
    EXPECT_FALSE(choice.select(microphone, "headset"));
    EXPECT_EQ(choice.wanted(microphone), "file:/music/speech.wav");
    EXPECT_EQ(choice.devices(microphone), (QList<ui::Device>{{"file:/music/speech.wav", "speech.wav"}}));
}

TEST(DeviceChoice, one_fixed_for_the_run_may_be_given_by_its_name) {
    DeviceChoice choice;
    choice.fix(microphone, "USB Headset");
    EXPECT_EQ(choice.wanted(microphone), "USB Headset");
    EXPECT_TRUE(choice.set_present(microphone,
                                   {{{"default", "USB Headset"}, {"alsa_input.usb", "USB Headset"}}, "default", true}));
    EXPECT_EQ(choice.wanted(microphone), "alsa_input.usb");
    EXPECT_EQ(choice.selected(microphone), "USB Headset");
}

TEST(DeviceChoice, none_is_no_device) {
    DeviceChoice choice;
    choice.fix(microphone, "none");
    EXPECT_TRUE(choice.devices(microphone).isEmpty());
    EXPECT_EQ(choice.selected(microphone), "");
    EXPECT_EQ(choice.wanted(microphone), "none");
}

TEST(DeviceChoice, words_stand_for_sources) {
    EXPECT_TRUE(std::holds_alternative<media::NoInput>(microphone_of("none")));
    EXPECT_TRUE(std::holds_alternative<media::ToneInput>(microphone_of("tone")));
    EXPECT_EQ(std::get<media::FileInput>(microphone_of("file:/a b.wav")).path, "/a b.wav");
    EXPECT_EQ(std::get<media::DeviceInput>(microphone_of("hw:0")).device, "hw:0");
    EXPECT_TRUE(std::holds_alternative<media::NoOutput>(loudspeaker_of("none")));
    EXPECT_EQ(std::get<media::DeviceOutput>(loudspeaker_of("")).device, "");
    EXPECT_EQ(camera_of("none"), std::nullopt);
    EXPECT_TRUE(std::holds_alternative<media::PatternSource>(*camera_of("pattern")));
    EXPECT_TRUE(std::holds_alternative<media::CodedSource>(*camera_of("coded")));
    EXPECT_EQ(std::get<media::VideoFileSource>(*camera_of("file:film.avi")).path, "film.avi");
    EXPECT_EQ(std::get<media::CameraSource>(*camera_of("/dev/video0")).id, "/dev/video0");
}

} // namespace
} // namespace plenum::app
