// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/secret.h"

#include "core/crypto/datagram_seal.h"
#include "core/crypto/epoch_keys.h"
#include "core/crypto/hash.h"
#include "core/crypto/initialise.h"
#include "core/crypto/keys.h"
#include "core/crypto/link_secret.h"
#include "core/crypto/noise.h"
#include "core/crypto/random.h"
#include "core/crypto/sframe.h"
#include "tests/unit/crypto/bytes_of.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <new>
#include <type_traits>

namespace plenum::crypto {
namespace {

template <class... Types>
constexpr bool none_copies =
    (!std::is_copy_constructible_v<Types> && ...) && (!std::is_copy_assignable_v<Types> && ...);

static_assert(none_copies<SecretKey, EpochSecret, LinkSecret, IdentityKeyPair, ExchangeKeyPair, SeededRandom, Handshake,
                          DatagramSealer, DatagramOpener, FrameSealer, FrameOpener, TransportKeys, Hasher>);
static_assert(!std::is_convertible_v<EpochSecret, SecretKey>, "secrets of different meaning do not mix");
static_assert(!std::is_convertible_v<SecretKey, base::SecretKey>, "a bare copy takes expose()");

/// Builds a T in memory that outlives it, destroys it, and counts the bytes of `marker` that stay behind.
template <class T, class Make>
std::ptrdiff_t bytes_left_behind(Make make, std::uint8_t marker) {
    alignas(T) std::array<std::uint8_t, sizeof(T)> memory{};
    auto* const object = ::new (static_cast<void*>(memory.data())) T(make());
    const auto before = std::count(memory.begin(), memory.end(), marker);
    EXPECT_GE(before, 16) << "the test must see the secret while it lives";
    std::destroy_at(object);
    // Read as someone would who finds the memory later, behind the compiler's back.
    const volatile std::uint8_t* const volatile found = memory.data();
    return std::count(found, found + sizeof(T), marker);
}

SecretKey marked() { return test::filled<base::SecretKey>(0xa7); }

TEST(Secret, IsWipedWhenDestroyed) {
    EXPECT_EQ(bytes_left_behind<SecretKey>(marked, 0xa7), 0);
    EXPECT_EQ(bytes_left_behind<LinkSecret>([] { return LinkSecret{test::filled<LinkSecret::Value>(0xa7)}; }, 0xa7), 0);
    EXPECT_EQ(bytes_left_behind<DatagramSealer>([] { return DatagramSealer{marked()}; }, 0xa7), 0);
    EXPECT_EQ(bytes_left_behind<ExchangeKeyPair>([] { return ExchangeKeyPair::from_secret(marked()); }, 0xa7), 0);
    EXPECT_EQ(bytes_left_behind<Hasher>([] { return Hasher{marked()}; }, 0xa7), 0);
}

TEST(Secret, IsWipedWhenMovedFrom) {
    auto first = marked();
    const auto second = std::move(first);
    EXPECT_TRUE(first.expose().is_zero()); // NOLINT(bugprone-use-after-move): that is what is tested
    EXPECT_EQ(second.expose(), marked().expose());
    auto third = second.copy();
    SecretKey fourth;
    fourth = std::move(third);
    EXPECT_TRUE(third.expose().is_zero()); // NOLINT(bugprone-use-after-move)
    EXPECT_EQ(fourth.expose(), second.expose());
}

TEST(Secret, MovingOntoItselfKeepsIt) {
    auto key = marked();
    auto& same = key;
    key = std::move(same);
    EXPECT_EQ(key.expose(), marked().expose());
}

TEST(Secret, TakesOnlyItsOwnLength) {
    EXPECT_FALSE(SecretKey::from(base::Bytes(31)));
    EXPECT_FALSE(SecretKey::from(base::Bytes(33)));
    const auto key = SecretKey::from(base::Bytes(32, 0xa7));
    ASSERT_TRUE(key);
    EXPECT_EQ(key->expose(), marked().expose());
}

TEST(Initialise, MayBeRepeatedAndChangesNoResult) {
    const auto key = marked();
    const auto before = mac32(key, base::as_bytes("the same bytes by any implementation"));
    EXPECT_TRUE(initialise());
    EXPECT_TRUE(initialise());
    EXPECT_EQ(mac32(key, base::as_bytes("the same bytes by any implementation")), before);
}

} // namespace
} // namespace plenum::crypto
