// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/hash.h"

#include "core/base/check.h"

#include <sodium.h>

namespace plenum::crypto {

namespace {

static_assert(sizeof(crypto_generichash_state) == 384 && alignof(crypto_generichash_state) <= 64);

crypto_generichash_state* state_of(std::array<std::uint8_t, 384>& bytes) {
    return reinterpret_cast<crypto_generichash_state*>(bytes.data());
}

template <class Fixed>
Fixed keyed(const SecretKey& key, base::ByteView bytes) {
    Fixed result;
    crypto_generichash(result.bytes.data(), Fixed::size, bytes.data(), bytes.size(), key.view().data(), key.size);
    return result;
}

/// HMAC over several pieces, wiping what it worked with.
class Hmac {
  public:
    explicit Hmac(base::ByteView key) {
        // An empty view has no address, and libsodium wants one.
        static constexpr std::uint8_t nothing = 0;
        crypto_auth_hmacsha512_init(&state_, key.empty() ? &nothing : key.data(), key.size());
    }
    Hmac& operator=(const Hmac&) = delete;
    ~Hmac() { sodium_memzero(&state_, sizeof state_); }
    /// One more with the same key, which need not be hashed in again.
    [[nodiscard]] Hmac again() const { return *this; }
    Hmac& add(base::ByteView bytes) {
        crypto_auth_hmacsha512_update(&state_, bytes.data(), bytes.size());
        return *this;
    }
    SecretKey512 finish() {
        SecretKey512 result;
        crypto_auth_hmacsha512_final(&state_, result.mutable_view().data());
        return result;
    }

  private:
    Hmac(const Hmac&) = default;

    crypto_auth_hmacsha512_state state_;
};

} // namespace

base::Hash hash(base::ByteView bytes) {
    base::Hash result;
    crypto_generichash(result.bytes.data(), base::Hash::size, bytes.data(), bytes.size(), nullptr, 0);
    return result;
}

Hasher::Hasher() { crypto_generichash_init(state_of(state_), nullptr, 0, base::Hash::size); }
Hasher::Hasher(const SecretKey& key) {
    crypto_generichash_init(state_of(state_), key.view().data(), key.size, base::Hash::size);
}
Hasher::~Hasher() { wipe(state_); }

Hasher& Hasher::add(base::ByteView bytes) {
    CHECK(!finished_);
    crypto_generichash_update(state_of(state_), bytes.data(), bytes.size());
    return *this;
}

Hasher& Hasher::add_u64(std::uint64_t value) {
    std::array<std::uint8_t, 8> bytes{};
    for (auto& byte : bytes) {
        byte = static_cast<std::uint8_t>(value);
        value >>= 8;
    }
    return add(bytes);
}

base::Hash Hasher::finish() {
    CHECK(!finished_);
    finished_ = true;
    base::Hash result;
    crypto_generichash_final(state_of(state_), result.bytes.data(), base::Hash::size);
    return result;
}

Sha512 sha512(base::ByteView bytes) {
    Sha512 result;
    crypto_hash_sha512(result.data(), bytes.data(), bytes.size());
    return result;
}

Mac16 mac16(const SecretKey& key, base::ByteView bytes) { return keyed<Mac16>(key, bytes); }
Mac32 mac32(const SecretKey& key, base::ByteView bytes) { return keyed<Mac32>(key, bytes); }

std::uint64_t sip_hash(const SipKey& key, base::ByteView bytes) {
    static_assert(crypto_shorthash_KEYBYTES == SipKey::size && crypto_shorthash_BYTES == 8);
    std::array<std::uint8_t, crypto_shorthash_BYTES> out{};
    crypto_shorthash(out.data(), bytes.data(), bytes.size(), key.view().data());
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < out.size(); ++i)
        result |= std::uint64_t{out[i]} << (8 * i);
    return result;
}

SecretKey512 hmac_sha512(base::ByteView key, base::ByteView bytes) { return Hmac{key}.add(bytes).finish(); }

SecretKey512 hkdf_extract(base::ByteView salt, base::ByteView input) { return hmac_sha512(salt, input); }

void hkdf_expand(const SecretKey512& key, base::ByteView info, base::MutableByteView out) {
    constexpr std::size_t block_size = SecretKey512::size;
    CHECK(out.size() <= 255 * block_size);
    SecretKey512 block;
    for (std::size_t done = 0, index = 1; done < out.size(); done += block_size, ++index) {
        const std::array<std::uint8_t, 1> counter{static_cast<std::uint8_t>(index)};
        Hmac mac{key.view()};
        if (index > 1) mac.add(block.view());
        block = mac.add(info).add(counter).finish();
        const auto piece = block.view().first(std::min(block_size, out.size() - done));
        std::copy(piece.begin(), piece.end(), out.begin() + static_cast<std::ptrdiff_t>(done));
    }
}

NoiseOutputs noise_hkdf(const SecretKey512& chaining_key, base::ByteView input, int count) {
    CHECK(count == 2 || count == 3);
    constexpr std::array<std::uint8_t, 3> counters{1, 2, 3};
    const base::ByteView counter{counters};
    const Hmac keyed{hmac_sha512(chaining_key.view(), input).view()};
    NoiseOutputs result;
    result.first = keyed.again().add(counter.subspan(0, 1)).finish();
    result.second = keyed.again().add(result.first.view()).add(counter.subspan(1, 1)).finish();
    if (count == 3) result.third = keyed.again().add(result.second.view()).add(counter.subspan(2, 1)).finish();
    return result;
}

SecretKey derive(const SecretKey& key, std::string_view label, base::ByteView context) {
    CHECK(!label.empty() && label.size() <= 255);
    const std::array<std::uint8_t, 1> label_size{static_cast<std::uint8_t>(label.size())};
    auto derived = Hasher{key}.add(label_size).add(base::as_bytes(label)).add(context).finish();
    auto result = *SecretKey::from(derived.view());
    wipe(derived.bytes);
    return result;
}

bool equal_in_constant_time(base::ByteView a, base::ByteView b) {
    return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

} // namespace plenum::crypto
