// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/noise.h"

#include "core/base/check.h"
#include "core/crypto/datagram_seal.h"
#include "core/crypto/nonce.h"

#include <sodium.h>

#include <algorithm>
#include <string_view>

namespace plenum::crypto {

namespace {

constexpr std::size_t message_size_max = 65535; // §3
constexpr std::size_t key_size = base::ExchangeKey::size;

/// §5.2: the name itself, padded with zeros, since those of all patterns here fit the hash.
Sha512 initial_hash(std::string_view pattern_name) {
    constexpr std::string_view before = "Noise_";
    constexpr std::string_view behind = "_25519_ChaChaPoly_SHA512";
    Sha512 result{};
    CHECK(before.size() + pattern_name.size() + behind.size() <= result.size());
    auto* to = result.data();
    for (const auto piece : {before, pattern_name, behind})
        to = std::copy(piece.begin(), piece.end(), to);
    return result;
}

bool contains(NoiseMessage message, NoiseToken token) {
    return std::find(message.begin(), message.end(), token) != message.end();
}

std::size_t count(const Pattern& pattern, NoiseToken token) {
    std::size_t result = 0;
    for (const auto message : pattern.messages) {
        result += static_cast<std::size_t>(std::count(message.begin(), message.end(), token));
    }
    return result;
}

bool sends(const Pattern& pattern, Role role, NoiseToken token) {
    for (std::size_t i = role == Role::initiator ? 0 : 1; i < pattern.messages.size(); i += 2) {
        if (contains(pattern.messages[i], token)) return true;
    }
    return false;
}

Role other(Role role) { return role == Role::initiator ? Role::responder : Role::initiator; }

/// Whether `role`'s static key is in the other's hands before the first message.
bool known_before(const Pattern& pattern, Role role) {
    return role == Role::initiator ? pattern.initiator_known : pattern.responder_known;
}

} // namespace

Handshake::State Handshake::State::copy() const {
    State result;
    result.chaining_key = chaining_key.copy();
    result.hash = hash;
    result.cipher_key = cipher_key.copy();
    result.has_key = has_key;
    result.nonce = nonce;
    result.remote_static = remote_static;
    result.remote_ephemeral = remote_ephemeral;
    result.message_index = message_index;
    result.psk_index = psk_index;
    return result;
}

void Handshake::State::mix_hash(base::ByteView data) {
    // In pieces: the data may be a secret, which no buffer should keep.
    crypto_hash_sha512_state sha;
    crypto_hash_sha512_init(&sha);
    crypto_hash_sha512_update(&sha, hash.data(), hash.size());
    crypto_hash_sha512_update(&sha, data.data(), data.size());
    crypto_hash_sha512_final(&sha, hash.data());
}

void Handshake::State::set_cipher_key(const SecretKey512& key) {
    const auto front = key.view().first(SecretKey::size);
    std::copy(front.begin(), front.end(), cipher_key.mutable_view().begin());
    has_key = true;
    nonce = 0;
}

void Handshake::State::mix_key(base::ByteView input) {
    auto outputs = noise_hkdf(chaining_key, input, 2);
    chaining_key = std::move(outputs.first);
    set_cipher_key(outputs.second);
}

void Handshake::State::mix_key_and_hash(base::ByteView input) {
    auto outputs = noise_hkdf(chaining_key, input, 3);
    chaining_key = std::move(outputs.first);
    mix_hash(outputs.second.view());
    set_cipher_key(outputs.third);
}

std::size_t Handshake::State::encrypt_and_hash(base::MutableByteView out, base::ByteView plaintext) {
    const auto size = plaintext.size() + (has_key ? tag_size : 0);
    CHECK(out.size() >= size);
    if (has_key) {
        const auto number = counter_nonce(nonce++);
        crypto_aead_chacha20poly1305_ietf_encrypt(out.data(), nullptr, plaintext.data(), plaintext.size(), hash.data(),
                                                  hash.size(), nullptr, number.data(), cipher_key.view().data());
    } else {
        std::copy(plaintext.begin(), plaintext.end(), out.begin());
    }
    mix_hash(out.first(size));
    return size;
}

std::optional<std::size_t> Handshake::State::decrypt_and_hash(base::MutableByteView out, base::ByteView ciphertext) {
    if (has_key && ciphertext.size() < tag_size) return std::nullopt;
    const auto size = ciphertext.size() - (has_key ? tag_size : 0);
    CHECK(out.size() >= size);
    if (has_key) {
        const auto number = counter_nonce(nonce++);
        const auto refused = crypto_aead_chacha20poly1305_ietf_decrypt(out.data(), nullptr, nullptr, ciphertext.data(),
                                                                       ciphertext.size(), hash.data(), hash.size(),
                                                                       number.data(), cipher_key.view().data()) != 0;
        if (refused) return std::nullopt;
    } else {
        std::copy(ciphertext.begin(), ciphertext.end(), out.begin());
    }
    mix_hash(ciphertext);
    return size;
}

Handshake::Handshake(const Pattern& pattern, Role role, HandshakeOptions options)
    : pattern_{pattern},
      role_{role},
      options_{std::move(options)},
      psk_mode_{count(pattern, NoiseToken::psk) > 0},
      complete_{keys_complete()} {}

Handshake::Handshake(const Pattern& pattern, Role role, base::ByteView prologue, HandshakeOptions options)
    : Handshake{pattern, role, std::move(options)} {
    state_.hash = initial_hash(pattern_.name);
    state_.chaining_key = SecretKey512{SecretKey512::Value{state_.hash}};
    state_.mix_hash(prologue);
    if (!complete_) return;
    if (known_before(pattern_, other(role_))) state_.remote_static = options_.remote_static;
    for (const auto owner : {Role::initiator, Role::responder}) {
        if (!known_before(pattern_, owner)) continue;
        state_.mix_hash(owner == role_ ? options_.static_keys->public_key.view() : state_.remote_static->view());
    }
}

Handshake Handshake::resume(const Pattern& pattern, Role role, const PausedHandshake& paused,
                            HandshakeOptions options) {
    options.ephemeral_keys = ExchangeKeyPair{{}, paused.ephemeral.copy()};
    Handshake result{pattern, role, std::move(options)};
    auto& state = result.state_;
    state.chaining_key = paused.chaining_key.copy();
    state.hash = paused.hash;
    state.cipher_key = paused.cipher_key.copy();
    state.has_key = true;
    state.nonce = paused.nonce;
    state.message_index = paused.message_index;
    CHECK(state.message_index > 0 && state.message_index <= pattern.messages.size());
    for (const auto message : pattern.messages.first(state.message_index))
        state.psk_index += static_cast<std::size_t>(std::ranges::count(message, NoiseToken::psk));
    if (known_before(pattern, other(role))) state.remote_static = result.options_.remote_static;
    return result;
}

PausedHandshake Handshake::pause() const {
    CHECK(complete_ && state_.has_key && options_.ephemeral_keys && !rest_needs_remote_keys());
    return {.chaining_key = state_.chaining_key.copy(),
            .hash = state_.hash,
            .cipher_key = state_.cipher_key.copy(),
            .ephemeral = options_.ephemeral_keys->secret.copy(),
            .nonce = static_cast<std::uint8_t>(state_.nonce),
            .message_index = static_cast<std::uint8_t>(state_.message_index)};
}

/// Whether a token still to come mixes in a key that the other sent already.
bool Handshake::rest_needs_remote_keys() const {
    const auto initiator = role_ == Role::initiator;
    auto static_to_come = known_before(pattern_, other(role_));
    for (std::size_t i = state_.message_index; i < pattern_.messages.size(); ++i) {
        for (const auto token : pattern_.messages[i]) {
            const auto others_turn = (i % 2 == 0) != initiator;
            static_to_come = static_to_come || (others_turn && token == NoiseToken::s);
            const auto with_ephemeral =
                token == NoiseToken::ee || token == (initiator ? NoiseToken::se : NoiseToken::es);
            const auto with_static = token == NoiseToken::ss || token == (initiator ? NoiseToken::es : NoiseToken::se);
            if (with_ephemeral || (with_static && !static_to_come)) return true;
        }
    }
    return false;
}

bool Handshake::keys_complete() const {
    const auto static_needed = known_before(pattern_, role_) || sends(pattern_, role_, NoiseToken::s);
    if (static_needed && !options_.static_keys) return false;
    if (sends(pattern_, role_, NoiseToken::e) && !options_.ephemeral_keys) return false;
    if (known_before(pattern_, other(role_)) && !options_.remote_static) return false;
    const auto psks_needed = count(pattern_, NoiseToken::psk);
    return psks_needed == 0 || (options_.psk && options_.further_psks.size() >= psks_needed - 1);
}

bool Handshake::our_turn() const {
    const auto writer = state_.message_index % 2 == 0 ? Role::initiator : Role::responder;
    return !finished() && writer == role_;
}

std::optional<NoiseError> Handshake::refusal(bool writing) const {
    if (!complete_) return NoiseError::missing_key;
    if (finished()) return NoiseError::finished;
    if (our_turn() != writing) return NoiseError::wrong_turn;
    return std::nullopt;
}

std::size_t Handshake::overhead() const {
    if (finished()) return 0;
    auto has_key = state_.has_key;
    std::size_t result = 0;
    for (const auto token : pattern_.messages[state_.message_index]) {
        if (token == NoiseToken::e || token == NoiseToken::s) result += key_size;
        if (token == NoiseToken::s && has_key) result += tag_size;
        has_key = has_key || (token == NoiseToken::e ? psk_mode_ : token != NoiseToken::s);
    }
    return result + (has_key ? tag_size : 0);
}

const SecretKey* Handshake::psk(std::size_t index) const {
    return index == 0 ? &*options_.psk : &options_.further_psks[index - 1];
}

void Handshake::mix_ephemeral(State& state, const base::ExchangeKey& key) const {
    state.mix_hash(key.view());
    if (psk_mode_) state.mix_key(key.view()); // §9.2
}

std::expected<void, NoiseError> Handshake::mix_token(State& state, NoiseToken token) const {
    if (token == NoiseToken::psk) {
        state.mix_key_and_hash(psk(state.psk_index++)->view());
        return {};
    }
    // The letters name the initiator's key, then the responder's.
    const auto initiator_static = token == NoiseToken::se || token == NoiseToken::ss;
    const auto responder_static = token == NoiseToken::es || token == NoiseToken::ss;
    const auto we_initiate = role_ == Role::initiator;
    const auto own_static = we_initiate ? initiator_static : responder_static;
    const auto remote_static = we_initiate ? responder_static : initiator_static;
    const auto& own = own_static ? options_.static_keys : options_.ephemeral_keys;
    const auto& remote = remote_static ? state.remote_static : state.remote_ephemeral;
    if (!own || !remote) return std::unexpected{NoiseError::missing_key};
    const auto shared = exchange(*own, *remote);
    if (!shared) return std::unexpected{NoiseError::bad_key};
    state.mix_key(shared->view());
    return {};
}

std::expected<void, NoiseError> Handshake::write_token(State& state, NoiseToken token,
                                                       base::MutableByteView& rest) const {
    if (token != NoiseToken::e && token != NoiseToken::s) return mix_token(state, token);
    if (token == NoiseToken::e) {
        const auto key = options_.ephemeral_keys->public_key.view();
        std::copy(key.begin(), key.end(), rest.begin());
        rest = rest.subspan(key.size());
        mix_ephemeral(state, options_.ephemeral_keys->public_key);
    } else {
        rest = rest.subspan(state.encrypt_and_hash(rest, options_.static_keys->public_key.view()));
    }
    return {};
}

std::expected<void, NoiseError> Handshake::read_token(State& state, NoiseToken token, base::ByteView& rest) const {
    if (token != NoiseToken::e && token != NoiseToken::s) return mix_token(state, token);
    const auto sealed = token == NoiseToken::s && state.has_key;
    const auto size = key_size + (sealed ? tag_size : 0);
    if (rest.size() < size) return std::unexpected{NoiseError::too_short};
    const auto field = rest.first(size);
    rest = rest.subspan(size);
    if (token == NoiseToken::e) {
        state.remote_ephemeral = base::ExchangeKey::from(field);
        mix_ephemeral(state, *state.remote_ephemeral);
        return {};
    }
    base::ExchangeKey key;
    if (!state.decrypt_and_hash(key.bytes, field)) return std::unexpected{NoiseError::forged};
    state.remote_static = key;
    return {};
}

std::expected<std::size_t, NoiseError> Handshake::write_message(base::ByteView payload, base::MutableByteView out) {
    if (const auto error = refusal(true)) return std::unexpected{*error};
    if (payload.size() > message_size_max - overhead()) return std::unexpected{NoiseError::too_long};
    const auto size = overhead() + payload.size();
    CHECK(out.size() >= size);
    auto state = state_.copy();
    auto rest = out.first(size);
    for (const auto token : pattern_.messages[state.message_index]) {
        if (auto done = write_token(state, token, rest); !done) return std::unexpected{done.error()};
    }
    CHECK(state.encrypt_and_hash(rest, payload) == rest.size());
    ++state.message_index;
    state_ = std::move(state);
    return size;
}

std::expected<base::Bytes, NoiseError> Handshake::write_message(base::ByteView payload) {
    base::Bytes message(std::min(payload.size(), message_size_max) + overhead());
    const auto size = write_message(payload, message);
    if (!size) return std::unexpected{size.error()};
    return message;
}

std::expected<std::size_t, NoiseError> Handshake::read_message(base::ByteView message, base::MutableByteView out) {
    if (const auto error = refusal(false)) return std::unexpected{*error};
    if (message.size() > message_size_max) return std::unexpected{NoiseError::too_long};
    if (message.size() < overhead()) return std::unexpected{NoiseError::too_short};
    auto state = state_.copy();
    auto rest = message;
    bool tag_held = false;
    for (const auto token : pattern_.messages[state.message_index]) {
        tag_held = tag_held || (token == NoiseToken::s && state.has_key);
        if (auto done = read_token(state, token, rest); !done) return std::unexpected{done.error()};
    }
    const auto size = state.decrypt_and_hash(out, rest);
    if (!size) return std::unexpected{tag_held ? NoiseError::forged_end : NoiseError::forged};
    ++state.message_index;
    state_ = std::move(state);
    return *size;
}

std::expected<base::Bytes, NoiseError> Handshake::read_message(base::ByteView message) {
    base::Bytes payload(message.size());
    const auto size = read_message(message, payload);
    if (!size) return std::unexpected{size.error()};
    payload.resize(*size);
    return payload;
}

std::expected<TransportKeys, NoiseError> Handshake::split() const {
    if (!finished()) return std::unexpected{NoiseError::not_finished};
    const auto outputs = noise_hkdf(state_.chaining_key, {}, 2);
    auto first = *SecretKey::from(outputs.first.view().first(SecretKey::size));
    auto second = *SecretKey::from(outputs.second.view().first(SecretKey::size));
    if (role_ == Role::responder) std::swap(first, second);
    return TransportKeys{std::move(first), std::move(second)};
}

} // namespace plenum::crypto
