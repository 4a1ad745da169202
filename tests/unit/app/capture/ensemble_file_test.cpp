// SPDX-License-Identifier: Apache-2.0
#include "app/capture/ensemble_file.h"
#include "app/capture/ensemble_index.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <tuple>
#include <vector>

namespace plenum::app {
namespace {

cluster::Ensemble ensemble(std::uint64_t number) {
    cluster::Ensemble made;
    made.id = {{3, base::MemberIndex{2}}, base::SequenceNumber{number}};
    made.captured_at = base::ConferenceTime{base::from_us(static_cast<std::int64_t>(number) * 66'000)};
    made.complete = number % 2 == 0;
    made.frames[cluster::FlowNumber{0}] = base::Bytes(10, 1);
    made.frames[cluster::FlowNumber{5}] = base::Bytes(number, 2);
    return made;
}

class EnsembleFile : public testing::Test {
  protected:
    EnsembleFile() {
        std::string name = (std::filesystem::temp_directory_path() / "plenum-ensembles-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) std::abort();
        folder = name;
        file = folder / "studio.ensembles";
    }
    ~EnsembleFile() override {
        std::error_code error;
        std::filesystem::remove_all(folder, error);
    }
    void write(std::uint64_t count) {
        auto writer = EnsembleWriter::create(file);
        ASSERT_TRUE(writer) << because(writer.error());
        writer->add_camera(cluster::FlowNumber{5}, "links außen");
        for (std::uint64_t number = 1; number <= count; ++number)
            ASSERT_TRUE(writer->add(ensemble(number)));
    }
    [[nodiscard]] std::string content() const {
        std::ifstream from{file, std::ios::binary};
        return {std::istreambuf_iterator<char>{from}, {}};
    }
    void put(const std::string& bytes) const { std::ofstream{file, std::ios::binary} << bytes; }
    /// How many come back as they were.
    [[nodiscard]] std::uint64_t read(std::string* damage = nullptr, bool* cut = nullptr) const {
        auto reader = EnsembleReader::open(file);
        std::uint64_t count = 0;
        if (!reader) return 0;
        while (const auto next = reader->next()) {
            const auto wanted = ensemble(count + 1);
            if (next->id != wanted.id || next->captured_at != wanted.captured_at || next->frames != wanted.frames ||
                next->complete != wanted.complete)
                break;
            ++count;
        }
        if (damage != nullptr) *damage = reader->damage();
        if (cut != nullptr) *cut = reader->cut();
        return count;
    }

    std::filesystem::path folder;
    std::filesystem::path file;
};

TEST_F(EnsembleFile, IsFoundByTimeWithTheNamesOfThatTime) {
    write(10);
    {
        auto writer = EnsembleWriter::create(folder / "second");
        ASSERT_TRUE(writer);
        writer->add_camera(cluster::FlowNumber{5}, "anew");
        auto late = ensemble(11);
        late.captured_at += std::chrono::hours{1};
        ASSERT_TRUE(writer->add(late));
    }
    std::ifstream second{folder / "second", std::ios::binary};
    const std::string more{std::istreambuf_iterator<char>{second}, {}};
    // The last one is cut off.
    put(content() + more.substr(8) + content().substr(8, 60));
    auto reader = EnsembleReader::open(file);
    ASSERT_TRUE(reader);
    EnsembleIndex index{EnsembleReader::open(file).value()};
    index.extend(4);
    EXPECT_EQ(index.size(), 4U);
    index.extend(100);
    ASSERT_EQ(index.size(), 11U);
    EXPECT_EQ(index.length(), std::chrono::milliseconds{9 * 66} + EnsembleIndex::pause_max) << "a pause is cut";
    EXPECT_EQ(index.find(base::Duration{}), 0U);
    EXPECT_EQ(index.find(std::chrono::milliseconds{3 * 66 + 10}), 3U);
    EXPECT_EQ(index.find(std::chrono::hours{5}), 10U);
    for (const std::size_t number : {10U, 3U}) {
        index.seek(*reader, number);
        EXPECT_EQ(reader->next()->id.number.value(), number + 1);
        EXPECT_EQ(reader->cameras().at(cluster::FlowNumber{5}), number == 10 ? "anew" : "links außen");
    }
}

TEST_F(EnsembleFile, ComesBackAsItWasWritten) {
    write(3);
    EXPECT_EQ(read(), 3U);
    auto reader = EnsembleReader::open(file);
    ASSERT_TRUE(reader);
    ASSERT_TRUE(reader->next());
    EXPECT_EQ(reader->cameras().at(cluster::FlowNumber{5}), "links außen");
}

TEST_F(EnsembleFile, IsWholeUpToWhereACrashCutIt) {
    write(3);
    const auto whole = content();
    std::uint64_t before = 0;
    std::size_t uncut = 0;
    for (std::size_t length = 8; length <= whole.size(); ++length) {
        put(whole.substr(0, length));
        std::string damage;
        bool cut = false;
        const auto now = read(&damage, &cut);
        EXPECT_TRUE(damage.empty()) << length;
        uncut += cut ? 0U : 1U;
        EXPECT_GE(now, before);
        before = now;
    }
    EXPECT_EQ(before, 3U);
    EXPECT_EQ(uncut, 5U) << "before and after the camera, and after each ensemble";
}

TEST_F(EnsembleFile, NoByteOfADamagedOneEndsTheReader) {
    write(3);
    const auto whole = content();
    for (std::size_t at = 0; at < whole.size(); ++at) {
        auto damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
        put(damaged);
        EXPECT_LE(read(), 3U);
    }
}

TEST_F(EnsembleFile, NamesOfCamerasAreBounded) {
    write(1);
    const auto begin = content();
    const auto after = [&](std::uint8_t camera, const std::string& name, std::size_t times) {
        std::string bytes = begin;
        for (std::size_t i = 0; i < times; ++i) {
            const auto length = static_cast<std::uint16_t>(name.size() + 2);
            bytes += {0, 0, static_cast<char>(length >> 8U), static_cast<char>(length & 0xFFU)};
            bytes += {1, static_cast<char>(camera)};
            bytes += name;
        }
        // The ensemble again.
        put(bytes + begin.substr(begin.find("außen") + 6));
        std::string damage;
        EnsembleIndex index{EnsembleReader::open(file).value()};
        index.extend(10);
        std::ignore = read(&damage);
        EXPECT_EQ(index.size(), damage.empty() ? 2U : 1U);
        return damage;
    };
    EXPECT_EQ(after(63, std::string(256, 'x'), 1), "");
    EXPECT_NE(after(64, "x", 1), "") << "there is no such camera";
    EXPECT_NE(after(63, std::string(257, 'x'), 1), "");
    // One stands in the file already.
    EXPECT_EQ(after(1, "x", EnsembleWriter::names_max - 1), "");
    EXPECT_NE(after(1, "x", EnsembleWriter::names_max).find("names its cameras"), std::string::npos);
}

TEST_F(EnsembleFile, WriterEndsNamingBeforeAReaderRefuses) {
    {
        auto writer = EnsembleWriter::create(file);
        ASSERT_TRUE(writer);
        for (std::size_t i = 0; i <= EnsembleWriter::names_max; ++i)
            writer->add_camera(cluster::FlowNumber{5}, std::to_string(i));
        ASSERT_TRUE(writer->add(ensemble(1)));
    }
    EXPECT_EQ(read(), 1U);
}

TEST_F(EnsembleFile, NothingIsWrittenOver) {
    write(1);
    const auto again = EnsembleWriter::create(file);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().cause, StudioError::Cause::file_exists);
    EXPECT_EQ(read(), 1U);
    EXPECT_FALSE(EnsembleWriter::create(folder / "none" / "x"));
    EXPECT_FALSE(EnsembleReader::open(folder / "none"));
}

} // namespace
} // namespace plenum::app
