// SPDX-License-Identifier: Apache-2.0
/// core/crypto over checksums: it still refuses what differs by accident. And these are checksums indeed: whoever links
/// them sees plaintext.

#include "core/crypto/datagram_seal.h"
#include "core/crypto/epoch_keys.h"
#include "core/crypto/hash.h"
#include "core/crypto/link_secret.h"
#include "core/crypto/sframe.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::crypto {
namespace {

using base::Bytes;
using base::Seed;

Seed seed_of(std::uint8_t number) {
    Seed seed;
    seed.bytes.fill(number);
    return seed;
}
SecretKey key_of(std::uint8_t number) { return *SecretKey::from(seed_of(number).view()); }

const Bytes header{1, 2, 3};
const Bytes text{'p', 'l', 'a', 'i', 'n', ' ', 't', 'e', 'x', 't'};

TEST(NullCrypto, IsWhatIsLinkedHere) {
    Bytes sealed(text.size() + tag_size);
    DatagramSealer{key_of(1)}.seal(sealed, header, text, base::PacketNumber{0});
    EXPECT_TRUE(std::equal(text.begin(), text.end(), sealed.begin())) << "libsodium would have hidden it";
}

TEST(NullCrypto, DatagramsOpenInPlaceAndEveryFlippedBitIsSeen) {
    Bytes sealed = text;
    sealed.resize(text.size() + tag_size);
    DatagramSealer{key_of(1)}.seal(sealed, header, base::ByteView{sealed}.first(text.size()), base::PacketNumber{5});
    for (std::size_t bit = 0; bit < sealed.size() * 8; ++bit) {
        auto altered = sealed;
        altered[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
        EXPECT_EQ(DatagramOpener{key_of(1)}.open(altered, header, altered, base::PacketNumber{5}).result,
                  OpenResult::forged);
    }
    auto copy = sealed;
    EXPECT_EQ(DatagramOpener{key_of(2)}.open(copy, header, copy, base::PacketNumber{5}).result, OpenResult::forged);
    EXPECT_EQ(DatagramOpener{key_of(1)}.open(copy, header, copy, base::PacketNumber{6}).result, OpenResult::forged);
    EXPECT_EQ(DatagramOpener{key_of(1)}.open(copy, text, copy, base::PacketNumber{5}).result, OpenResult::forged);
    DatagramOpener opener{key_of(1)};
    const auto opened = opener.open(copy, header, copy, base::PacketNumber{5});
    ASSERT_EQ(opened.result, OpenResult::opened);
    EXPECT_EQ(Bytes(copy.begin(), copy.begin() + static_cast<std::ptrdiff_t>(opened.size)), text);
    EXPECT_EQ(opener.open(sealed, header, sealed, base::PacketNumber{5}).result, OpenResult::replay);
}

TEST(NullCrypto, FramesWantTheirKeyAndAssociatedData) {
    const auto frame = FrameSealer{key_of(1), 9}.seal(3, header, text);
    EXPECT_EQ((FrameOpener{key_of(1), 9}.open(header, frame)), text);
    EXPECT_EQ((FrameOpener{key_of(2), 9}.open(header, frame)), std::unexpected{FrameError::forged});
    EXPECT_EQ((FrameOpener{key_of(1), 9}.open(text, frame)), std::unexpected{FrameError::forged});
}

TEST(NullCrypto, SecretsAgreeBetweenTwoAndDifferFromOthers) {
    const auto a = ExchangeKeyPair::from_seed(seed_of(1));
    const auto b = ExchangeKeyPair::from_seed(seed_of(2));
    const auto c = ExchangeKeyPair::from_seed(seed_of(3));
    EXPECT_EQ(exchange(a, b.public_key)->expose(), exchange(b, a.public_key)->expose());
    EXPECT_NE(exchange(a, b.public_key)->expose(), exchange(a, c.public_key)->expose());
    EXPECT_FALSE(exchange(a, base::ExchangeKey{})) << "a point of zero";
}

TEST(NullCrypto, SignaturesHoldForTheirSignerContextAndBody) {
    const auto signer = IdentityKeyPair::from_seed(seed_of(1));
    const auto other = IdentityKeyPair::from_seed(seed_of(2));
    const auto signature = sign(signer, "context", text);
    EXPECT_TRUE(verify(signer.public_key, "context", text, signature));
    EXPECT_FALSE(verify(other.public_key, "context", text, signature));
    EXPECT_FALSE(verify(signer.public_key, "another", text, signature));
    EXPECT_FALSE(verify(signer.public_key, "context", header, signature));
}

TEST(NullCrypto, SumsDoNotDependOnHowBytesAreCut) {
    Bytes bytes(100);
    std::ranges::generate(bytes, [n = 0]() mutable { return static_cast<std::uint8_t>(n++); });
    const auto whole = hash(bytes);
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
        const base::ByteView view{bytes};
        EXPECT_EQ(Hasher{}.add(view.first(cut)).add(view.subspan(cut)).finish(), whole) << cut;
    }
    EXPECT_NE(hash(base::ByteView{bytes}.first(99)), whole);
    EXPECT_NE(Hasher{key_of(1)}.add(bytes).finish(), whole);
    EXPECT_NE(hash(Bytes{}), hash(Bytes{0})) << "length counts";
}

TEST(NullCrypto, WrapsOpenForTheirRecipient) {
    const auto recipient = ExchangeKeyPair::from_seed(seed_of(1));
    const auto other = ExchangeKeyPair::from_seed(seed_of(2));
    const auto secret = *EpochSecret::from(seed_of(7).view());
    const auto wrapped = wrap(secret, recipient.public_key, seed_of(8), header);
    ASSERT_TRUE(wrapped);
    const auto opened = unwrap(*wrapped, recipient, header);
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->expose(), secret.expose());
    EXPECT_FALSE(unwrap(*wrapped, other, header));
    EXPECT_FALSE(unwrap(*wrapped, recipient, text));
}

} // namespace
} // namespace plenum::crypto
