// SPDX-License-Identifier: Apache-2.0
#include "media/audio/audio_io.h"
#include "media/audio/chime.h"
#include "media/clock.h"
#include "media/devices/pulse_device_monitor.h"
#include "tests/unit/media/support/pulse_server.h"
#include "tests/unit/media/support/signals.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <mutex>

namespace plenum::media {
namespace {

using base::operator""ms;
using base::operator""s;
using test::wait_until;

using Devices = std::optional<std::vector<AudioDevice>>;

/// Two loudspeakers, two microphones, and a monitor of them.
class SoundServer : public testing::Test {
  protected:
    SoundServer() {
        plug_all();
        EXPECT_EQ(server.control("set-default-sink speakers") + server.control("set-default-source desk"), "");
    }
    void plug_all() {
        server.plug_sink("speakers", "Built-in Speakers");
        headset = server.plug_sink("headset", "Headset");
        server.plug_source("desk", "Desk Microphone");
        webcam = server.plug_source("webcam", "Webcam Microphone");
    }
    [[nodiscard]] Devices told() {
        const std::lock_guard lock{mutex};
        return devices;
    }
    /// What was told last of a device; one without a name where there is none.
    [[nodiscard]] AudioDevice find(const std::string& id) {
        const auto now = told().value_or(std::vector<AudioDevice>{});
        const auto found = std::ranges::find(now, id, &AudioDevice::id);
        return found == now.end() ? AudioDevice{} : *found;
    }
    [[nodiscard]] bool wait_for(const std::string& id, bool there = true) {
        return wait_until([&] { return find(id).id.empty() != there; });
    }
    [[nodiscard]] std::unique_ptr<AudioIo> start(AudioInput input, AudioOutput output) {
        auto io = AudioIo::start(
            {.input = std::move(input), .output = std::move(output), .engine = {.processing = {false, false, false}}});
        EXPECT_TRUE(io);
        return std::move(*io);
    }
    [[nodiscard]] bool plays_on(const std::string& id) {
        return wait_until([&] { return server.place_of_playback() == id; });
    }
    [[nodiscard]] bool records_from(const std::string& id) {
        return wait_until([&] { return server.place_of_capture() == id; });
    }

