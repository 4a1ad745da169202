// SPDX-License-Identifier: Apache-2.0
/// NOT SECURE. libsodium's functions by name, over checksums; see README.md. Signatures are libsodium's header's.

#include "tests/sim/null_crypto/checksum.h"

#include <sodium.h>

#include <algorithm>
#include <new>

namespace {

using plenum::sim::null_crypto::Checksum;
using Bytes = std::span<const std::uint8_t>;

enum Kind : std::uint64_t { aead = 1, hash = 2, sha = 3, mac = 4, secret = 5, identity = 6, signature = 7, stream = 8 };

constexpr std::size_t key_bytes = 32;
constexpr std::size_t tag_bytes = 16;
/// So that no public key equals its secret.
constexpr std::uint8_t public_mask = 0x5a;

static_assert(sizeof(Checksum) <= sizeof(crypto_generichash_state));
static_assert(sizeof(Checksum) <= sizeof(crypto_hash_sha512_state));
static_assert(sizeof(Checksum) <= sizeof(crypto_auth_hmacsha512_state));

Bytes view(const unsigned char* bytes, unsigned long long size) { return {bytes, static_cast<std::size_t>(size)}; }

Checksum& at(void* state) { return *std::launder(static_cast<Checksum*>(state)); }

void tag(unsigned char* out, Bytes plaintext, Bytes associated, Bytes nonce, const unsigned char* key) {
    Checksum{aead}
        .add(view(key, key_bytes))
        .add_sized(nonce)
        .add_sized(associated)
        .add_sized(plaintext)
        .finish({out, tag_bytes});
}

/// The tag is computed first: `out` may begin where `plaintext` does.
int seal(unsigned char* out, Bytes plaintext, Bytes associated, Bytes nonce, const unsigned char* key) {
    std::array<unsigned char, tag_bytes> sum{};
    tag(sum.data(), plaintext, associated, nonce, key);
    if (!plaintext.empty()) std::memmove(out, plaintext.data(), plaintext.size());
    std::copy(sum.begin(), sum.end(), out + plaintext.size());
    return 0;
}

int open(unsigned char* out, Bytes sealed, Bytes associated, Bytes nonce, const unsigned char* key) {
    if (sealed.size() < tag_bytes) return -1;
    const auto plaintext = sealed.first(sealed.size() - tag_bytes);
    std::array<unsigned char, tag_bytes> sum{};
    tag(sum.data(), plaintext, associated, nonce, key);
    if (!std::equal(sum.begin(), sum.end(), sealed.end() - tag_bytes)) return -1;
    if (!plaintext.empty()) std::memmove(out, plaintext.data(), plaintext.size());
    return 0;
}

bool all_zero(Bytes bytes) {
    return std::ranges::all_of(bytes, [](auto byte) { return byte == 0; });
}

} // namespace

