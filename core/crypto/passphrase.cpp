// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/passphrase.h"

#include <algorithm>
#include <array>
#include <optional>

#include <sodium.h>

namespace plenum::crypto {
namespace {

constexpr std::array<std::uint8_t, 8> mark{'P', 'l', 'e', 'n', 'u', 'm', 'K', 1};
constexpr std::size_t head_bytes = wrapped_seed_bytes - base::Seed::size - crypto_aead_xchacha20poly1305_ietf_ABYTES;

static_assert(PassphraseSalt::size == crypto_pwhash_SALTBYTES);
static_assert(PassphraseNonce::size == crypto_aead_xchacha20poly1305_ietf_NPUBBYTES);
static_assert(SecretKey::size == crypto_aead_xchacha20poly1305_ietf_KEYBYTES);
static_assert(std::size_t{passphrase_cost_min.memory_kib} * 1024 >= crypto_pwhash_MEMLIMIT_MIN);

bool is_bounded(const PassphraseCost& cost) {
    return cost.passes >= passphrase_cost_min.passes && cost.passes <= passphrase_cost_max.passes &&
           cost.memory_kib >= passphrase_cost_min.memory_kib && cost.memory_kib <= passphrase_cost_max.memory_kib;
}

void put(base::Bytes& to, std::uint32_t number) {
    for (int shift = 24; shift >= 0; shift -= 8)
        to.push_back(static_cast<std::uint8_t>(number >> shift));
}

std::uint32_t number_at(base::ByteView bytes) {
    std::uint32_t number = 0;
    for (const auto byte : bytes.first(4))
        number = number << 8 | byte;
    return number;
}

/// Absent where the machine has not the memory.
std::optional<SecretKey> stretch(std::string_view passphrase, base::ByteView salt, const PassphraseCost& cost) {
    std::optional<SecretKey> key{std::in_place};
    const auto failed =
        crypto_pwhash(key->mutable_view().data(), SecretKey::size, passphrase.data(), passphrase.size(), salt.data(),
                      cost.passes, std::size_t{cost.memory_kib} * 1024, crypto_pwhash_ALG_ARGON2ID13) != 0;
    return failed ? std::nullopt : std::move(key);
}

} // namespace

bool is_wrapped_seed(base::ByteView bytes) {
    return bytes.size() >= mark.size() && std::ranges::equal(bytes.first(mark.size()), mark);
}

std::expected<base::Bytes, PassphraseError> wrap_seed(const base::Seed& seed, std::string_view passphrase,
                                                      const PassphraseSalt& salt, const PassphraseNonce& nonce,
                                                      const PassphraseCost& cost) {
    if (!is_bounded(cost)) return std::unexpected{PassphraseError::malformed};
    const auto key = stretch(passphrase, salt.view(), cost);
    if (!key) return std::unexpected{PassphraseError::no_memory};
    base::Bytes wrapped{mark.begin(), mark.end()};
    put(wrapped, cost.passes);
    put(wrapped, cost.memory_kib);
    wrapped.insert(wrapped.end(), salt.bytes.begin(), salt.bytes.end());
    wrapped.insert(wrapped.end(), nonce.bytes.begin(), nonce.bytes.end());
    wrapped.resize(wrapped_seed_bytes);
    crypto_aead_xchacha20poly1305_ietf_encrypt(wrapped.data() + head_bytes, nullptr, seed.bytes.data(),
                                               base::Seed::size, wrapped.data(), head_bytes, nullptr,
                                               nonce.bytes.data(), key->view().data());
    return wrapped;
}

std::expected<base::Seed, PassphraseError> unwrap_seed(base::ByteView wrapped, std::string_view passphrase) {
    if (wrapped.size() != wrapped_seed_bytes || !is_wrapped_seed(wrapped))
        return std::unexpected{PassphraseError::malformed};
    const auto head = wrapped.first(head_bytes);
    const PassphraseCost cost{number_at(head.subspan(mark.size())), number_at(head.subspan(mark.size() + 4))};
    if (!is_bounded(cost)) return std::unexpected{PassphraseError::malformed};
    const auto salt = head.subspan(mark.size() + 8, PassphraseSalt::size);
    const auto key = stretch(passphrase, salt, cost);
    if (!key) return std::unexpected{PassphraseError::no_memory};
    const auto nonce = head.last(PassphraseNonce::size);
    const auto sealed = wrapped.subspan(head_bytes);
    base::Seed seed;
    const auto refused =
        crypto_aead_xchacha20poly1305_ietf_decrypt(seed.bytes.data(), nullptr, nullptr, sealed.data(), sealed.size(),
                                                   head.data(), head.size(), nonce.data(), key->view().data()) != 0;
    if (refused) return std::unexpected{PassphraseError::wrong};
    return seed;
}

} // namespace plenum::crypto
