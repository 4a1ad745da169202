// SPDX-License-Identifier: Apache-2.0
#include "core/wire/cursor.h"

#include "core/base/check.h"

namespace plenum::wire {

void Writer::varint(std::uint64_t value) {
    CHECK(value <= varint_max);
    switch (varint_size(value)) {
    case 1: return u8(static_cast<std::uint8_t>(value));
    case 2: return big_endian<2>(value | 0x4000);
    case 4: return big_endian<4>(value | 0x8000'0000);
    default: return big_endian<8>(value | 0xc000'0000'0000'0000);
    }
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

} // namespace plenum::wire