// NOLINTBEGIN(readability-identifier-naming): the names are libsodium's.
extern "C" {

int crypto_aead_chacha20poly1305_ietf_encrypt(unsigned char* c, unsigned long long*, const unsigned char* m,
                                              unsigned long long m_size, const unsigned char* ad,
                                              unsigned long long ad_size, const unsigned char*,
                                              const unsigned char* nonce, const unsigned char* key) {
    return seal(c, view(m, m_size), view(ad, ad_size), view(nonce, 12), key);
}
int crypto_aead_chacha20poly1305_ietf_decrypt(unsigned char* m, unsigned long long*, unsigned char*,
                                              const unsigned char* c, unsigned long long c_size,
                                              const unsigned char* ad, unsigned long long ad_size,
                                              const unsigned char* nonce, const unsigned char* key) {
    return open(m, view(c, c_size), view(ad, ad_size), view(nonce, 12), key);
}
int crypto_aead_xchacha20poly1305_ietf_encrypt(unsigned char* c, unsigned long long*, const unsigned char* m,
                                               unsigned long long m_size, const unsigned char* ad,
                                               unsigned long long ad_size, const unsigned char*,
                                               const unsigned char* nonce, const unsigned char* key) {
    return seal(c, view(m, m_size), view(ad, ad_size), view(nonce, 24), key);
}
int crypto_aead_xchacha20poly1305_ietf_decrypt(unsigned char* m, unsigned long long*, unsigned char*,
                                               const unsigned char* c, unsigned long long c_size,
                                               const unsigned char* ad, unsigned long long ad_size,
                                               const unsigned char* nonce, const unsigned char* key) {
    return open(m, view(c, c_size), view(ad, ad_size), view(nonce, 24), key);
}

int crypto_generichash(unsigned char* out, std::size_t out_size, const unsigned char* in, unsigned long long in_size,
                       const unsigned char* key, std::size_t key_size) {
    Checksum{hash}.add_sized(view(key, key_size)).add(view(in, in_size)).finish({out, out_size});
    return 0;
}
int crypto_generichash_init(crypto_generichash_state* state, const unsigned char* key, const std::size_t key_size,
                            const std::size_t) {
    ::new (static_cast<void*>(state)) Checksum{hash};
    at(state).add_sized(view(key, key_size));
    return 0;
}
int crypto_generichash_update(crypto_generichash_state* state, const unsigned char* in, unsigned long long size) {
    at(state).add(view(in, size));
    return 0;
}
int crypto_generichash_final(crypto_generichash_state* state, unsigned char* out, const std::size_t size) {
    at(state).finish({out, size});
    return 0;
}

int crypto_hash_sha512(unsigned char* out, const unsigned char* in, unsigned long long size) {
    Checksum{sha}.add(view(in, size)).finish({out, crypto_hash_sha512_BYTES});
    return 0;
}
int crypto_hash_sha512_init(crypto_hash_sha512_state* state) {
    ::new (static_cast<void*>(state)) Checksum{sha};
    return 0;
}
int crypto_hash_sha512_update(crypto_hash_sha512_state* state, const unsigned char* in, unsigned long long size) {
    at(state).add(view(in, size));
    return 0;
}
int crypto_hash_sha512_final(crypto_hash_sha512_state* state, unsigned char* out) {
    at(state).finish({out, crypto_hash_sha512_BYTES});
    return 0;
}

int crypto_auth_hmacsha512_init(crypto_auth_hmacsha512_state* state, const unsigned char* key, std::size_t size) {
    ::new (static_cast<void*>(state)) Checksum{mac};
    at(state).add_sized(view(key, size));
    return 0;
}
int crypto_auth_hmacsha512_update(crypto_auth_hmacsha512_state* state, const unsigned char* in,
                                  unsigned long long size) {
    at(state).add(view(in, size));
    return 0;
}
int crypto_auth_hmacsha512_final(crypto_auth_hmacsha512_state* state, unsigned char* out) {
    at(state).finish({out, crypto_auth_hmacsha512_BYTES});
    return 0;
}

/// A public key is its secret, masked.
int crypto_scalarmult_base(unsigned char* q, const unsigned char* n) {
    std::transform(n, n + key_bytes, q,
                   [](unsigned char byte) { return static_cast<unsigned char>(byte ^ public_mask); });
    return 0;
}
/// The same for both sides: a sum over both secrets, the lesser first. As with the curve, a point of zero is refused.
int crypto_scalarmult(unsigned char* q, const unsigned char* n, const unsigned char* p) {
    if (all_zero(view(p, key_bytes))) return -1;
    std::array<unsigned char, key_bytes> other{};
    crypto_scalarmult_base(other.data(), p);
    const Bytes own = view(n, key_bytes);
    const bool first = std::ranges::lexicographical_compare(own, other);
    Checksum{secret}.add(first ? own : Bytes{other}).add(first ? Bytes{other} : own).finish({q, key_bytes});
    return 0;
}

int crypto_sign_seed_keypair(unsigned char* pk, unsigned char* sk, const unsigned char* seed) {
    Checksum{identity}.add(view(seed, key_bytes)).finish({pk, key_bytes});
    std::copy(seed, seed + key_bytes, sk);
    std::copy(pk, pk + key_bytes, sk + key_bytes);
    return 0;
}
int crypto_sign_detached(unsigned char* sig, unsigned long long*, const unsigned char* m, unsigned long long size,
                         const unsigned char* sk) {
    Checksum{signature}.add(view(sk + key_bytes, key_bytes)).add(view(m, size)).finish({sig, crypto_sign_BYTES});
    return 0;
}
int crypto_sign_verify_detached(const unsigned char* sig, const unsigned char* m, unsigned long long size,
                                const unsigned char* pk) {
    std::array<unsigned char, crypto_sign_BYTES> sum{};
    Checksum{signature}.add(view(pk, key_bytes)).add(view(m, size)).finish(sum);
    return std::equal(sum.begin(), sum.end(), sig) ? 0 : -1;
}

int crypto_stream_chacha20_ietf(unsigned char* c, unsigned long long size, const unsigned char* nonce,
                                const unsigned char* key) {
    Checksum{stream}
        .add(view(key, key_bytes))
        .add(view(nonce, 12))
        .add_number(0)
        .finish({c, static_cast<std::size_t>(size)});
    return 0;
}
/// The stream from a block on is another stream; nobody reads across that border.
int crypto_stream_chacha20_ietf_xor_ic(unsigned char* c, const unsigned char* m, unsigned long long size,
                                       const unsigned char* nonce, std::uint32_t block, const unsigned char* key) {
    std::array<unsigned char, 64> piece{};
    for (std::size_t done = 0; done < size; done += piece.size(), ++block) {
        Checksum{stream}.add(view(key, key_bytes)).add(view(nonce, 12)).add_number(block).finish(piece);
        for (std::size_t index = done; index < std::min<std::size_t>(done + piece.size(), size); ++index)
            c[index] = static_cast<unsigned char>(m[index] ^ piece[index - done]);
    }
    return 0;
}

/// Nothing here is a secret.
void sodium_memzero(void* const memory, const std::size_t size) { std::memset(memory, 0, size); }

} // extern "C"
// NOLINTEND(readability-identifier-naming)
