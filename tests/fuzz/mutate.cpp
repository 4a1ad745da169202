// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/mutate.h"

#include <algorithm>
#include <array>

namespace plenum::fuzz {
namespace {

/// Where lengths, counts and variable-length numbers change their form.
constexpr std::array<std::uint64_t, 16> interesting{0,
                                                    1,
                                                    2,
                                                    0x3f,
                                                    0x40,
                                                    0x7f,
                                                    0x80,
                                                    0xff,
                                                    0x100,
                                                    0x3fff,
                                                    0x4000,
                                                    0xffff,
                                                    0x3fff'ffff,
                                                    0xffff'ffff,
                                                    0x3fff'ffff'ffff'ffff,
                                                    0xffff'ffff'ffff'ffff};

std::size_t place(const base::Bytes& bytes, base::Random& random) {
    return bytes.empty() ? 0 : static_cast<std::size_t>(random.below(bytes.size()));
}

auto at(base::Bytes& bytes, std::size_t index) { return bytes.begin() + static_cast<std::ptrdiff_t>(index); }

void set_number(base::Bytes& bytes, base::Random& random) {
    const auto value = interesting[random.below(interesting.size())];
    const auto width = std::size_t{1} << random.below(4);
    const auto from = place(bytes, random);
    for (std::size_t i = 0; i < width && from + i < bytes.size(); ++i)
        bytes[from + i] = static_cast<std::uint8_t>(value >> (width - 1 - i) * 8);
}

void cut(base::Bytes& bytes, base::Random& random) {
    const auto from = place(bytes, random);
    const auto most = std::min<std::size_t>(bytes.size() - from, 64);
    const auto count = random.chance(100'000) ? bytes.size() - from : random.below(most + 1);
    bytes.erase(at(bytes, from), at(bytes, from + count));
}

void insert(base::Bytes& bytes, base::ByteView piece, base::Random& random) {
    const auto to = random.below(bytes.size() + 1);
    const base::Bytes copy{piece.begin(), piece.end()};
    bytes.insert(at(bytes, to), copy.begin(), copy.end());
}

base::ByteView piece_of(base::ByteView bytes, std::size_t size_max, base::Random& random) {
    if (bytes.empty()) return bytes;
    const auto from = random.below(bytes.size());
    return bytes.subspan(from, random.below(std::min<std::uint64_t>(bytes.size() - from, size_max) + 1));
}

void overwrite(base::Bytes& bytes, base::ByteView piece, base::Random& random) {
    const auto from = place(bytes, random);
    for (std::size_t i = 0; i < piece.size() && from + i < bytes.size(); ++i)
        bytes[from + i] = piece[i];
}

base::Bytes noise(std::size_t size, base::Random& random) {
    base::Bytes bytes(size);
    for (auto& byte : bytes)
        byte = static_cast<std::uint8_t>(random.next());
    return bytes;
}

void change(base::Bytes& bytes, base::ByteView other, base::Random& random) {
    switch (random.below(10)) {
    case 0:
        if (!bytes.empty()) bytes[place(bytes, random)] ^= static_cast<std::uint8_t>(1U << random.below(8));
        break;
    case 1:
        if (!bytes.empty()) bytes[place(bytes, random)] = static_cast<std::uint8_t>(random.next());
        break;
    case 2: set_number(bytes, random); break;
    case 3: cut(bytes, random); break;
    case 4: insert(bytes, noise(1 + random.below(8), random), random); break;
    case 5: insert(bytes, piece_of(bytes, 64, random), random); break;
    case 6: insert(bytes, piece_of(other, 256, random), random); break;
    case 7: overwrite(bytes, piece_of(other, 64, random), random); break;
    case 8: overwrite(bytes, noise(1 + random.below(16), random), random); break;
    default: insert(bytes, noise(1 + random.below(200), random), random); break;
    }
}

} // namespace

base::Bytes mutate(std::span<const base::Bytes> pool, std::size_t bytes_max, base::Random& random) {
    auto bytes = pool[random.below(pool.size())];
    const auto changes = 1 + random.below(4);
    for (std::uint64_t i = 0; i < changes; ++i)
        change(bytes, pool[random.below(pool.size())], random);
    if (bytes.size() > bytes_max) bytes.resize(bytes_max);
    return bytes;
}

} // namespace plenum::fuzz
