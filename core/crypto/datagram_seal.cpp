// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/datagram_seal.h"

#include "core/base/check.h"
#include "core/crypto/nonce.h"

#include <sodium.h>

#include <limits>

namespace plenum::crypto {

namespace {

static_assert(tag_size == crypto_aead_chacha20poly1305_ietf_ABYTES);

/// Never used: Noise reserves it (§5.1), and numbers could not rise past it.
constexpr auto number_reserved = std::numeric_limits<std::uint64_t>::max();

} // namespace

DatagramSealer::DatagramSealer(SecretKey key, Cipher cipher) : key_{std::move(key)}, cipher_{cipher} {
    CHECK(cipher_ == Cipher::chacha20_poly1305);
}

std::size_t DatagramSealer::seal(base::MutableByteView out, base::ByteView header, base::ByteView plaintext,
                                 base::PacketNumber number) {
    CHECK(number.value() >= number_min_ && number.value() != number_reserved);
    CHECK(out.size() >= tag_size && out.size() - tag_size >= plaintext.size());
    number_min_ = number.value() + 1;
    const auto nonce = counter_nonce(number.value());
    crypto_aead_chacha20poly1305_ietf_encrypt(out.data(), nullptr, plaintext.data(), plaintext.size(), header.data(),
                                              header.size(), nullptr, nonce.data(), key_.view().data());
    return plaintext.size() + tag_size;
}

DatagramOpener::DatagramOpener(SecretKey key, Cipher cipher) : key_{std::move(key)}, cipher_{cipher} {
    CHECK(cipher_ == Cipher::chacha20_poly1305);
}

Opened DatagramOpener::open(base::MutableByteView out, base::ByteView header, base::ByteView sealed,
                            base::PacketNumber number) {
    if (sealed.size() < tag_size || number.value() == number_reserved) return {OpenResult::forged, 0};
    CHECK(out.size() >= sealed.size() - tag_size);
    switch (window_.check(number.value())) {
    case ReplayWindow::Answer::replay: return {OpenResult::replay, 0};
    case ReplayWindow::Answer::too_old: return {OpenResult::too_old, 0};
    case ReplayWindow::Answer::fresh: break;
    }
    const auto nonce = counter_nonce(number.value());
    const auto refused =
        crypto_aead_chacha20poly1305_ietf_decrypt(out.data(), nullptr, nullptr, sealed.data(), sealed.size(),
                                                  header.data(), header.size(), nonce.data(), key_.view().data()) != 0;
    if (refused) return {OpenResult::forged, 0};
    window_.mark(number.value());
    return {OpenResult::opened, sealed.size() - tag_size};
}

} // namespace plenum::crypto
