// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/device_list.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

TEST(DeviceList, lists_are_sorted_by_what_a_card_can) {
    std::vector<media::AudioDevice> found(2);
    found[0] = {.id = "card", .input = true, .output = true, .input_default = true, .output_default = false};
    found[1] = {.id = "hdmi", .input = false, .output = true, .input_default = false, .output_default = true};
    EXPECT_EQ(list_of(found, true), (DeviceList{{{"card", "card"}}, "card"}));
    EXPECT_EQ(list_of(found, false), (DeviceList{{{"card", "card"}, {"hdmi", "hdmi"}}, "hdmi"}));
    EXPECT_EQ(list_of({media::Camera{"/dev/video0", "Webcam"}}),
              (DeviceList{{{"/dev/video0", "Webcam"}}, "/dev/video0"}));
}

TEST(DeviceList, a_sound_servers_list_begins_with_the_default_and_ends_with_monitors) {
    const std::vector<media::AudioDevice> found{
        {.id = "out", .name = "Speakers", .output = true},
        {.id = "head", .name = "Headset", .output = true, .output_default = true},
        {.id = "out.monitor", .name = "Monitor of Speakers", .input = true, .monitor = true},
        {.id = "mic", .name = "Desk", .input = true, .input_default = true},
    };
    EXPECT_EQ(
        list_of_server(found, true),
        (DeviceList{{{"default", "Desk"}, {"mic", "Desk"}, {"out.monitor", "Monitor of Speakers"}}, "default", true}));
    EXPECT_EQ(list_of_server(found, false),
              (DeviceList{{{"default", "Headset"}, {"out", "Speakers"}, {"head", "Headset"}}, "default", true}));
    EXPECT_EQ(list_of_server({}, false), (DeviceList{{}, {}, true}));
}

} // namespace
} // namespace plenum::app
