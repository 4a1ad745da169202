// SPDX-License-Identifier: Apache-2.0
// WAV files beside another reader of RIFF chunks: the same are refused, and of those at 48 kHz with one channel each
// sample comes out as it stands in the file.
#include "media/audio/wav.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/scratch.h"

namespace plenum::fuzz {
namespace {

struct Sound {
    unsigned channels{0};
    std::uint64_t rate{0};
    std::size_t first{0};
    std::size_t bytes{0};
};

std::uint64_t little(base::ByteView bytes, std::size_t at, std::size_t width) {
    std::uint64_t value = 0;
    for (std::size_t i = width; i > 0; --i)
        value = value << 8 | bytes[at + i - 1];
    return value;
}

bool says(base::ByteView bytes, std::size_t at, std::string_view word) {
    return at + word.size() <= bytes.size() && base::to_text(bytes.subspan(at, word.size())) == word;
}

/// Multimedia Programming Interface and Data Specifications 1.0, RIFF: chunks are padded to even sizes.
std::optional<Sound> find_sound(base::ByteView file) {
    if (!says(file, 0, "RIFF") || !says(file, 8, "WAVE")) return std::nullopt;
    std::optional<Sound> sound;
    for (std::uint64_t at = 12; at + 8 <= file.size();) {
        const auto size = little(file, at + 4, 4);
        if (says(file, at, "data")) {
            if (!sound) return std::nullopt;
            sound->first = at + 8;
            sound->bytes = std::min<std::uint64_t>(size, file.size() - sound->first);
            const bool sane =
                sound->channels >= 1 && sound->channels <= 64 && sound->rate >= 1000 && sound->rate <= 384'000;
            return sane ? sound : std::nullopt;
        }
        if (says(file, at, "fmt ") && size >= 16) {
            if (at + 24 > file.size()) return std::nullopt;
            const auto kind = little(file, at + 8, 2);
            if ((kind != 1 && kind != 0xfffe) || little(file, at + 22, 2) != 16) return std::nullopt;
            sound = Sound{static_cast<unsigned>(little(file, at + 10, 2)), little(file, at + 12, 4)};
        }
        at += 8 + size + size % 2;
    }
    return std::nullopt;
}

/// What is written is read again as it was.
std::size_t whole_blocks(std::size_t samples) {
    return (samples + media::block_samples - 1) / media::block_samples * media::block_samples;
}

void check_writer(base::ByteView input) {
    const auto file = scratch_file("written.wav");
    std::vector<std::int16_t> samples;
    for (std::size_t i = 0; i + 1 < input.size(); i += 2)
        samples.push_back(static_cast<std::int16_t>(little(input, i, 2)));
    // Past a second the header is brought up to date on the way.
    if (input.size() % 16 == 7) samples.resize(samples.size() + 48'000, 5);
    {
        auto writer = media::WavWriter::create(file);
        CHECK(writer.has_value());
        const auto first = samples.size() / 3;
        CHECK(writer->write(std::span{samples}.first(first)) && writer->write(std::span{samples}.subspan(first)));
        CHECK(writer->size() == samples.size());
    }
    auto reader = media::WavReader::open(file);
    CHECK(reader && reader->file_channels() == 1 && reader->file_rate_hz() == 48'000);
    std::vector<std::int16_t> read;
    while (const auto block = reader->read())
        read.insert(read.end(), block->begin(), block->end());
    samples.resize(whole_blocks(samples.size()));
    CHECK(read == samples);
    CHECK(!media::WavWriter::create(file / "none"));
}

} // namespace

void run_wav(base::ByteView input) {
    check_writer(input);
    const auto file = scratch_file("sound.wav");
    write_scratch(file, input);
    const auto right = find_sound(input);
    // A converter for each rate takes a while to make, and says nothing new.
    const bool usual = !right || right->rate % 1000 == 0 || right->rate % 11'025 == 0;
    if (!usual || (right && right->channels > 8)) return;
    auto reader = media::WavReader::open(file);
    CHECK(reader.has_value() == right.has_value());
    if (!reader) {
        CHECK(reader.error().kind == media::MediaError::Kind::bad_file && reader.error().text.size() > 10);
        return;
    }
    CHECK(reader->file_channels() == static_cast<int>(right->channels));
    CHECK(reader->file_rate_hz() == static_cast<int>(right->rate));
    std::vector<std::int16_t> samples;
    while (const auto block = reader->read())
        samples.insert(samples.end(), block->begin(), block->end());
    const auto frames = right->bytes / 2 / right->channels;
    const auto expected = frames * 48'000 / right->rate;
    // As long as it says, but for the last block and what a converter holds back.
    CHECK(samples.size() + media::block_samples >= expected &&
          samples.size() <= expected + 2 * media::block_samples + 48'000);
    if (right->rate != 48'000 || right->channels != 1) return;
    CHECK(samples.size() == whole_blocks(frames));
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto wanted =
            i < frames ? static_cast<std::int16_t>(little(input, right->first + 2 * i, 2)) : std::int16_t{0};
        CHECK(samples[i] == wanted);
    }
}

std::vector<base::Bytes> wav_seeds() {
    std::vector<base::Bytes> seeds;
    const auto put = [](base::Bytes& to, std::uint64_t value, int width) {
        for (; width > 0; --width, value >>= 8)
            to.push_back(static_cast<std::uint8_t>(value));
    };
    const auto add = [&](std::uint64_t rate, std::uint64_t channels, std::size_t bytes, std::string_view before) {
        base::Bytes file;
        base::append(file, base::as_bytes("RIFF"));
        put(file, 36 + bytes, 4);
        base::append(file, base::as_bytes("WAVE"));
        base::append(file, base::as_bytes(before));
        base::append(file, base::as_bytes("fmt "));
        put(file, 16, 4);
        put(file, 1, 2);
        put(file, channels, 2);
        put(file, rate, 4);
        put(file, rate * channels * 2, 4);
        put(file, channels * 2, 2);
        put(file, 16, 2);
        base::append(file, base::as_bytes("data"));
        put(file, bytes, 4);
        for (std::size_t i = 0; i < bytes; ++i)
            file.push_back(static_cast<std::uint8_t>(i * 7));
        seeds.push_back(std::move(file));
    };
    add(48'000, 1, 2000, "");
    add(48'000, 1, 963, std::string_view{"LIST\x03\0\0\0abc\0", 12});
    add(44'100, 2, 800, "");
    add(8'000, 1, 300, "");
    add(16'000, 6, 300, "");
    add(48'000, 1, 0, "");
    add(500, 1, 10, "");
    add(48'000, 0, 10, "");
    return seeds;
}

} // namespace plenum::fuzz