    test::TemporaryFolder folder;
    test::PulseServer server{folder / "."};
    std::string headset;
    std::string webcam;
    std::mutex mutex;
    Devices devices;
    int times_told{0};
    PulseDeviceMonitor monitor{[this](const Devices& now) {
        const std::lock_guard lock{mutex};
        devices = now;
        ++times_told;
    }};
};

TEST_F(SoundServer, tells_devices_by_their_names_for_people) {
    ASSERT_TRUE(wait_until([&] { return find("speakers").output_default && find("desk").input_default; }));
    EXPECT_EQ(find("speakers").name, "Built-in Speakers");
    EXPECT_EQ(find("headset").name, "Headset");
    EXPECT_EQ(find("webcam").name, "Webcam Microphone");
    EXPECT_TRUE(find("headset").output && !find("headset").input && !find("headset").output_default);
    EXPECT_TRUE(find("desk").input && !find("desk").output && !find("desk").monitor);
    EXPECT_TRUE(find("headset.monitor").input && find("headset.monitor").monitor);
}

TEST_F(SoundServer, tells_what_is_plugged_in_unplugged_and_the_default) {
    ASSERT_TRUE(wait_for("headset"));
    server.unplug(headset);
    EXPECT_TRUE(wait_for("headset", false));
    server.plug_sink("headset", "Headset");
    EXPECT_TRUE(wait_for("headset"));
    EXPECT_EQ(server.control("set-default-sink headset"), "");
    EXPECT_TRUE(wait_until([&] { return find("headset").output_default && !find("speakers").output_default; }));
    EXPECT_EQ(server.control("set-default-source webcam"), "");
    EXPECT_TRUE(wait_until([&] { return find("webcam").input_default && !find("desk").input_default; }));
}

TEST_F(SoundServer, has_sound_go_to_and_come_from_the_chosen_device) {
    const auto io = start(DeviceInput{"webcam"}, DeviceOutput{"headset"});
    EXPECT_TRUE(plays_on("headset"));
    EXPECT_TRUE(records_from("webcam"));
    io->set_output(DeviceOutput{"speakers"});
    io->set_input(DeviceInput{"desk"});
    EXPECT_TRUE(plays_on("speakers"));
    EXPECT_TRUE(records_from("desk"));
    EXPECT_TRUE(io->wait_packet(5s));
    const auto status = io->status();
    EXPECT_FALSE(status.input_error || status.output_error);
}

TEST_F(SoundServer, moves_the_default_with_the_system_and_leaves_the_chosen_one) {
    for (const auto* whole_server : {"", "default", "pulse"}) {
        EXPECT_EQ(server.control("set-default-sink speakers") + server.control("set-default-source desk"), "");
        const auto io = start(DeviceInput{whole_server}, DeviceOutput{whole_server});
        EXPECT_TRUE(plays_on("speakers") && records_from("desk")) << whole_server;
        EXPECT_EQ(server.control("set-default-sink headset") + server.control("set-default-source webcam"), "");
        EXPECT_TRUE(plays_on("headset") && records_from("webcam")) << whole_server;
    }
    const auto io = start(DeviceInput{"webcam"}, DeviceOutput{"headset"});
    EXPECT_TRUE(plays_on("headset") && records_from("webcam"));
    EXPECT_EQ(server.control("set-default-sink speakers") + server.control("set-default-source desk"), "");
    EXPECT_TRUE(wait_until([&] { return find("speakers").output_default && find("desk").input_default; }));
    EXPECT_EQ(server.place_of_playback(), "headset");
    EXPECT_EQ(server.place_of_capture(), "webcam");
}

TEST_F(SoundServer, says_that_a_chosen_device_is_gone) {
    const auto io = start(DeviceInput{"webcam"}, DeviceOutput{"headset"});
    EXPECT_TRUE(plays_on("headset") && records_from("webcam"));
    server.unplug(headset);
    server.unplug(webcam);
    EXPECT_TRUE(wait_until([&] {
        const auto status = io->status();
        return status.input_error && status.output_error;
    }));
    EXPECT_EQ(io->status().input_error->kind, MediaError::Kind::no_device);
}

TEST_F(SoundServer, keeps_the_default_going_where_it_is_unplugged) {
    EXPECT_EQ(server.control("set-default-sink headset") + server.control("set-default-source webcam"), "");
    const auto io = start(DeviceInput{}, DeviceOutput{});
    EXPECT_TRUE(plays_on("headset") && records_from("webcam"));
    server.unplug(headset);
    server.unplug(webcam);
    EXPECT_TRUE(plays_on("speakers") && records_from("desk"));
    EXPECT_TRUE(io->wait_packet(5s));
}

TEST_F(SoundServer, is_found_again_after_it_ended) {
    if (server.borrowed()) GTEST_SKIP() << "it is not the test's to stop";
    ASSERT_TRUE(wait_for("headset"));
    const auto io = start(NoInput{}, DeviceOutput{"headset"});
    EXPECT_TRUE(plays_on("headset"));
    server.stop();
    EXPECT_TRUE(wait_until([&] { return !told(); }));
    server.start();
    plug_all();
    EXPECT_TRUE(wait_for("headset"));
    EXPECT_TRUE(plays_on("headset"));
}

/// The loudspeaker's own monitor hears it.
TEST_F(SoundServer, plays_the_chime_soon_and_whole) {
    AudioWakeup wakeup;
    const auto monitor = AudioCapture::open("headset.monitor", wakeup);
    ASSERT_TRUE(monitor);
    const auto io = start(NoInput{}, DeviceOutput{"headset"});
    AudioBlock block{};
    // A null sink's clock stands still for its first two seconds.
    ASSERT_TRUE(wait_until([&] { return (*monitor)->read(block); }));
    (void)(*monitor)->keep_newest(0);
    io->play_chime();
    const auto begun = local_now();
    std::optional<base::LocalTime> heard_at;
    int loud = 0;
    while (local_now() - begun < Chime::duration + 200ms) {
        wakeup.wait(20ms);
        while ((*monitor)->read(block)) {
            if (measure_level(block).peak_dbfs < -50) continue;
            ++loud;
            if (!heard_at) heard_at = local_now();
        }
    }
    EXPECT_GT(loud, Chime::notes * Chime::note_blocks * 9 / 10);
    ASSERT_TRUE(heard_at);
    EXPECT_LT(*heard_at - begun, 200ms);
    EXPECT_LT(io->status().output_latency, 60ms);
}

} // namespace
} // namespace plenum::media
