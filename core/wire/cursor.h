// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace plenum::wire {

/// Largest value of a variable-length integer (RFC 9000 §16): 62 bits.
inline constexpr std::uint64_t varint_max = (std::uint64_t{1} << 62) - 1;
/// Bytes that `value` takes as a variable-length integer. Precondition: value ≤ varint_max.
[[nodiscard]] constexpr std::size_t varint_size(std::uint64_t value) {
    if (value < 0x40) return 1;
    if (value < 0x4000) return 2;
    return value < 0x4000'0000 ? 4 : 8;
}

/// Appends numbers in network byte order to a buffer of the caller's.
class Writer {
  public:
    explicit Writer(base::Bytes& to) : to_{to} {}

    void u8(std::uint8_t value) { to_.push_back(value); }
    void u16(std::uint16_t value) { big_endian(value, 2); }
    void u32(std::uint32_t value) { big_endian(value, 4); }
    void u64(std::uint64_t value) { big_endian(value, 8); }
    /// RFC 9000 §16, in its shortest form. CHECKs value ≤ varint_max.
    void varint(std::uint64_t value);
    void bytes(base::ByteView bytes) { base::append(to_, bytes); }
    [[nodiscard]] std::size_t size() const { return to_.size(); }

  private:
    void big_endian(std::uint64_t value, unsigned width) {
        const auto left = value << (8 - width) * 8;
        const auto network = std::endian::native == std::endian::big ? left : std::byteswap(left);
        std::array<std::uint8_t, 8> all;
        std::memcpy(all.data(), &network, all.size());
        // Byte by byte: a range of unknown length costs more than the few that stand here.
        for (unsigned at = 0; at < width; ++at)
            to_.push_back(all[at]);
    }

    base::Bytes& to_;
};

/// Reads what `Writer` wrote, out of bytes nobody vouches for. The first read past the end, or of a longer form than
/// needed, makes the reader fail for good; failed reads give zero. Ask `ok()` before using anything.
class Reader {
  public:
    explicit Reader(base::ByteView from) : from_{from} {}

    std::uint8_t u8() { return static_cast<std::uint8_t>(big_endian(1)); }
    std::uint16_t u16() { return static_cast<std::uint16_t>(big_endian(2)); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(big_endian(4)); }
    std::uint64_t u64() { return big_endian(8); }
    /// Refuses forms longer than needed: every value has one encoding, so that what is hashed is unambiguous.
    std::uint64_t varint();
    /// The next `count` bytes, a view into the source; empty when fewer are left.
    base::ByteView bytes(std::size_t count) {
        if (failed_ || count > from_.size()) {
            failed_ = true;
            return {};
        }
        const auto taken = from_.first(count);
        from_ = from_.subspan(count);
        return taken;
    }
    /// Everything that is left.
    base::ByteView rest() { return bytes(from_.size()); }

    void fail() { failed_ = true; }
    [[nodiscard]] bool ok() const { return !failed_; }
    [[nodiscard]] bool at_end() const { return from_.empty(); }
    [[nodiscard]] std::size_t remaining() const { return from_.size(); }

  private:
    std::uint64_t big_endian(unsigned width) {
        std::uint64_t value = 0;
        for (const auto byte : bytes(width))
            value = value << 8 | byte;
        return value;
    }

    base::ByteView from_;
    bool failed_{false};
};

} // namespace plenum::wire
