// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/ids.h"
#include "core/crypto/secret.h"

#include <array>
#include <string_view>

namespace plenum::crypto {

/// BLAKE2b-256 without key (RFC 7693).
[[nodiscard]] base::Hash hash(base::ByteView bytes);

/// BLAKE2b-256 over pieces; the same result as `hash` over their concatenation. `finish` once, then start a new one.
class Hasher {
  public:
    Hasher();
    /// Keyed: a message authentication code of 32 bytes.
    explicit Hasher(const SecretKey& key);
    Hasher(const Hasher&) = delete;
    Hasher& operator=(const Hasher&) = delete;
    ~Hasher();

    Hasher& add(base::ByteView bytes);
    /// Little-endian, fixed width: lengths and numbers between variable pieces, so that no two inputs run together.
    Hasher& add_u64(std::uint64_t value);
    [[nodiscard]] base::Hash finish();

  private:
    alignas(64) std::array<std::uint8_t, 384> state_;
    bool finished_{false};
};

/// SHA-512 (FIPS 180-4).
using Sha512 = std::array<std::uint8_t, 64>;
[[nodiscard]] Sha512 sha512(base::ByteView bytes);

/// Keyed BLAKE2b with 16 bytes of output: the cheap check before any curve arithmetic (security.md, Before the
/// handshake). Compare with `equal_in_constant_time`.
using Mac16 = base::FixedBytes<struct Mac16Tag, 16>;
[[nodiscard]] Mac16 mac16(const SecretKey& key, base::ByteView bytes);

/// Keyed BLAKE2b-256.
using Mac32 = base::FixedBytes<struct Mac32Tag, 32>;
[[nodiscard]] Mac32 mac32(const SecretKey& key, base::ByteView bytes);

/// SipHash-2-4 (Aumasson, Bernstein 2012): places in tables whose keys strangers choose, with a key of this process
/// that nobody else has. No message authentication code.
using SipKey = Secret<struct SipKeyTag, 16>;
[[nodiscard]] std::uint64_t sip_hash(const SipKey& key, base::ByteView bytes);

/// RFC 2104 over SHA-512; a key of any length.
[[nodiscard]] SecretKey512 hmac_sha512(base::ByteView key, base::ByteView bytes);

/// HKDF with SHA-512 (RFC 5869).
[[nodiscard]] SecretKey512 hkdf_extract(base::ByteView salt, base::ByteView input);
/// Fills `out`, at most 255 * 64 bytes.
void hkdf_expand(const SecretKey512& key, base::ByteView info, base::MutableByteView out);

/// Noise HKDF (revision 34 §4.3): the same function without salt and info, 64 bytes an output.
struct NoiseOutputs {
    SecretKey512 first;
    SecretKey512 second;
    SecretKey512 third;
};
/// `count` is 2 or 3; with 2 the third stays zero.
[[nodiscard]] NoiseOutputs noise_hkdf(const SecretKey512& chaining_key, base::ByteView input, int count);

/// A key of its own for each (label, context): keyed BLAKE2b-256 over the label's length, the label and the context.
/// The label names the purpose, unique in the whole project, at most 255 bytes.
[[nodiscard]] SecretKey derive(const SecretKey& key, std::string_view label, base::ByteView context = {});

/// Time depends on the lengths alone. Different lengths are not equal.
[[nodiscard]] bool equal_in_constant_time(base::ByteView a, base::ByteView b);

} // namespace plenum::crypto
