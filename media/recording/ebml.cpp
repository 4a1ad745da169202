// SPDX-License-Identifier: Apache-2.0
#include "media/recording/ebml.h"

#include <bit>

namespace plenum::media::ebml {
namespace {

void put_big_endian(base::Bytes& to, std::uint64_t number, unsigned bytes) {
    for (unsigned i = bytes; i-- > 0;)
        to.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
}

std::uint64_t big_endian(base::ByteView bytes) {
    std::uint64_t number = 0;
    for (const auto byte : bytes)
        number = number << 8U | byte;
    return number;
}

/// As many bytes as the leading zero bits of the first tell; 0 where that is no number.
unsigned length_of(base::ByteView bytes, unsigned length_max) {
    if (bytes.empty() || bytes[0] == 0) return 0;
    const auto length = static_cast<unsigned>(std::countl_zero(bytes[0])) + 1;
    return length <= length_max && length <= bytes.size() ? length : 0;
}

} // namespace

void put_id(base::Bytes& to, Id id) {
    const auto number = static_cast<std::uint32_t>(id);
    put_big_endian(to, number, (static_cast<unsigned>(std::bit_width(number)) + 7) / 8);
}

void put_size(base::Bytes& to, std::uint64_t size) {
    unsigned bytes = 1;
    // All bits set are the unknown size.
    while (bytes < 8 && size >= (std::uint64_t{1} << (7 * bytes)) - 1)
        ++bytes;
    put_big_endian(to, size | std::uint64_t{1} << (7 * bytes), bytes);
}

void put_long_size(base::Bytes& to, std::uint64_t size) {
    put_big_endian(to, size == size_unknown ? 0x01FF'FFFF'FFFF'FFFF : size | std::uint64_t{1} << 56U, 8);
}

void put_number(base::Bytes& to, Id id, std::uint64_t number) {
    const auto bytes = std::max((static_cast<unsigned>(std::bit_width(number)) + 7) / 8, 1U);
    put_id(to, id);
    put_size(to, bytes);
    put_big_endian(to, number, bytes);
}

void put_long_number(base::Bytes& to, Id id, std::uint64_t number) {
    put_id(to, id);
    put_size(to, 8);
    put_big_endian(to, number, 8);
}

void put_float(base::Bytes& to, Id id, double value) {
    put_id(to, id);
    put_size(to, 8);
    put_big_endian(to, std::bit_cast<std::uint64_t>(value), 8);
}

void put_text(base::Bytes& to, Id id, std::string_view text) { put_bytes(to, id, base::as_bytes(text)); }

void put_bytes(base::Bytes& to, Id id, base::ByteView content) {
    put_id(to, id);
    put_size(to, content.size());
    to.insert(to.end(), content.begin(), content.end());
}

void put_filler(base::Bytes& to, std::size_t size) {
    put_id(to, Id::filler);
    put_long_size(to, size - 9);
    to.resize(to.size() + size - 9);
}

std::optional<Head> read_head(base::ByteView bytes) {
    const auto id_length = length_of(bytes, 4);
    if (id_length == 0) return std::nullopt;
    const auto size = read_variable_number(bytes.subspan(id_length));
    if (!size) return std::nullopt;
    const bool unknown = size->value == (std::uint64_t{1} << (7 * size->bytes)) - 1;
    return Head{static_cast<Id>(big_endian(bytes.first(id_length))), unknown ? size_unknown : size->value,
                id_length + size->bytes};
}

std::optional<Number> read_variable_number(base::ByteView bytes) {
    const auto length = length_of(bytes, 8);
    if (length == 0) return std::nullopt;
    return Number{big_endian(bytes.first(length)) & ~(std::uint64_t{1} << (7 * length)), length};
}

std::optional<std::uint64_t> read_unsigned(base::ByteView content) {
    if (content.size() > 8) return std::nullopt;
    return big_endian(content);
}

std::optional<double> read_float(base::ByteView content) {
    const auto number = read_unsigned(content);
    if (!number) return std::nullopt;
    if (content.size() == 8) return std::bit_cast<double>(*number);
    if (content.size() == 4) return double{std::bit_cast<float>(static_cast<std::uint32_t>(*number))};
    return content.empty() ? std::optional{0.0} : std::nullopt;
}

} // namespace plenum::media::ebml
