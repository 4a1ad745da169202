// SPDX-License-Identifier: Apache-2.0
#include "core/wire/cursor.h"

#include "core/base/check.h"

namespace plenum::wire {

std::size_t varint_size(std::uint64_t value) {
    if (value < 0x40) return 1;
    if (value < 0x4000) return 2;
    if (value < 0x4000'0000) return 4;
    return 8;
}

void Writer::big_endian(std::uint64_t value, unsigned width) {
    for (unsigned i = width; i > 0; --i)
        to_.push_back(static_cast<std::uint8_t>(value >> (i - 1) * 8));
}

void Writer::varint(std::uint64_t value) {
    CHECK(value <= varint_max);
    switch (varint_size(value)) {
    case 1: return big_endian(value, 1);
    case 2: return big_endian(value | 0x4000, 2);
    case 4: return big_endian(value | 0x8000'0000, 4);
    default: return big_endian(value | 0xc000'0000'0000'0000, 8);
    }
}

std::uint64_t Reader::big_endian(unsigned width) {
    std::uint64_t value = 0;
    for (const auto byte : bytes(width))
        value = value << 8 | byte;
    return value;
}

std::uint64_t Reader::varint() {
    if (failed_ || from_.empty()) {
        failed_ = true;
        return 0;
    }
    const unsigned width = 1U << (from_[0] >> 6);
    const auto value = big_endian(width) & (~std::uint64_t{0} >> (64 - width * 8 + 2));
    if (failed_ || varint_size(value) != width) {
        failed_ = true;
        return 0;
    }
    return value;
}

base::ByteView Reader::bytes(std::size_t count) {
    if (failed_ || count > from_.size()) {
        failed_ = true;
        return {};
    }
    const auto taken = from_.first(count);
    from_ = from_.subspan(count);
    return taken;
}

} // namespace plenum::wire
