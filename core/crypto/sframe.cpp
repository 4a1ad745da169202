// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/sframe.h"

#include "core/base/check.h"
#include "core/crypto/datagram_seal.h"
#include "core/crypto/hash.h"

#include <sodium.h>

#include <array>
#include <limits>

namespace plenum::crypto {

namespace {

static_assert(crypto_aead_aes256gcm_ABYTES == tag_size && crypto_aead_chacha20poly1305_ietf_ABYTES == tag_size);
static_assert(crypto_aead_aes256gcm_NPUBBYTES == 12 && crypto_aead_chacha20poly1305_ietf_NPUBBYTES == 12);
static_assert(crypto_aead_aes256gcm_KEYBYTES == 32 && crypto_aead_chacha20poly1305_ietf_KEYBYTES == 32);

constexpr std::uint64_t inline_max = 7;      // fits the config byte's three bits
constexpr std::uint8_t extended_flag = 0x08; // the three bits are a length instead

std::size_t byte_count(std::uint64_t value) {
    std::size_t result = 1;
    while (value >>= 8)
        ++result;
    return result;
}

/// Four bits of the config byte (RFC 9605 §4.3, Figure 2): the value itself, or how many bytes follow, less one.
std::uint8_t nibble(std::uint64_t value) {
    if (value <= inline_max) return static_cast<std::uint8_t>(value);
    return static_cast<std::uint8_t>(extended_flag | (byte_count(value) - 1));
}

std::size_t extended_size(std::uint64_t value) { return value <= inline_max ? 0 : byte_count(value); }

void write_big_endian(base::MutableByteView out, std::uint64_t value) {
    for (auto i = out.size(); i-- > 0; value >>= 8)
        out[i] = static_cast<std::uint8_t>(value);
}

/// Reads what four config bits announce; nullopt if it is cut short or not in its shortest form.
std::optional<std::uint64_t> take_value(std::uint8_t bits, base::ByteView& rest) {
    const auto low = static_cast<std::uint8_t>(bits & inline_max);
    if ((bits & extended_flag) == 0) return low;
    const auto size = std::size_t{low} + 1;
    if (rest.size() < size) return std::nullopt;
    std::uint64_t value = 0;
    for (const auto byte : rest.first(size))
        value = value << 8 | byte;
    rest = rest.subspan(size);
    if (value <= inline_max || byte_count(value) != size) return std::nullopt;
    return value;
}

/// RFC 9605 §4.4.3: the salt with the counter, big-endian, mixed into its end.
std::array<std::uint8_t, 12> nonce_of(const FrameKey& key, std::uint64_t counter) {
    auto nonce = key.salt.expose().bytes;
    for (std::size_t i = 0; i < 8; ++i)
        nonce[nonce.size() - 1 - i] ^= static_cast<std::uint8_t>(counter >> (8 * i));
    return nonce;
}

/// RFC 9605 §4.4.3: what is authenticated beside the plaintext.
void set_associated(base::Bytes& to, base::ByteView header, base::ByteView metadata) {
    to.resize(header.size() + metadata.size());
    std::copy(metadata.begin(), metadata.end(), std::copy(header.begin(), header.end(), to.begin()));
}

void encrypt(FrameSuite suite, const FrameKey& key, std::uint64_t counter, base::ByteView associated,
             base::ByteView plaintext, std::uint8_t* out) {
    const auto nonce = nonce_of(key, counter);
    const auto* const secret = key.key.view().data();
    const auto function = suite == FrameSuite::aes_256_gcm_sha512 ? crypto_aead_aes256gcm_encrypt
                                                                  : crypto_aead_chacha20poly1305_ietf_encrypt;
    const auto failed = function(out, nullptr, plaintext.data(), plaintext.size(), associated.data(), associated.size(),
                                 nullptr, nonce.data(), secret);
    CHECK(failed == 0);
}

bool decrypt(FrameSuite suite, const FrameKey& key, std::uint64_t counter, base::ByteView associated,
             base::ByteView sealed, std::uint8_t* out) {
    const auto nonce = nonce_of(key, counter);
    const auto* const secret = key.key.view().data();
    const auto function = suite == FrameSuite::aes_256_gcm_sha512 ? crypto_aead_aes256gcm_decrypt
                                                                  : crypto_aead_chacha20poly1305_ietf_decrypt;
    return function(out, nullptr, nullptr, sealed.data(), sealed.size(), associated.data(), associated.size(),
                    nonce.data(), secret) == 0;
}

FrameKey checked_key(FrameSuite suite, std::uint64_t key_id, base::ByteView base_key) {
    CHECK(available(suite));
    return frame_key(suite, key_id, base_key);
}

} // namespace

bool available(FrameSuite suite) {
    switch (suite) {
    case FrameSuite::aes_256_gcm_sha512: return crypto_aead_aes256gcm_is_available() == 1;
    case FrameSuite::chacha20_poly1305_sha512: return true;
    }
    return false;
}

std::size_t FrameHeader::encoded_size() const { return 1 + extended_size(key_id) + extended_size(counter); }

void FrameHeader::write(base::MutableByteView out) const {
    CHECK(out.size() >= encoded_size());
    out[0] = static_cast<std::uint8_t>(nibble(key_id) << 4 | nibble(counter));
    const auto key_id_size = extended_size(key_id);
    write_big_endian(out.subspan(1, key_id_size), key_id);
    write_big_endian(out.subspan(1 + key_id_size, extended_size(counter)), counter);
}

std::expected<FrameHeader::Decoded, FrameError> FrameHeader::decode(base::ByteView bytes) {
    if (bytes.empty()) return std::unexpected{FrameError::malformed};
    auto rest = bytes.subspan(1);
    const auto key_id = take_value(static_cast<std::uint8_t>(bytes[0] >> 4), rest);
    if (!key_id) return std::unexpected{FrameError::malformed};
    const auto counter = take_value(static_cast<std::uint8_t>(bytes[0] & 0x0f), rest);
    if (!counter) return std::unexpected{FrameError::malformed};
    return Decoded{{*key_id, *counter}, bytes.size() - rest.size()};
}

FrameKey frame_key(FrameSuite suite, std::uint64_t key_id, base::ByteView base_key) {
    const auto secret = hkdf_extract({}, base_key);
    const auto expand = [&](std::string_view label, base::MutableByteView out) {
        base::Bytes info;
        base::append(info, base::as_bytes(label));
        const auto numbers = info.size();
        info.resize(numbers + 8 + 2);
        write_big_endian(base::MutableByteView{info}.subspan(numbers, 8), key_id);
        write_big_endian(base::MutableByteView{info}.subspan(numbers + 8), static_cast<std::uint16_t>(suite));
        hkdf_expand(secret, info, out);
    };
    FrameKey result;
    expand("SFrame 1.0 Secret key ", result.key.mutable_view());
    expand("SFrame 1.0 Secret salt ", result.salt.mutable_view());
    return result;
}

FrameSealer::FrameSealer(const SecretKey& base_key, std::uint64_t key_id, FrameSuite suite)
    : FrameSealer{base_key.view(), key_id, suite} {}
FrameSealer::FrameSealer(base::ByteView base_key, std::uint64_t key_id, FrameSuite suite)
    : suite_{suite},
      key_id_{key_id},
      key_{checked_key(suite, key_id, base_key)} {}

base::Bytes FrameSealer::seal(std::uint64_t counter, base::ByteView associated_data, base::ByteView plaintext) {
    base::Bytes frame;
    frame.reserve(FrameHeader::size_max + plaintext.size() + tag_size);
    seal(counter, associated_data, plaintext, frame);
    return frame;
}

void FrameSealer::seal(std::uint64_t counter, base::ByteView associated_data, base::ByteView plaintext,
                       base::Bytes& to) {
    CHECK(!counter_last_ || counter > *counter_last_);
    counter_last_ = counter;
    const FrameHeader header{key_id_, counter};
    const auto header_size = header.encoded_size();
    const auto begin = to.size();
    to.resize(begin + header_size + plaintext.size() + tag_size);
    const auto frame = base::MutableByteView{to}.subspan(begin);
    header.write(frame);
    set_associated(associated_, frame.first(header_size), associated_data);
    encrypt(suite_, key_, counter, associated_, plaintext, frame.data() + header_size);
}

FrameOpener::FrameOpener(const SecretKey& base_key, std::uint64_t key_id, FrameSuite suite)
    : FrameOpener{base_key.view(), key_id, suite} {}
FrameOpener::FrameOpener(base::ByteView base_key, std::uint64_t key_id, FrameSuite suite)
    : suite_{suite},
      key_id_{key_id},
      key_{checked_key(suite, key_id, base_key)} {}

std::expected<base::Bytes, FrameError> FrameOpener::open(base::ByteView associated_data, base::ByteView frame,
                                                         std::uint64_t counters) {
    const auto front = FrameHeader::decode(frame);
    if (!front) return std::unexpected{front.error()};
    return open(*front, associated_data, frame, counters);
}

std::expected<base::Bytes, FrameError> FrameOpener::open(const FrameHeader::Decoded& front,
                                                         base::ByteView associated_data, base::ByteView frame,
                                                         std::uint64_t counters) {
    CHECK(front.size <= frame.size());
    if (frame.size() - front.size < tag_size) return std::unexpected{FrameError::malformed};
    if (front.header.key_id != key_id_) return std::unexpected{FrameError::wrong_key_id};
    const auto counter = front.header.counter;
    switch (window_.check(counter, counters)) {
    case ReplayWindow::Answer::replay: return std::unexpected{FrameError::replay};
    case ReplayWindow::Answer::too_old: return std::unexpected{FrameError::too_old};
    case ReplayWindow::Answer::fresh: break;
    }
    set_associated(associated_, frame.first(front.size), associated_data);
    const auto sealed = frame.subspan(front.size);
    base::Bytes plaintext(sealed.size() - tag_size);
    if (!decrypt(suite_, key_, counter, associated_, sealed, plaintext.data())) {
        return std::unexpected{FrameError::forged};
    }
    window_.mark(counter, counters);
    return plaintext;
}

} // namespace plenum::crypto
