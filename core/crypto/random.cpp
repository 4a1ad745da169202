// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/random.h"

#include "core/crypto/hash.h"
#include "core/crypto/nonce.h"

#include <sodium.h>

namespace plenum::crypto {

SeededRandom::SeededRandom(const base::Seed& seed) : key_{derive(*SecretKey::from(seed.view()), "plenum random")} {}

void SeededRandom::fill(base::MutableByteView out) {
    if (out.empty()) return;
    const auto nonce = counter_nonce(draws_++);
    // Block 0 is the next key, output begins with block 1.
    SecretKey next;
    crypto_stream_chacha20_ietf(next.mutable_view().data(), next.size, nonce.data(), key_.view().data());
    std::fill(out.begin(), out.end(), std::uint8_t{0});
    crypto_stream_chacha20_ietf_xor_ic(out.data(), out.data(), out.size(), nonce.data(), 1, key_.view().data());
    key_ = std::move(next);
}

SeededRandom SeededRandom::split() {
    auto seed = draw<base::Seed>();
    SeededRandom result{seed};
    wipe(seed.bytes);
    return result;
}

SecretKey SeededRandom::draw_key() {
    SecretKey result;
    fill(result.mutable_view());
    return result;
}

std::uint64_t SeededRandom::next_u64() {
    std::array<std::uint8_t, 8> bytes{};
    fill(bytes);
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        result |= std::uint64_t{bytes[i]} << (8 * i);
    return result;
}

} // namespace plenum::crypto
