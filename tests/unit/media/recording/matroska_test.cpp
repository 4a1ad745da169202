// SPDX-License-Identifier: Apache-2.0
#include "media/recording/cluster_builder.h"
#include "media/recording/matroska_reader.h"
#include "media/recording/voice_timeline.h"
#include "tests/unit/media/support/signals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace plenum::media {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TrackInfo text_track(std::string name) { return {TrackInfo::Kind::subtitle, "S_TEXT/UTF8", std::move(name), {}, 0, 0}; }

RecordedBlock line(TrackNumber track, base::Duration at, std::string_view text) {
    const auto bytes = base::as_bytes(text);
    return {track, at, 0ms, true, {bytes.begin(), bytes.end()}};
}

std::vector<std::string> texts(const MatroskaReader& reader) {
    std::vector<std::string> found;
    for (const auto& block : reader.blocks())
        found.push_back(base::to_text(reader.read(block).value_or(base::Bytes{})));
    return found;
}

class Matroska : public testing::Test {
  protected:
    MatroskaFile file() {
        auto made = MatroskaFile::create(path, {.title = "Design review", .begun_at = {}});
        EXPECT_TRUE(made.has_value());
        return std::move(*made);
    }
    static void append(MatroskaFile& to, const RecordedBlock& block) {
        ClusterBuilder clusters;
        EXPECT_FALSE(clusters.push(block).has_value());
        const auto cluster = clusters.take();
        ASSERT_TRUE(cluster && to.append_cluster(cluster->begins, cluster->blocks));
    }

    const test::TemporaryFolder folder;
    const std::filesystem::path path{folder / "a.mkv"};
};

TEST_F(Matroska, reader_finds_what_was_written_and_tracks_that_came_later) {
    auto written = file();
    const auto first = written.add_track(text_track("Ann"));
    append(written, line(*first, 1500ms, "hello"));
    const auto second = written.add_track({TrackInfo::Kind::video, "V_VP8", "Bob (camera)", {}, 640, 360});
    ASSERT_TRUE(second.has_value());
    append(written, line(*second, 2750ms, "picture"));
    ASSERT_TRUE(written.finish());
    const auto reader = MatroskaReader::open(path);
    ASSERT_TRUE(reader.has_value()) << reader.error().text;
    EXPECT_EQ(reader->title(), "Design review");
    ASSERT_THAT(reader->tracks(), SizeIs(2));
    EXPECT_EQ(reader->tracks()[0].info, text_track("Ann"));
    EXPECT_EQ(reader->tracks()[1].info.width, 640);
    EXPECT_THAT(texts(*reader), ElementsAre("hello", "picture"));
    EXPECT_EQ(reader->blocks()[1].at(), 2750ms);
    EXPECT_EQ(reader->duration(), 2750ms);
}

TEST_F(Matroska, reader_tells_a_file_that_was_cut_from_a_finished_one) {
    const auto is_cut = [this] { return MatroskaReader::open(path)->cut(); };
    auto written = file();
    const auto track = written.add_track(text_track("Ann"));
    append(written, line(*track, 0ms, "one"));
    EXPECT_TRUE(is_cut()) << "not finished";
    ASSERT_TRUE(written.finish());
    EXPECT_FALSE(is_cut());
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);
    EXPECT_TRUE(is_cut());
}

TEST_F(Matroska, file_is_whole_up_to_its_last_cluster_wherever_it_is_cut_off) {
    std::uint64_t before = 0;
    {
        auto written = file();
        const auto track = written.add_track(text_track("Ann"));
        append(written, line(*track, 0ms, "one"));
        before = written.size();
        append(written, line(*track, 1000ms, "two"));
        // Never finished.
    }
    const auto whole = std::filesystem::file_size(path);
    for (auto size = whole; size >= before; --size) {
        std::filesystem::resize_file(path, size);
        const auto reader = MatroskaReader::open(path);
        ASSERT_TRUE(reader.has_value());
        const auto found = texts(*reader);
        ASSERT_FALSE(found.empty()) << size;
        EXPECT_EQ(found[0], "one");
        if (size == whole) {
            EXPECT_THAT(found, ElementsAre("one", "two"));
        }
    }
}

/// How many lists of attachments stand in the file itself.
std::size_t lists_of_attachments(const std::filesystem::path& path) {
    std::ifstream file{path, std::ios::binary};
    const std::string bytes{std::istreambuf_iterator<char>{file}, {}};
    base::Bytes list;
    ebml::put_id(list, ebml::Id::attachments);
    ebml::put_long_size(list, 0);
    // Sizes in eight bytes below 16 MB.
    const auto begin = base::to_text(list).substr(0, 9);
    std::size_t count = 0;
    for (auto at = bytes.find(begin); at != std::string::npos; at = bytes.find(begin, at + 1))
        ++count;
    return count;
}

