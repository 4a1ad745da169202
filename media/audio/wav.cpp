// SPDX-License-Identifier: Apache-2.0
#include "media/audio/wav.h"

#include "core/base/bytes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <fstream>
#include <gst/audio/audio.h>
#include <vector>

static_assert(std::endian::native == std::endian::little, "WAV samples are written as they stand in memory");

namespace plenum::media {
namespace {

constexpr std::uint32_t header_bytes = 44;
constexpr std::uint64_t data_bytes_max = 0xffff'ffffU - header_bytes;
/// The header may lag behind by this much.
constexpr std::uint64_t refresh_samples = sample_rate_hz;

template <class Value>
void put(std::array<char, header_bytes>& header, std::size_t at, Value value) {
    std::memcpy(header.data() + at, &value, sizeof value);
}

std::array<char, header_bytes> make_header(std::uint32_t data_bytes) {
    std::array<char, header_bytes> header{};
    std::memcpy(header.data(), "RIFF", 4);
    put(header, 4, data_bytes + header_bytes - 8);
    std::memcpy(header.data() + 8, "WAVEfmt ", 8);
    put(header, 16, std::uint32_t{16}); // size of the format chunk
    put(header, 20, std::uint16_t{1});  // PCM
    put(header, 22, std::uint16_t{1});  // channels
    put(header, 24, static_cast<std::uint32_t>(sample_rate_hz));
    put(header, 28, static_cast<std::uint32_t>(sample_rate_hz) * 2); // bytes a second
    put(header, 32, std::uint16_t{2});                               // bytes a frame
    put(header, 34, std::uint16_t{16});                              // bits
    std::memcpy(header.data() + 36, "data", 4);
    put(header, 40, data_bytes);
    return header;
}

std::unexpected<MediaError> bad_file(const std::filesystem::path& path, const std::string& why) {
    return media_error(MediaError::Kind::bad_file, "\"" + path.filename().string() + "\" " + why);
}

} // namespace

struct WavWriter::Impl {
    std::filesystem::path path;
    std::ofstream file;
    std::uint64_t samples{0};
    std::uint64_t refreshed_at{0};

    bool refresh() {
        const auto header = make_header(static_cast<std::uint32_t>(samples * 2));
        file.seekp(0);
        file.write(header.data(), header.size());
        file.seekp(0, std::ios::end);
        file.flush();
        refreshed_at = samples;
        return file.good();
    }
};

WavWriter::WavWriter(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}
WavWriter::WavWriter(WavWriter&&) noexcept = default;
WavWriter& WavWriter::operator=(WavWriter&&) noexcept = default;
WavWriter::~WavWriter() {
    if (impl_) impl_->refresh();
}

Result<WavWriter> WavWriter::create(const std::filesystem::path& path) {
    auto impl = std::make_unique<Impl>();
    impl->path = path;
    impl->file.open(path, std::ios::binary | std::ios::trunc);
    if (!impl->file || !impl->refresh()) return bad_file(path, "cannot be written.");
    return WavWriter{std::move(impl)};
}

Result<void> WavWriter::write(std::span<const std::int16_t> samples) {
    if ((impl_->samples + samples.size()) * 2 > data_bytes_max) {
        return bad_file(impl_->path, "has reached the 4 GiB a WAV file can hold.");
    }
    impl_->file.write(reinterpret_cast<const char*>(samples.data()),
                      static_cast<std::streamsize>(samples.size() * sizeof(std::int16_t)));
    impl_->samples += samples.size();
    if (impl_->samples - impl_->refreshed_at >= refresh_samples) impl_->refresh();
    if (!impl_->file) return bad_file(impl_->path, "cannot be written any further; the disk may be full.");
    return {};
}

std::uint64_t WavWriter::size() const { return impl_->samples; }

// --- reader ---

namespace {

struct Format {
    std::uint16_t channels{0};
    std::uint32_t rate{0};
};

template <class Value>
Value get(std::span<const char> from, std::size_t at) {
    Value value;
    std::memcpy(&value, from.data() + at, sizeof value);
    return value;
}

/// Walks the chunks up to "data"; an error is what to tell of the file.
std::expected<std::pair<Format, std::uint64_t>, std::string> read_chunks(std::ifstream& file) {
    std::array<char, 12> riff{};
    if (!file.read(riff.data(), riff.size()) || std::memcmp(riff.data(), "RIFF", 4) != 0 ||
        std::memcmp(riff.data() + 8, "WAVE", 4) != 0) {
        return std::unexpected{"is no WAV file."};
    }
    std::optional<Format> format;
    std::array<char, 8> chunk{};
    while (file.read(chunk.data(), chunk.size())) {
        const auto size = get<std::uint32_t>(chunk, 4);
        if (std::memcmp(chunk.data(), "data", 4) == 0) {
            if (!format) return std::unexpected{"has samples before their format."};
            return std::pair{*format, static_cast<std::uint64_t>(size)};
        }
        std::uint32_t used = 0;
        if (std::memcmp(chunk.data(), "fmt ", 4) == 0 && size >= 16) {
            std::array<char, 16> body{};
            if (!file.read(body.data(), body.size())) break;
            used = 16;
            const auto kind = get<std::uint16_t>(body, 0);
            if ((kind != 1 && kind != 0xfffe) || get<std::uint16_t>(body, 14) != 16) {
                return std::unexpected{"is not PCM of 16 bits."};
            }
            format = Format{get<std::uint16_t>(body, 2), get<std::uint32_t>(body, 4)};
        }
        file.seekg(static_cast<std::streamoff>(size - used) + (size & 1), std::ios::cur);
    }
    return std::unexpected{"ends before its samples."};
}

struct FreeConverter {
    void operator()(GstAudioConverter* converter) const { gst_audio_converter_free(converter); }
};
using Converter = std::unique_ptr<GstAudioConverter, FreeConverter>;

Converter make_converter(const Format& format) {
    GstAudioInfo in;
    GstAudioInfo out;
    gst_audio_info_init(&in);
    gst_audio_info_init(&out);
    gst_audio_info_set_format(&in, GST_AUDIO_FORMAT_S16, static_cast<gint>(format.rate), format.channels, nullptr);
    gst_audio_info_set_format(&out, GST_AUDIO_FORMAT_S16, sample_rate_hz, 1, nullptr);
    auto* mix = gst_structure_new_empty("GstAudioConverter");
    if (format.channels > 2) {
        // No positions are known: the mean of all.
        GValue matrix = G_VALUE_INIT;
        GValue row = G_VALUE_INIT;
        g_value_init(&matrix, GST_TYPE_ARRAY);
        g_value_init(&row, GST_TYPE_ARRAY);
        for (int i = 0; i < format.channels; ++i) {
            GValue share = G_VALUE_INIT;
            g_value_init(&share, G_TYPE_FLOAT);
            g_value_set_float(&share, 1.0F / static_cast<float>(format.channels));
            gst_value_array_append_and_take_value(&row, &share);
        }
        gst_value_array_append_and_take_value(&matrix, &row);
        gst_structure_take_value(mix, GST_AUDIO_CONVERTER_OPT_MIX_MATRIX, &matrix);
    }
    return Converter{gst_audio_converter_new(GST_AUDIO_CONVERTER_FLAG_NONE, &in, &out, mix)};
}

} // namespace

struct WavReader::Impl {
    std::ifstream file;
    Format format;
    std::uint64_t bytes_left{0};
    Converter converter;
    std::vector<std::int16_t> ready;
    bool ended{false};

