// SPDX-License-Identifier: Apache-2.0
#include "media/camera/h264_parameters.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace plenum::media {
namespace {

/// Kinds of units (ITU-T H.264, table 7-1).
constexpr unsigned slice_of_other = 1;
constexpr unsigned partition_last = 4;
constexpr unsigned slice_of_idr = 5;
constexpr unsigned sequence_parameters = 7;

/// Larger sets are none that an encoder makes.
constexpr std::size_t parameter_bytes_max = 256;
constexpr std::uint32_t blocks_max = 4096 / 16;

/// Bits of a unit, most significant first. What is not there makes it fail for good and reads as 0.
class BitReader {
  public:
    explicit BitReader(base::ByteView bytes) {
        // 0x03 behind two zeros keeps start codes out (7.4.1).
        int zeros = 0;
        for (const auto byte : bytes.first(std::min(bytes.size(), parameter_bytes_max))) {
            const bool guard = zeros >= 2 && byte == 3;
            zeros = byte == 0 ? zeros + 1 : 0;
            if (!guard) bytes_.push_back(byte);
        }
    }

    std::uint32_t bits(unsigned count) {
        std::uint32_t value = 0;
        for (unsigned i = 0; i < count; ++i, ++at_) {
            const auto byte = at_ / 8;
            if (byte >= bytes_.size()) failed_ = true;
            const unsigned bit = failed_ ? 0U : (bytes_[byte] >> (7 - at_ % 8)) & 1U;
            value = value << 1 | bit;
        }
        return value;
    }
    /// Exp-Golomb code (9.1).
    std::uint32_t number() {
        unsigned zeros = 0;
        while (!failed_ && bits(1) == 0)
            if (++zeros > 31) failed_ = true;
        if (failed_) return 0;
        return static_cast<std::uint32_t>((std::uint64_t{1} << zeros) - 1 + bits(zeros));
    }
    [[nodiscard]] bool ok() const { return !failed_; }

  private:
    base::Bytes bytes_;
    std::size_t at_{0};
    bool failed_{false};
};

bool has_chroma_format(std::uint32_t profile) {
    constexpr std::array<std::uint32_t, 9> profiles{100, 110, 122, 244, 44, 83, 86, 118, 128};
    return std::ranges::find(profiles, profile) != profiles.end();
}

/// 4:2:0, 8 bit, no matrices.
bool is_plain_chroma(BitReader& reader) {
    const bool halved = reader.number() == 1;
    const bool luma = reader.number() == 0;
    const bool chroma = reader.number() == 0;
    return halved && luma && chroma && reader.bits(2) == 0;
}

bool skip_order(BitReader& reader) {
    const auto type = reader.number();
    if (type == 0) reader.number();
    if (type == 1) {
        reader.bits(1);
        reader.number();
        reader.number();
        const auto count = reader.number();
        if (count > 255) return false;
        for (std::uint32_t i = 0; i < count && reader.ok(); ++i)
            reader.number();
    }
    return type <= 2;
}

/// Of a sequence parameter set (7.3.2.1.1), behind the unit's first byte.
std::optional<H264Size> size_in(base::ByteView bytes) {
    BitReader reader{bytes};
    const auto profile = reader.bits(8);
    reader.bits(16);
    reader.number();
    if (has_chroma_format(profile) && !is_plain_chroma(reader)) return std::nullopt;
    reader.number();
    if (!skip_order(reader)) return std::nullopt;
    reader.number();
    reader.bits(1);
    const auto columns = reader.number();
    const auto rows = reader.number();
    const bool progressive = reader.bits(1) == 1;
    reader.bits(1);
    if (!reader.ok() || !progressive || columns >= blocks_max || rows >= blocks_max) return std::nullopt;
    H264Size size{static_cast<int>(16 * (columns + 1)), static_cast<int>(16 * (rows + 1))};
    if (reader.bits(1) == 1) {
        std::array<std::uint32_t, 4> crop{};
        for (auto& side : crop)
            side = std::min(reader.number(), 16U * blocks_max);
        size.width -= static_cast<int>(2 * (crop[0] + crop[1]));
        size.height -= static_cast<int>(2 * (crop[2] + crop[3]));
    }
    if (!reader.ok() || size.width <= 0 || size.height <= 0) return std::nullopt;
    return size;
}

/// Behind the next start code at or after `from`.
std::optional<std::size_t> next_unit(base::ByteView bytes, std::size_t from) {
    constexpr std::array<std::uint8_t, 3> start{0, 0, 1};
    const auto found = std::ranges::search(bytes.subspan(from), start);
    if (found.empty()) return std::nullopt;
    return static_cast<std::size_t>(found.end() - bytes.begin());
}

} // namespace

std::optional<H264Size> h264_picture_size(base::ByteView access_unit) {
    std::optional<H264Size> size;
    bool pictured = false;
    for (auto unit = next_unit(access_unit, 0); unit && *unit < access_unit.size();
         unit = next_unit(access_unit, *unit)) {
        const auto bytes = access_unit.subspan(*unit);
        const unsigned kind = bytes[0] & 31U;
        if (kind >= slice_of_other && kind <= partition_last) return std::nullopt;
        if (kind == slice_of_idr && !size) return std::nullopt;
        pictured = pictured || kind == slice_of_idr;
        if (kind != sequence_parameters) continue;
        const auto said = size_in(bytes.subspan(1));
        if (!said || (size && *size != *said)) return std::nullopt;
        size = said;
    }
    return pictured ? size : std::nullopt;
}

} // namespace plenum::media
