// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/passphrase.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::crypto {
namespace {

class Passphrases : public testing::Test {
  protected:
    base::Bytes wrap(std::string_view passphrase = "correct horse", std::uint8_t fill = 3) const {
        PassphraseSalt salt;
        salt.bytes.fill(fill);
        PassphraseNonce nonce;
        nonce.bytes.fill(static_cast<std::uint8_t>(fill + 1));
        return wrap_seed(seed, passphrase, salt, nonce, passphrase_cost_min).value();
    }
    base::Seed seed{{1, 2, 3, 4, 5}};
};

TEST_F(Passphrases, TheRightOneOpens) {
    const auto wrapped = wrap();
    EXPECT_EQ(wrapped.size(), wrapped_seed_bytes);
    EXPECT_TRUE(is_wrapped_seed(wrapped));
    EXPECT_EQ(unwrap_seed(wrapped, "correct horse"), seed);
}

TEST_F(Passphrases, AnotherDoesNot) {
    const auto wrapped = wrap();
    for (const auto* other : {"", "Correct horse", "correct horse ", "correct hors"})
        EXPECT_EQ(unwrap_seed(wrapped, other).error(), PassphraseError::wrong) << other;
    EXPECT_EQ(unwrap_seed(wrap(std::string_view{"a\0b", 3}), "a").error(), PassphraseError::wrong);
}

TEST_F(Passphrases, NothingOfItMayBeAlteredOrMissing) {
    const auto wrapped = wrap();
    for (std::size_t i = 0; i < wrapped.size(); ++i) {
        auto altered = wrapped;
        altered[i] ^= 1;
        EXPECT_NE(unwrap_seed(altered, "correct horse"), seed) << i;
        EXPECT_EQ(unwrap_seed(base::ByteView{wrapped}.first(i), "correct horse").error(), PassphraseError::malformed);
    }
    auto longer = wrapped;
    longer.push_back(0);
    EXPECT_EQ(unwrap_seed(longer, "correct horse").error(), PassphraseError::malformed);
    EXPECT_FALSE(is_wrapped_seed(seed.view()));
}

TEST_F(Passphrases, WhatHasNotItsMarkIsNoWrappedSeed) {
    const auto wrapped = wrap();
    for (std::size_t size = 0; size < 10; ++size)
        EXPECT_EQ(is_wrapped_seed(base::ByteView{wrapped}.first(size)), size >= 8) << size;
    auto altered = wrapped;
    altered[0] ^= 1;
    EXPECT_EQ(unwrap_seed(altered, "correct horse").error(), PassphraseError::malformed);
}

/// Whoever can write the file makes nobody's machine work or swap for hours.
TEST_F(Passphrases, ACostBeyondBoundsIsRefusedUntried) {
    for (const std::size_t most_significant : {std::size_t{8}, std::size_t{12}}) {
        auto altered = wrap();
        altered[most_significant] = 0xff;
        EXPECT_EQ(unwrap_seed(altered, "correct horse").error(), PassphraseError::malformed);
        auto none = wrap();
        std::fill_n(none.begin() + static_cast<std::ptrdiff_t>(most_significant), 4, std::uint8_t{0});
        EXPECT_EQ(unwrap_seed(none, "correct horse").error(), PassphraseError::malformed);
    }
    EXPECT_EQ(wrap_seed(seed, "x", {}, {}, {.passes = 0, .memory_kib = 8}).error(), PassphraseError::malformed);
    EXPECT_EQ(wrap_seed(seed, "x", {}, {}, {.passes = 1, .memory_kib = 2 * 1024 * 1024}).error(),
              PassphraseError::malformed);
}

TEST_F(Passphrases, NothingOfTheSeedShows) {
    const auto wrapped = wrap();
    EXPECT_EQ(std::search(wrapped.begin(), wrapped.end(), seed.bytes.begin(), seed.bytes.begin() + 5), wrapped.end());
    EXPECT_NE(wrapped, wrap("correct horse", 9));
}

} // namespace
} // namespace plenum::crypto