    void fill();
    void convert(std::vector<std::int16_t> samples, std::size_t frames);
};

void WavReader::Impl::convert(std::vector<std::int16_t> samples, std::size_t frames) {
    const auto out_frames = gst_audio_converter_get_out_frames(converter.get(), frames);
    const auto before = ready.size();
    ready.resize(before + out_frames);
    gpointer in[] = {samples.empty() ? nullptr : samples.data()};
    gpointer out[] = {ready.data() + before};
    gst_audio_converter_samples(converter.get(), GST_AUDIO_CONVERTER_FLAG_NONE, samples.empty() ? nullptr : in, frames,
                                out, out_frames);
}

void WavReader::Impl::fill() {
    constexpr std::size_t frames_at_once = 4096;
    std::vector<std::int16_t> samples(frames_at_once * format.channels);
    const auto wanted = std::min<std::uint64_t>(bytes_left, samples.size() * sizeof(std::int16_t));
    file.read(reinterpret_cast<char*>(samples.data()), static_cast<std::streamsize>(wanted));
    const auto got = static_cast<std::uint64_t>(file.gcount());
    bytes_left -= got;
    const auto frames = static_cast<std::size_t>(got) / (sizeof(std::int16_t) * format.channels);
    if (frames > 0) convert(std::move(samples), frames);
    if (got < wanted || bytes_left == 0) {
        ended = true;
        convert({}, gst_audio_converter_get_max_latency(converter.get()));
    }
}

WavReader::WavReader(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}
WavReader::WavReader(WavReader&&) noexcept = default;
WavReader& WavReader::operator=(WavReader&&) noexcept = default;
WavReader::~WavReader() = default;

Result<WavReader> WavReader::open(const std::filesystem::path& path) {
    gst_init(nullptr, nullptr);
    auto impl = std::make_unique<Impl>();
    impl->file.open(path, std::ios::binary);
    if (!impl->file) return bad_file(path, "cannot be opened.");
    auto chunks = read_chunks(impl->file);
    if (!chunks) return bad_file(path, chunks.error());
    impl->format = chunks->first;
    impl->bytes_left = chunks->second;
    if (impl->format.channels < 1 || impl->format.channels > 64 || impl->format.rate < 1000 ||
        impl->format.rate > 384'000) {
        return bad_file(path, "has a sample rate or a number of channels that no sound has.");
    }
    impl->converter = make_converter(impl->format);
    if (!impl->converter) return bad_file(path, "cannot be converted to 48 kHz.");
    return WavReader{std::move(impl)};
}

std::optional<AudioBlock> WavReader::read() {
    auto& ready = impl_->ready;
    while (ready.size() < block_samples && !impl_->ended)
        impl_->fill();
    if (ready.empty()) return std::nullopt;
    AudioBlock block{};
    const auto count = std::min(ready.size(), block_samples);
    std::copy_n(ready.begin(), count, block.begin());
    ready.erase(ready.begin(), ready.begin() + static_cast<std::ptrdiff_t>(count));
    return block;
}

int WavReader::file_rate_hz() const { return static_cast<int>(impl_->format.rate); }
int WavReader::file_channels() const { return impl_->format.channels; }

} // namespace plenum::media