TEST_F(Matroska, attachments_are_there_in_the_middle_of_a_recording_and_in_one_list_when_it_is_finished) {
    const auto contents = [](const MatroskaReader& reader) {
        std::vector<std::pair<std::string, std::size_t>> found;
        for (const auto& each : reader.attachments())
            found.emplace_back(each.info.name + " " + each.info.media_type, reader.read(each)->size());
        return found;
    };
    const auto both = ElementsAre(std::pair{"a.png image/png", 100'000}, std::pair{"b.jpg image/jpeg", 3'000'000});
    auto written = file();
    const auto track = written.add_track(text_track("Ann"));
    append(written, line(*track, 0ms, "one"));
    ASSERT_TRUE(written.attach({"a.png", "image/png"}, base::Bytes(100'000, 1)));
    append(written, line(*track, 1000ms, "two"));
    ASSERT_TRUE(written.attach({"b.jpg", "image/jpeg"}, base::Bytes(3'000'000, 2)));
    append(written, line(*track, 2000ms, "three"));
    auto reader = MatroskaReader::open(path);
    ASSERT_TRUE(reader.has_value());
    EXPECT_THAT(contents(*reader), both);
    EXPECT_THAT(texts(*reader), ElementsAre("one", "two", "three"));
    written.gather_attachments();
    ASSERT_TRUE(written.finish());
    reader = MatroskaReader::open(path);
    ASSERT_TRUE(reader.has_value());
    EXPECT_THAT(contents(*reader), both);
    EXPECT_EQ(reader->read(reader->attachments()[1]), base::Bytes(3'000'000, 2));
    EXPECT_THAT(texts(*reader), ElementsAre("one", "two", "three"));
    EXPECT_EQ(lists_of_attachments(path), 1U);
}

TEST_F(Matroska, attachment_that_is_cut_off_costs_nothing_that_stands_before_it) {
    std::uint64_t before = 0;
    {
        auto written = file();
        const auto track = written.add_track(text_track("Ann"));
        append(written, line(*track, 0ms, "one"));
        ASSERT_TRUE(written.attach({"a.png", "image/png"}, base::Bytes(50, 1)));
        before = written.size();
        ASSERT_TRUE(written.attach({"b.png", "image/png"}, base::Bytes(50, 2)));
    }
    const auto whole = std::filesystem::file_size(path);
    for (auto size = whole; size >= before; --size) {
        std::filesystem::resize_file(path, size);
        const auto reader = MatroskaReader::open(path);
        ASSERT_TRUE(reader.has_value());
        EXPECT_THAT(texts(*reader), ElementsAre("one"));
        ASSERT_FALSE(reader->attachments().empty()) << size;
        EXPECT_EQ(reader->read(reader->attachments()[0]), base::Bytes(50, 1));
        const bool second = reader->attachments().size() > 1 && reader->read(reader->attachments()[1]).has_value();
        EXPECT_EQ(second, size == whole) << size;
    }
}

/// A file with one cluster, which may lie about its size, and what follows it.
base::Bytes file_with_cluster(const base::Bytes& cluster, std::uint64_t size, const base::Bytes& behind) {
    using ebml::Id;
    base::Bytes type;
    ebml::put_text(type, Id::doc_type, "matroska");
    base::Bytes entry;
    ebml::put_number(entry, Id::track_number, 1);
    base::Bytes tracks;
    ebml::put_bytes(tracks, Id::track_entry, entry);
    base::Bytes file;
    ebml::put_bytes(file, Id::header, type);
    ebml::put_id(file, Id::segment);
    ebml::put_long_size(file, ebml::size_unknown);
    ebml::put_bytes(file, Id::tracks, tracks);
    ebml::put_id(file, Id::cluster);
    ebml::put_long_size(file, size);
    base::append(file, cluster);
    base::append(file, behind);
    return file;
}

std::size_t blocks_in(const base::Bytes& file) {
    const auto source = [&](std::uint64_t position, std::span<std::uint8_t> to) {
        const auto from = std::min<std::uint64_t>(position, file.size());
        const auto part = base::ByteView{file}.subspan(static_cast<std::size_t>(from));
        const auto size = std::min(part.size(), to.size());
        std::ranges::copy(part.first(size), to.begin());
        return size;
    };
    const auto reader = MatroskaReader::read_from(source, "file");
    EXPECT_TRUE(reader.has_value());
    return reader ? reader->blocks().size() : 0;
}

TEST(MatroskaReader, group_has_one_block_and_ends_with_its_cluster) {
    using ebml::Id;
    base::Bytes block;
    ebml::put_bytes(block, Id::block, base::Bytes{0x81, 0, 0, 0, 'x'});
    base::Bytes blocks;
    for (int i = 0; i < 3; ++i)
        base::append(blocks, block);
    base::Bytes group;
    ebml::put_bytes(group, Id::block_group, blocks);
    EXPECT_EQ(blocks_in(file_with_cluster(group, group.size(), {})), 1U) << "as the format demands";
    const auto two = [&] {
        auto both = group;
        base::append(both, group);
        return both;
    }();
    EXPECT_EQ(blocks_in(file_with_cluster(two, two.size(), {})), 2U);
    // What follows the cluster is none of its groups'.
    base::Bytes head;
    ebml::put_id(head, Id::block_group);
    ebml::put_size(head, 100);
    EXPECT_EQ(blocks_in(file_with_cluster(head, head.size(), blocks)), 0U);
    EXPECT_EQ(blocks_in(file_with_cluster(head, head.size(), {})), 0U);
}

TEST_F(Matroska, list_of_tracks_is_bounded_and_says_so) {
    auto written = file();
    const TrackInfo large{TrackInfo::Kind::data, "D_TEST", std::string(8000, 'x'), {}, 0, 0};
    int added = 0;
    while (added < 100 && written.add_track(large))
        ++added;
    EXPECT_GT(added, 8);
    EXPECT_LT(added, 16);
}

TEST_F(Matroska, other_files_are_refused_with_a_sentence) {
    const auto refusal = [&](std::string_view content) {
        std::ofstream{path, std::ios::binary} << content;
        const auto reader = MatroskaReader::open(path);
        return reader ? std::string{} : reader.error().text;
    };
    EXPECT_THAT(refusal(""), HasSubstr("is no recording"));
    EXPECT_THAT(refusal("RIFF....WAVEfmt "), HasSubstr("is no recording"));
    EXPECT_THAT(refusal(std::string(5000, '\xFF')), HasSubstr("is no recording"));
    EXPECT_FALSE(MatroskaReader::open(folder / "none.mkv").has_value());
    EXPECT_FALSE(MatroskaFile::create(folder / "no" / "such" / "a.mkv", {}).has_value());
    EXPECT_FALSE(MatroskaFile::create(path, {}).has_value()) << "a file that is there stays";
}

TEST(Clusters, end_after_a_second_and_hold_blocks_that_come_late) {
    ClusterBuilder clusters;
    EXPECT_FALSE(clusters.push(line(TrackNumber{1}, 5000ms, "a")));
    EXPECT_FALSE(clusters.push(line(TrackNumber{1}, 4990ms, "late")));
    const auto full = clusters.push(line(TrackNumber{1}, 6000ms, "b"));
    ASSERT_TRUE(full.has_value());
    EXPECT_EQ(full->begins, 5000ms);
    EXPECT_EQ(full->ends, 5000ms);
    ASSERT_TRUE(clusters.take().has_value());
    EXPECT_FALSE(clusters.take().has_value());
}

/// 20 ms of Opus: the flag of silence, as the content matters to nobody here.
const base::Bytes packet{0xF8, 1, 2};

struct Voice {
    VoiceTimeline timeline;
    std::vector<VoiceTimeline::Piece> pieces{};
    std::uint64_t sequence{0};

    void say(base::Duration at) { timeline.push(at, base::SequenceNumber{++sequence}, packet, pieces); }
    /// Of the last packet that was said.
    [[nodiscard]] base::Duration placed() const {
        const auto said =
            std::ranges::find_if(pieces.rbegin(), pieces.rend(), [](const auto& each) { return each.bytes == packet; });
        return said->at;
    }
    [[nodiscard]] bool has_gaps() const {
        base::Duration end = pieces.front().at;
        for (const auto& piece : pieces) {
            if (piece.at != end) return true;
            const auto code = piece.bytes[0] >> 3U;
            end += code == 31 ? 20ms : code == 30 ? 10ms : 5ms;
        }
        return false;
    }
};

TEST(VoiceTimeline, fills_pauses_and_losses_and_stays_near_the_time_of_packets) {
    Voice voice;
    for (int i = 0; i < 50; ++i)
        voice.say(i * 20ms);
    EXPECT_THAT(voice.pieces, SizeIs(50));
    voice.sequence += 3; // lost
    voice.say(53 * 20ms);
    EXPECT_EQ(voice.placed(), 53 * 20ms);
    voice.timeline.fill_until(7s, voice.pieces);
    EXPECT_GE(voice.pieces.back().at, 6900ms);
    voice.say(9s + 3ms); // after a pause without packets
    EXPECT_NEAR(base::to_ms(voice.placed()), 9003, 5);
    EXPECT_FALSE(voice.has_gaps());
}

TEST(VoiceTimeline, follows_clocks_that_are_faster_and_slower) {
    for (const double drift : {-400e-6, 400e-6}) {
        Voice voice;
        double worst = 0;
        for (int i = 0; i < 60 * 50; ++i) {
            const auto at =
                std::chrono::round<base::Duration>(std::chrono::duration<double, std::milli>{20 * i * (1 + drift)});
            // Threads are late by up to 15 ms, and seldom on time.
            voice.say(at + (i % 7 == 0 ? 0ms : i % 16 * 1ms));
            worst = std::max(worst, std::abs(base::to_ms(voice.placed() - at)));
        }
        EXPECT_LT(worst, 17);
        EXPECT_FALSE(voice.has_gaps());
    }
}

TEST(VoiceTimeline, leaves_out_what_is_no_packet) {
    Voice voice;
    voice.timeline.push(1s, base::SequenceNumber{1}, {}, voice.pieces);
    voice.timeline.push(1s, base::SequenceNumber{2}, {0xFF}, voice.pieces);
    EXPECT_THAT(voice.pieces, IsEmpty());
}

} // namespace
} // namespace plenum::media
