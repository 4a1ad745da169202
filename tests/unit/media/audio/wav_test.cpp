// SPDX-License-Identifier: Apache-2.0
#include "media/audio/wav.h"

#include "media/audio/level.h"

#include "tests/unit/media/support/signals.h"

#include <cmath>
#include <fstream>
#include <gtest/gtest.h>

namespace plenum::media {
namespace {

test::Samples read_all(WavReader& reader) {
    test::Samples samples;
    while (const auto block = reader.read())
        test::append(samples, *block);
    return samples;
}

void put(std::ofstream& file, std::uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i)
        file.put(static_cast<char>(value >> (8 * i)));
}

/// A file as other programs write it, with a chunk before the samples that we do not know.
void write_foreign(const std::filesystem::path& path, std::uint32_t rate, std::uint32_t channels, double frequency) {
    std::ofstream file{path, std::ios::binary};
    const auto frames = rate / 2;
    file << "RIFF";
    put(file, 4 + 24 + 8 + 4 + 8 + frames * channels * 2, 4);
    file << "WAVEfmt ";
    put(file, 16, 4);
    put(file, 1, 2);
    put(file, channels, 2);
    put(file, rate, 4);
    put(file, rate * channels * 2, 4);
    put(file, channels * 2, 2);
    put(file, 16, 2);
    file << "LIST";
    put(file, 3, 4); // odd: one byte of padding follows
    file << "abc" << '\0';
    file << "data";
    put(file, frames * channels * 2, 4);
    for (std::uint32_t i = 0; i < frames; ++i) {
        const auto value = std::lround(10000 * std::sin(2 * 3.14159265 * frequency * i / rate));
        for (std::uint32_t c = 0; c < channels; ++c)
            put(file, static_cast<std::uint32_t>(value), 2);
    }
}

TEST(Wav, GivesBackWhatWasWritten) {
    const test::TemporaryFolder folder;
    const auto speech = test::speech_like(3, 1.0);
    {
        auto writer = WavWriter::create(folder / "a.wav");
        ASSERT_TRUE(writer);
        ASSERT_TRUE(writer->write(speech));
        EXPECT_EQ(writer->size(), speech.size());
    }
    auto reader = WavReader::open(folder / "a.wav");
    ASSERT_TRUE(reader);
    EXPECT_EQ(reader->file_rate_hz(), 48'000);
    EXPECT_EQ(read_all(*reader), speech);
}

TEST(Wav, IsValidBeforeItIsClosed) {
    const test::TemporaryFolder folder;
    auto writer = WavWriter::create(folder / "a.wav");
    ASSERT_TRUE(writer);
    // What a killed program leaves behind: the file as it stands while the writer lives.
    for (int i = 0; i < 500; ++i)
        ASSERT_TRUE(writer->write(test::sine_block(440, 9000)));
    auto reader = WavReader::open(folder / "a.wav");
    ASSERT_TRUE(reader);
    const auto samples = read_all(*reader);
    EXPECT_GE(samples.size(), 96'000U);
    EXPECT_LE(samples.size(), 120'000U);
}

TEST(Wav, ReadsEveryRateAndChannelCount) {
    const test::TemporaryFolder folder;
    for (const auto& [rate, channels] :
         {std::pair{8000U, 1U}, {16000U, 2U}, {44100U, 2U}, {22050U, 1U}, {96000U, 6U}}) {
        SCOPED_TRACE(rate);
        write_foreign(folder / "f.wav", rate, channels, 500);
        auto reader = WavReader::open(folder / "f.wav");
        ASSERT_TRUE(reader) << reader.error().text;
        const auto samples = read_all(*reader);
        EXPECT_NEAR(static_cast<double>(samples.size()), 24'000, 1000);
        test::Samples sine;
        for (std::size_t i = 0; i < 40; ++i)
            test::append(sine, test::sine_block(500, 10000, i * block_samples));
        EXPECT_GT(test::align(sine, samples, 2000).correlation, 0.99);
        const auto level = measure_level(test::block_at(samples, 25));
        EXPECT_NEAR(level.peak_dbfs, -10.3, 1.0);
    }
}

TEST(Wav, SaysWhatIsWrongWithAFile) {
    const test::TemporaryFolder folder;
    const auto error_of = [&](const std::string& name) {
        const auto reader = WavReader::open(folder / name);
        return reader ? std::string{} : reader.error().text;
    };
    EXPECT_EQ(error_of("none.wav"), "\"none.wav\" cannot be opened.");
    std::ofstream{folder / "text.wav"} << "This is a text, not a sound, and long enough to be one.";
    EXPECT_EQ(error_of("text.wav"), "\"text.wav\" is no WAV file.");
    std::ofstream{folder / "short.wav"} << "RIFF1234WAVE";
    EXPECT_EQ(error_of("short.wav"), "\"short.wav\" ends before its samples.");
    write_foreign(folder / "silly.wav", 0, 0, 1);
    EXPECT_NE(error_of("silly.wav").find("sample rate"), std::string::npos);
    EXPECT_EQ(WavReader::open(folder / "none.wav").error().kind, MediaError::Kind::bad_file);
}

TEST(Wav, CutFileEndsWhereItsSamplesEnd) {
    const test::TemporaryFolder folder;
    write_foreign(folder / "cut.wav", 48'000, 1, 500);
    std::filesystem::resize_file(folder / "cut.wav", 10'001);
    auto reader = WavReader::open(folder / "cut.wav");
    ASSERT_TRUE(reader);
    EXPECT_NEAR(static_cast<double>(read_all(*reader).size()), 5000, 481);
}

TEST(Wav, CannotBeWrittenWhereThereIsNoFolder) {
    const auto writer = WavWriter::create("/nonexistent/folder/a.wav");
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().kind, MediaError::Kind::bad_file);
}

} // namespace
} // namespace plenum::media
