// SPDX-License-Identifier: Apache-2.0
#include "media/audio/audio_io.h"

#include "media/audio/wav.h"
#include "tests/unit/media/support/signals.h"

#include <atomic>
#include <gtest/gtest.h>
#include <mutex>
#include <thread>

namespace plenum::media {
namespace {

using base::operator""ms;
using base::operator""s;

const AudioEngine::Options plain{.processing = {false, false, false}};

std::unique_ptr<AudioIo> start(AudioIo::Options options) {
    auto io = AudioIo::start(std::move(options));
    EXPECT_TRUE(io) << io.error().text;
    return std::move(*io);
}

TEST(AudioIo, FileBecomesPacketsAndPacketsBecomeBlocks) {
    const test::TemporaryFolder folder;
    const auto speech = test::speech_like(41, 1);
    {
        auto writer = WavWriter::create(folder / "a.wav");
        ASSERT_TRUE(writer && writer->write(speech));
    }
    std::mutex mutex;
    test::Samples heard;
    auto listener = start({.input = NoInput{},
                           .output = NoOutput{},
                           .engine = plain,
                           .tap = {.sender_block = [&](base::MemberIndex, const AudioBlock& block) {
                               const std::lock_guard lock{mutex};
                               test::append(heard, block);
                           }}});
    auto talker = start({.input = FileInput{folder / "a.wav", true}, .output = NoOutput{}, .engine = plain});
    base::ConferenceTime sent_at{};
    for (std::uint64_t i = 1; i <= 120; ++i) {
        auto packet = talker->wait_packet(5s);
        ASSERT_TRUE(packet);
        sent_at += packet->duration;
        EXPECT_TRUE(listener->receive(base::MemberIndex{7}, {base::SequenceNumber{i}, sent_at, std::move(packet->bytes),
                                                             packet->discard_eligible}));
    }
    for (;;) { // until the listener's thread has played enough
        const std::lock_guard lock{mutex};
        if (heard.size() >= speech.size()) break;
    }
    listener.reset();
    EXPECT_GT(measure_level(test::block_at(heard, 30)).peak_dbfs, level_floor_dbfs);
    test::Samples once{speech.begin(), speech.begin() + 24'000};
    EXPECT_GT(test::align(once, heard, 48 * 200).correlation, 0.7);
}

TEST(AudioIo, MissingCardsAreToldAndTheRestGoesOn) {
    std::atomic<int> blocks{0};
    auto io = start({.input = DeviceInput{"no such card"},
                     .output = DeviceOutput{"no such card"},
                     .engine = plain,
                     .tap = {.mixed_block = [&](const AudioBlock&) { ++blocks; }}});
    while (blocks < 5)
        std::this_thread::yield();
    const auto status = io->status();
    ASSERT_TRUE(status.input_error);
    ASSERT_TRUE(status.output_error);
    EXPECT_EQ(status.input_error->kind, MediaError::Kind::no_device);
    EXPECT_FALSE(io->wait_packet(1ms));
    io->set_input(ToneInput{});
    EXPECT_TRUE(io->wait_packet(5s));
}

TEST(AudioIo, PacketsNobodyTakesAreBounded) {
    std::atomic<int> blocks{0};
    auto io = start({.input = ToneInput{},
                     .output = NoOutput{},
                     .engine = plain,
                     .packets_max = 3,
                     .tap = {.mixed_block = [&](const AudioBlock&) { ++blocks; }}});
    while (blocks < 30)
        std::this_thread::yield();
    int waiting = 0;
    while (io->wait_packet(0ms))
        ++waiting;
    EXPECT_GE(waiting, 2);
    EXPECT_LE(waiting, 8); // some come meanwhile
    EXPECT_GE(io->status().packets_dropped, 5U);
}

TEST(AudioIo, BadFileIsAnErrorBeforeAnythingStarts) {
    const auto io = AudioIo::start({.input = FileInput{"/nonexistent.wav"}});
    ASSERT_FALSE(io);
    EXPECT_EQ(io.error().kind, MediaError::Kind::bad_file);
    EXPECT_FALSE(AudioIo::start({.input = NoInput{}, .engine = {.encoder = {.bitrate_bps = 1}}}));
}

} // namespace
} // namespace plenum::media
