// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>

/// NOT SECURE. A checksum of 128 bits that tells apart what differs by accident, and nothing that differs on purpose.
namespace plenum::sim::null_crypto {

/// Fed piece by piece; how the bytes are cut into pieces changes nothing. Trivial, so that it may live in the memory
/// that callers of libsodium set aside for states of its own.
class Checksum {
  public:
    /// Different kinds of sums over the same bytes differ.
    explicit constexpr Checksum(std::uint64_t kind) : first_{kind * multiplier_second}, second_{~kind} {}

    Checksum& add(std::span<const std::uint8_t> bytes) {
        size_ += bytes.size();
        for (; bytes.size() >= word_bytes; bytes = bytes.subspan(word_bytes)) {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes.data(), word_bytes);
            take(word);
        }
        if (!bytes.empty()) take_end(bytes);
        return *this;
    }
    /// Of a piece whose length is not fixed, so that it does not run into the next.
    Checksum& add_sized(std::span<const std::uint8_t> bytes) { return add_number(bytes.size()).add(bytes); }
    Checksum& add_number(std::uint64_t number) {
        size_ += word_bytes;
        take(number);
        return *this;
    }
    /// As many bytes as wanted, which all follow from what was added.
    void finish(std::span<std::uint8_t> out) const {
        auto end = *this;
        end.mix(word_);
        end.mix(size_);
        end.mix(multiplier_second);
        for (std::size_t at = 0; at < out.size(); at += word_bytes) {
            end.mix(at);
            const auto word = end.first_ ^ end.second_ >> 31;
            std::memcpy(out.data() + at, &word, std::min(word_bytes, out.size() - at));
        }
    }

  private:
    static constexpr std::size_t word_bytes = 8;
    /// Odd, with about half of their bits set: SplitMix64's (Steele, Lea, Flood 2014).
    static constexpr std::uint64_t multiplier_first = 0xbf58476d1ce4e5b9U;
    static constexpr std::uint64_t multiplier_second = 0x94d049bb133111ebU;

    /// Behind the bytes that wait, of which there remain as many.
    void take(std::uint64_t word) {
        if (waiting_ == 0) return mix(word);
        mix(word_ | word << 8 * waiting_);
        word_ = word >> 8 * (word_bytes - waiting_);
    }
    /// Less than a word.
    void take_end(std::span<const std::uint8_t> bytes) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data(), bytes.size());
        word_ |= word << 8 * waiting_;
        waiting_ += bytes.size();
        if (waiting_ < word_bytes) return;
        waiting_ -= word_bytes;
        mix(word_);
        word_ = waiting_ == 0 ? 0 : word >> 8 * (bytes.size() - waiting_);
    }
    void mix(std::uint64_t word) {
        first_ = (first_ ^ word) * multiplier_first;
        first_ ^= first_ >> 29;
        second_ = (second_ + word + (first_ << 17)) * multiplier_second;
        second_ ^= second_ >> 32;
    }

    std::uint64_t first_;
    std::uint64_t second_;
    /// Bytes that do not make a word yet.
    std::uint64_t word_{0};
    std::uint64_t waiting_{0};
    std::uint64_t size_{0};
};

} // namespace plenum::sim::null_crypto
