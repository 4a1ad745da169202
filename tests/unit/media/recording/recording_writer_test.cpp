// SPDX-License-Identifier: Apache-2.0
#include "media/recording/recording_writer.h"

#include "media/clock.h"
#include "media/devices/sink_pipeline.h"
#include "media/recording/matroska_reader.h"
#include "media/video/vp8_encoder_gst.h"
#include "tests/unit/media/support/signals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace plenum::media {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

class RecordingWriterTest : public testing::Test {
  protected:
    std::unique_ptr<RecordingWriter> start(DiskSpace::Free free = DiskSpace::free_of) {
        RecordingWriter::Options options;
        options.path = path;
        options.space.free = std::move(free);
        auto writer = RecordingWriter::start(std::move(options));
        refusal = writer ? std::string{} : writer.error().text;
        return writer ? std::move(*writer) : nullptr;
    }
    static void wait_until(const std::function<bool()>& met) {
        const auto limit = local_now() + 5s;
        while (!met() && local_now() < limit)
            std::this_thread::yield();
        EXPECT_TRUE(met());
    }
    /// An image of so many bytes.
    void attach(RecordingWriter& to, std::size_t size) const {
        const auto file = folder / (std::to_string(size) + ".png");
        std::ofstream{file, std::ios::binary} << std::string(size, 'x');
        to.attach({file.filename().string(), "image/png"}, file);
    }
    /// Frames that GStreamer decodes of the first picture in the file; -1 where it does not play.
    [[nodiscard]] int frames_played() const {
        auto film = open_file(path, "videoconvert n-threads=1 ! appsink name=out sync=false", "a film");
        if (!film || (*film)->start(false)) return -1;
        int count = 0;
        while (!(*film)->at_end())
            count += (*film)->pull(1s) ? 1 : 0;
        return (*film)->take_error().empty() ? count : -1;
    }

    const test::TemporaryFolder folder;
    const std::filesystem::path path{folder / "a.mkv"};
    std::string refusal;
};

TEST_F(RecordingWriterTest, brings_blocks_into_the_order_of_time_and_keeps_that_of_equal_times) {
    auto writer = start();
    const auto track = writer->add_track({TrackInfo::Kind::data, "D_TEST", "Events", {}, 0, 0});
    for (const auto& [at, byte] : {std::pair{30ms, 3}, {10ms, 1}, {10ms, 2}, {20ms, 9}})
        writer->write({track, at, 0ms, true, {static_cast<std::uint8_t>(byte)}});
    writer.reset();
    const auto reader = MatroskaReader::open(path);
    ASSERT_TRUE(reader.has_value());
    std::string order;
    for (const auto& block : reader->blocks())
        order += std::to_string(reader->read(block)->front());
    EXPECT_EQ(order, "1293");
}

TEST_F(RecordingWriterTest, file_plays_in_gstreamer_while_it_is_written_and_when_it_is_finished) {
    auto encoder = Vp8Encoder::create({.bitrate_bps = 400'000});
    auto writer = start();
    const auto events = writer->add_track({TrackInfo::Kind::data, "D_TEST", "Events", {}, 0, 0});
    writer->write({events, 0ms, 0ms, true, {1}});
    const auto track = writer->add_track({TrackInfo::Kind::video, "V_VP8", "Ann (camera)", {}, 160, 120});
    for (int i = 0; i < 30; ++i) {
        auto frame = encoder->encode(test::moving_picture(i, 160, 120));
        ASSERT_TRUE(frame && *frame);
        writer->write({track, i * 33ms, 0ms, (*frame)->key_frame, (*frame)->bytes});
    }
    attach(*writer, 3'000'000);
    attach(*writer, 40'000);
    // A second of pictures is on the disk once time has passed; what a killed program leaves is the file as it is now.
    const auto before = writer->status().bytes;
    wait_until([&] { return writer->status().bytes > before + 3'044'000; });
    EXPECT_GE(frames_played(), 5);
    writer->finish();
    wait_until([&] { return writer->status().finished; });
    EXPECT_FALSE(writer->status().error.has_value());
    EXPECT_EQ(frames_played(), 30);
}

TEST_F(RecordingWriterTest, attachments_that_are_gone_or_too_large_are_left_out) {
    auto writer = start();
    std::ignore = writer->add_track({TrackInfo::Kind::data, "D_TEST", "Events", {}, 0, 0});
    attach(*writer, MatroskaReader::attachment_bytes_max + 1);
    attach(*writer, 0);
    attach(*writer, 5);
    writer->attach({"none.png", "image/png"}, folder / "none.png");
    writer.reset();
    const auto reader = MatroskaReader::open(path);
    ASSERT_TRUE(reader.has_value());
    ASSERT_EQ(reader->attachments().size(), 1U);
    EXPECT_EQ(reader->attachments()[0].info, (AttachmentInfo{"5.png", "image/png"}));
}

TEST_F(RecordingWriterTest, does_not_begin_and_ends_by_itself_where_the_disk_is_nearly_full) {
    EXPECT_EQ(start([](const auto&) { return std::uint64_t{100} << 20U; }), nullptr);
    EXPECT_THAT(refusal, HasSubstr("100 MB are free"));
    EXPECT_FALSE(std::filesystem::exists(path));
    std::atomic<std::uint64_t> free{std::uint64_t{1} << 40U};
    auto writer = start([&](const auto&) { return free.load(); });
    ASSERT_NE(writer, nullptr);
    const auto track = writer->add_track({TrackInfo::Kind::data, "D_TEST", "Events", {}, 0, 0});
    writer->write({track, 0ms, 0ms, true, {1}});
    free = 0;
    wait_until([&] { return writer->status().finished; });
    ASSERT_TRUE(writer->status().error.has_value());
    EXPECT_THAT(writer->status().error->text, HasSubstr("nearly full"));
    const auto reader = MatroskaReader::open(path);
    ASSERT_TRUE(reader.has_value());
    EXPECT_EQ(reader->blocks().size(), 1U) << "what was written is kept";
}

TEST_F(RecordingWriterTest, blocks_that_wait_for_their_time_count_towards_the_bound_of_memory) {
    auto writer = start();
    const auto track = writer->add_track({TrackInfo::Kind::data, "D_TEST", "Events", {}, 0, 0});
    const base::Bytes megabyte(std::size_t{1} << 20U);
    const auto write_later = [&](std::size_t megabytes) {
        for (std::size_t i = 0; i < megabytes; ++i)
            writer->write({track, 1h, 0ms, true, megabyte});
    };
    const auto half = (RecordingWriter::queue_bytes_max >> 21U) + 1;
    const auto before = writer->status().bytes;
    write_later(half);
    writer->write({track, 0ms, 0ms, true, {1}});
    // Once this block is in the file, the thread has taken those before it.
    wait_until([&] { return writer->status().bytes > before; });
    EXPECT_EQ(writer->status().dropped, 0U);
    write_later(half);
    EXPECT_GE(writer->status().dropped, 1U);
    EXPECT_LE(writer->status().dropped, 3U);
}

TEST_F(RecordingWriterTest, tells_where_the_disk_takes_nothing) {
    RecordingWriter::Options options;
    options.path = "/proc/none.mkv";
    EXPECT_FALSE(RecordingWriter::start(std::move(options)).has_value());
}

} // namespace
} // namespace plenum::media
