// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/datagram_seal.h"

#include "core/base/check.h"
#include "core/crypto/nonce.h"

#include <sodium.h>

#include <limits>

namespace plenum::crypto {

namespace {

static_assert(tag_size == crypto_aead_chacha20poly1305_ietf_ABYTES && tag_size == crypto_aead_aes256gcm_ABYTES);
static_assert(SecretKey::size == crypto_aead_aes256gcm_KEYBYTES);

/// Never used: Noise reserves it (§5.1), and numbers could not rise past it.
constexpr auto number_reserved = std::numeric_limits<std::uint64_t>::max();

/// libsodium's view of a schedule that is kept as bytes.
template <class Schedule>
auto* state_of(Schedule& schedule) {
    static_assert(sizeof(crypto_aead_aes256gcm_state) == Schedule::size && alignof(Schedule) >= 16);
    return reinterpret_cast<crypto_aead_aes256gcm_state*>(schedule.mutable_view().data());
}

} // namespace

bool available(Cipher cipher) {
    return cipher == Cipher::chacha20_poly1305 || crypto_aead_aes256gcm_is_available() == 1;
}

DatagramKey::DatagramKey(SecretKey key, Cipher cipher) : key_{std::move(key)} {
    CHECK(available(cipher));
    if (cipher != Cipher::aes256_gcm) return;
    schedule_ = std::make_unique<Schedule>();
    crypto_aead_aes256gcm_beforenm(state_of(*schedule_), key_.view().data());
    key_.clear();
}

void DatagramKey::seal(base::MutableByteView out, base::ByteView header, base::ByteView plaintext,
                       std::uint64_t number) const {
    const auto nonce = counter_nonce(number);
    if (schedule_) {
        crypto_aead_aes256gcm_encrypt_afternm(out.data(), nullptr, plaintext.data(), plaintext.size(), header.data(),
                                              header.size(), nullptr, nonce.data(), state_of(*schedule_));
    } else {
        crypto_aead_chacha20poly1305_ietf_encrypt(out.data(), nullptr, plaintext.data(), plaintext.size(),
                                                  header.data(), header.size(), nullptr, nonce.data(),
                                                  key_.view().data());
    }
}

bool DatagramKey::open(base::MutableByteView out, base::ByteView header, base::ByteView sealed,
                       std::uint64_t number) const {
    const auto nonce = counter_nonce(number);
    if (schedule_) {
        return crypto_aead_aes256gcm_decrypt_afternm(out.data(), nullptr, nullptr, sealed.data(), sealed.size(),
                                                     header.data(), header.size(), nonce.data(),
                                                     state_of(*schedule_)) == 0;
    }
    return crypto_aead_chacha20poly1305_ietf_decrypt(out.data(), nullptr, nullptr, sealed.data(), sealed.size(),
                                                     header.data(), header.size(), nonce.data(),
                                                     key_.view().data()) == 0;
}

DatagramSealer::DatagramSealer(SecretKey key, Cipher cipher) : key_{std::move(key), cipher} {}

std::size_t DatagramSealer::seal(base::MutableByteView out, base::ByteView header, base::ByteView plaintext,
                                 base::PacketNumber number) {
    CHECK(number.value() >= number_min_ && number.value() != number_reserved);
    CHECK(out.size() >= tag_size && out.size() - tag_size >= plaintext.size());
    number_min_ = number.value() + 1;
    key_.seal(out, header, plaintext, number.value());
    return plaintext.size() + tag_size;
}

void DatagramSealer::seal_in_place(base::MutableByteView datagram, std::size_t header_size, base::PacketNumber number) {
    CHECK(datagram.size() >= header_size + tag_size);
    const auto body = datagram.subspan(header_size);
    seal(body, datagram.first(header_size), body.first(body.size() - tag_size), number);
}

DatagramOpener::DatagramOpener(SecretKey key, Cipher cipher) : key_{std::move(key), cipher} {}

Opened DatagramOpener::open(base::MutableByteView out, base::ByteView header, base::ByteView sealed,
                            base::PacketNumber number) {
    if (sealed.size() < tag_size || number.value() == number_reserved) return {OpenResult::forged, 0};
    CHECK(out.size() >= sealed.size() - tag_size);
    switch (window_.check(number.value())) {
    case ReplayWindow::Answer::replay: return {OpenResult::replay, 0};
    case ReplayWindow::Answer::too_old: return {OpenResult::too_old, 0};
    case ReplayWindow::Answer::fresh: break;
    }
    if (!key_.open(out, header, sealed, number.value())) return {OpenResult::forged, 0};
    window_.mark(number.value());
    return {OpenResult::opened, sealed.size() - tag_size};
}

Opened DatagramOpener::open_in_place(base::MutableByteView datagram, std::size_t header_size,
                                     base::PacketNumber number) {
    if (datagram.size() < header_size) return {OpenResult::forged, 0};
    const auto body = datagram.subspan(header_size);
    return open(body, datagram.first(header_size), body, number);
}

} // namespace plenum::crypto
