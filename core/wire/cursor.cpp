// SPDX-License-Identifier: Apache-2.0
#include "core/wire/cursor.h"

#include "core/base/check.h"

#include <algorithm>

namespace plenum::wire {

void Writer::long_varint(std::uint64_t value) {
    CHECK(value <= varint_max);
    if (value < 0x4000) return big_endian<2>(value | 0x4000);
    if (value < 0x4000'0000) return big_endian<4>(value | 0x8000'0000);
    big_endian<8>(value | 0xc000'0000'0000'0000);
}

void Writer::bytes(base::ByteView bytes) {
    if (bytes.size() > gathered_.size() - count_) {
        flush();
        return base::append(to_, bytes);
    }
    std::ranges::copy(bytes, gathered_.begin() + static_cast<std::ptrdiff_t>(count_));
    count_ += bytes.size();
    settle();
}

void Writer::flush() {
    base::append(to_, base::ByteView{gathered_}.first(count_));
    count_ = 0;
}

std::uint64_t Reader::long_varint() {
    if (failed_ || from_.empty()) {
        failed_ = true;
        return 0;
    }
    const unsigned width = 1U << (from_.front() >> 6);
    std::uint64_t value = 0;
    switch (width) {
    case 1: value = u8(); break;
    case 2: value = u16(); break;
    case 4: value = u32(); break;
    default: value = u64(); break;
    }
    // The two bits that tell the width.
    value &= ~std::uint64_t{0} >> (64 - width * 8 + 2);
    if (failed_ || varint_size(value) != width) {
        failed_ = true;
        return 0;
    }
    return value;
}

} // namespace plenum::wire
