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
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    void u8(std::uint8_t value) { big_endian<1>(value); }
    void u16(std::uint16_t value) { big_endian<2>(value); }
    void u32(std::uint32_t value) { big_endian<4>(value); }
    void u64(std::uint64_t value) { big_endian<8>(value); }
    /// RFC 9000 §16, in its shortest form. CHECKs value ≤ varint_max.
    void varint(std::uint64_t value) {
        if (value < 0x40) return u8(static_cast<std::uint8_t>(value));
        long_varint(value);
    }
    void bytes(base::ByteView bytes);

    /// What `write` writes gathers here and reaches the buffer when it is over: a buffer that grows by a few bytes at a
    /// time costs more than the bytes do. Whoever throws in it ends this writer.
    void together(auto write) {
        ++together_;
        write();
        --together_;
        settle();
    }

  private:
    template <unsigned Width>
    void big_endian(std::uint64_t value) {
        const auto left = value << (8 - Width) * 8;
        const auto network = std::endian::native == std::endian::big ? left : std::byteswap(left);
        if (gathered_.size() - count_ < Width) flush();
        std::memcpy(gathered_.data() + count_, &network, Width);
        count_ += Width;
        settle();
    }
    void settle() {
        if (together_ == 0 && count_ > 0) flush();
    }
    void long_varint(std::uint64_t value);
    void flush();

    base::Bytes& to_;
    std::array<std::uint8_t, 64> gathered_;
    std::size_t count_{0};
    unsigned together_{0};
};

/// Reads what `Writer` wrote, out of bytes nobody vouches for. The first read past the end, or of a longer form than
/// needed, makes the reader fail for good; failed reads give zero. Ask `ok()` before using anything.
class Reader {
  public:
    explicit Reader(base::ByteView from) : from_{from} {}

    std::uint8_t u8() { return static_cast<std::uint8_t>(big_endian<1>()); }
    std::uint16_t u16() { return static_cast<std::uint16_t>(big_endian<2>()); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(big_endian<4>()); }
    std::uint64_t u64() { return big_endian<8>(); }
    /// Refuses forms longer than needed: every value has one encoding, so that what is hashed is unambiguous.
    std::uint64_t varint() {
        const bool one_byte = !from_.empty() && from_.front() < 0x40;
        return one_byte ? u8() : long_varint();
    }
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
    template <unsigned Width>
    std::uint64_t big_endian() {
        const auto taken = bytes(Width);
        if (taken.empty()) return 0;
        std::uint64_t network = 0;
        std::memcpy(&network, taken.data(), Width);
        return (std::endian::native == std::endian::big ? network : std::byteswap(network)) >> (8 - Width) * 8;
    }
    std::uint64_t long_varint();

    base::ByteView from_;
    bool failed_{false};
};

} // namespace plenum::wire
