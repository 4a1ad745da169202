// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/hostile/attacks.h"

#include <algorithm>

namespace plenum::fuzz {
namespace {

constexpr std::size_t tape_max = 4096;

} // namespace

void Attacker::overhear(const test::Hall::Sent& sent) {
    if (tape_.size() < tape_max) {
        tape_.push_back(sent);
        return;
    }
    tape_[next_slot_] = sent;
    // The first, handshakes among them, stay.
    next_slot_ = std::max<std::size_t>((next_slot_ + 1) % tape_max, 256);
}

base::Address Attacker::somewhere() {
    if (random_.below(2) == 0) return victims_[random_.below(victims_.size())];
    return base::Address::v4(203, 0, 113, static_cast<std::uint8_t>(random_.next()),
                             static_cast<std::uint16_t>(random_.next()));
}

void Attacker::add_noise(base::Bytes& bytes, std::size_t size) {
    const auto end = bytes.size() + size;
    while (bytes.size() < end) {
        auto word = random_.next();
        for (int i = 0; i < 8 && bytes.size() < end; ++i, word >>= 8)
            bytes.push_back(static_cast<std::uint8_t>(word));
    }
}

/// Another number, near or far, or another receiver.
void Attacker::renumber(base::Bytes& bytes) {
    if (bytes.size() < wire::SealedHeader::size || bytes.front() != 4) {
        bytes[random_.below(std::min<std::size_t>(bytes.size(), 5))] ^= 1;
        return;
    }
    if (random_.below(3) == 0) {
        std::copy_n(any().bytes.begin() + 1, 4, bytes.begin() + 4);
        return;
    }
    const auto number = random_.below(2) == 0 ? random_.below(100'000) : random_.next() >> 2;
    for (std::size_t i = 0; i < 8; ++i)
        bytes[8 + i] = static_cast<std::uint8_t>(number >> (56 - 8 * i));
}

/// Nobody in a call that goes well is sent a cookie, so one is made from nothing.
void Attacker::forge(base::Bytes& bytes) {
    auto size = bytes.size();
    if (random_.below(8) == 0) {
        size = wire::cookie_reply_bytes;
        bytes.resize(5);
        bytes.front() = static_cast<std::uint8_t>(wire::DatagramType::cookie_reply);
    }
    bytes.resize(std::min<std::size_t>(bytes.size(), bytes.front() == 4 ? wire::SealedHeader::size : 5));
    add_noise(bytes, size - bytes.size());
}

void Attacker::shape(Hostile& hostile) {
    auto& bytes = hostile.bytes;
    switch (hostile.attack) {
    case Attack::replayed: return;
    case Attack::misplaced:
        hostile.from = somewhere();
        hostile.to = victims_[random_.below(victims_.size())];
        return;
    case Attack::reflected: return std::swap(hostile.from, hostile.to);
    case Attack::flipped:
        for (auto bits = 1 + random_.below(8); bits > 0; --bits)
            bytes[random_.below(bytes.size())] ^= static_cast<std::uint8_t>(1U << random_.below(8));
        return;
    case Attack::truncated: return bytes.resize(random_.below(bytes.size()));
    case Attack::extended: return add_noise(bytes, 1 + random_.below(random_.below(8) == 0 ? 1500 : 20));
    case Attack::spliced: {
        const auto& other = any().bytes;
        const auto front = random_.below(std::min(bytes.size(), other.size()) + 1);
        bytes.resize(front);
        bytes.insert(bytes.end(), other.begin() + static_cast<std::ptrdiff_t>(front), other.end());
        return;
    }
    case Attack::renumbered: return renumber(bytes);
    case Attack::forged: return forge(bytes);
    case Attack::noise: bytes.clear(); return add_noise(bytes, random_.below(200));
    }
}

void Attacker::make(Hostile& into) {
    const auto& sent = any();
    into.attack = base::enum_values<Attack>[random_.below(base::enum_count<Attack>)];
    into.from = random_.below(4) == 0 ? somewhere() : sent.from;
    into.to = sent.to;
    into.bytes.assign(sent.bytes.begin(), sent.bytes.end());
    shape(into);
    if (into.attack == Attack::noise && !into.bytes.empty() && random_.below(2) == 0)
        into.bytes.front() = static_cast<std::uint8_t>(1 + random_.below(5));
    if (std::ranges::find(victims_, into.to) == victims_.end()) into.to = victims_[random_.below(victims_.size())];
}

} // namespace plenum::fuzz
