// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/epoch_keys.h"

#include "core/crypto/hash.h"
#include "tests/unit/crypto/bytes_of.h"

#include <gtest/gtest.h>

#include <set>

namespace plenum::crypto {
namespace {

using base::as_bytes;
using base::FlowId;
using base::KeyEpoch;
using base::MemberIndex;
using base::to_hex;

EpochSecret secret() { return test::counting<EpochSecret::Value>(); }
base::ConferenceHandle conference() { return test::filled<base::ConferenceHandle>(0xaa); }
ExchangeKeyPair recipient() { return ExchangeKeyPair::from_secret(test::filled<base::SecretKey>(0x11)); }
base::Seed seed() { return test::filled<base::Seed>(0x22); }

TEST(EpochKeys, MatchAnotherImplementation) {
    EXPECT_EQ(to_hex(media_root(secret()).view()), "c529e67e61f41c58e8f65fa5e1d8452f4bd6728e3341ee40e8257ecce71c032b");
    EXPECT_EQ(to_hex(history_root(secret()).view()),
              "b8439e99049483b16edb5162bdf77dbf6755c8812f455945ad52f838833131be");
    EXPECT_EQ(to_hex(ratchet(secret()).view()), "6e2acbde1addf8c054412c95040cff60954426db1bf7c6eaf8f335b4905c2a8c");
    EXPECT_EQ(to_hex(sender_key(media_root(secret()), MemberIndex{7}, FlowId{3}).view()),
              "b09a8ef1484be077f356c92dfa2cf934cde5c1c36c882d35ef1228fdc86080c7");
    EXPECT_EQ(to_hex(commitment(secret(), conference(), KeyEpoch{5}).view()),
              "20363ac3178232fbd0023aa223d19aafb95f697e44d3e3c6791c5930f9383e2b");
}

TEST(EpochKeys, EverySenderFlowRootAndEpochHasItsOwnKey) {
    std::set<base::SecretKey> keys;
    std::size_t count = 0;
    auto epoch = secret();
    for (int i = 0; i < 3; ++i, epoch = ratchet(epoch)) {
        for (const auto& root : {media_root(epoch).expose(), history_root(epoch).expose()}) {
            for (std::uint32_t member = 1; member <= 20; ++member) {
                for (std::uint16_t flow = 1; flow <= 5; ++flow, ++count) {
                    keys.insert(sender_key(root, MemberIndex{member}, FlowId{flow}).expose());
                }
            }
        }
    }
    EXPECT_EQ(keys.size(), count);
    EXPECT_EQ(count, 600U);
}

TEST(EpochKeys, ARootInAGroupNeedsBothSecrets) {
    const auto outside = media_root(secret());
    const auto of_group = media_root(ratchet(secret()));
    const std::set<base::SecretKey> roots{
        outside.expose(),
        of_group.expose(),
        root_in_group(outside, of_group).expose(),
        root_in_group(of_group, outside).expose(),
        root_in_group(media_root(ratchet(ratchet(secret()))), of_group).expose(),
        root_in_group(outside, media_root(ratchet(ratchet(secret())))).expose(),
    };
    EXPECT_EQ(roots.size(), 6U);
}

TEST(EpochKeys, TwoPeopleShareARootThatNobodyElseHas) {
    base::Seed seed;
    const auto ann = ExchangeKeyPair::from_seed(seed);
    seed.bytes.fill(1);
    const auto bob = ExchangeKeyPair::from_seed(seed);
    seed.bytes.fill(2);
    const auto cem = ExchangeKeyPair::from_seed(seed);
    const auto root = pair_root(ann, bob.public_key).value();
    EXPECT_EQ(root.expose(), pair_root(bob, ann.public_key).value().expose());
    EXPECT_NE(root.expose(), pair_root(cem, ann.public_key).value().expose());
    EXPECT_NE(root.expose(), pair_root(cem, bob.public_key).value().expose());
    EXPECT_FALSE(pair_root(ann, base::ExchangeKey{})) << "a key of small order";
    const auto outside = media_root(secret());
    EXPECT_NE(root_in_pair(outside, root).expose(), root_in_group(outside, root).expose());
    EXPECT_NE(root_in_pair(outside, root).expose(), root_in_pair(history_root(secret()), root).expose());
}

TEST(EpochKeys, AKeyIdNamesBothEpochs) {
    const ContentKeyId of_all{KeyEpoch{7}, {}};
    EXPECT_EQ(of_all.value(), 7U) << "in the shortest form outside groups";
    const ContentKeyId of_group{KeyEpoch{7}, base::GroupEpoch{3}};
    EXPECT_EQ(ContentKeyId::from(of_group.value()), of_group);
    EXPECT_EQ(ContentKeyId::from(of_all.value()), of_all);
    EXPECT_NE(of_group.value(), of_all.value());
}

TEST(EpochKeys, TheCommitmentBindsSecretConferenceAndEpoch) {
    const auto reference = commitment(secret(), conference(), KeyEpoch{5});
    EXPECT_EQ(commitment(secret(), conference(), KeyEpoch{5}), reference);
    EXPECT_NE(commitment(secret(), conference(), KeyEpoch{6}), reference);
    EXPECT_NE(commitment(secret(), test::filled<base::ConferenceHandle>(0xab), KeyEpoch{5}), reference);
    EXPECT_NE(commitment(ratchet(secret()), conference(), KeyEpoch{5}), reference);
}

TEST(HistoryLink, GivesTheRootBeforeToWhoeverHasTheNextInItsConferenceAndEpochOnly) {
    const auto before = history_root(secret());
    const auto root = history_root(ratchet(secret()));
    const auto link = seal_history(before, root, conference(), KeyEpoch{5});
    const auto opened = open_history(link, root, conference(), KeyEpoch{5});
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->expose(), before.expose());
    EXPECT_FALSE(open_history(link, before, conference(), KeyEpoch{5}));
    EXPECT_FALSE(open_history(link, root, conference(), KeyEpoch{6}));
    EXPECT_FALSE(open_history(link, root, test::filled<base::ConferenceHandle>(0xab), KeyEpoch{5}));
    for (std::size_t bit = 0; bit < link.size * 8; ++bit) {
        auto altered = link;
        altered.bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
        EXPECT_FALSE(open_history(altered, root, conference(), KeyEpoch{5})) << bit;
    }
}

TEST(KeyWrap, MatchesAnotherImplementation) {
    const auto wrapped = wrap(secret(), recipient().public_key, seed(), as_bytes("context"));
    ASSERT_TRUE(wrapped);
    EXPECT_EQ(to_hex(wrapped->view()),
              "ccdb5e30d0989aef7904f9a885930f43cb708d48c36404b49f8ff7dfdfca445793d5e6f04cbdad87"
              "81c62e653084ad007ec3ddb40174c1fecb1aec77733a0b0121a440a5f5dd4bf385727462ee9e022b");
}

TEST(KeyWrap, OpensForItsRecipientInItsContextOnly) {
    const auto wrapped = wrap(secret(), recipient().public_key, seed(), as_bytes("context"));
    ASSERT_TRUE(wrapped);
    const auto opened = unwrap(*wrapped, recipient(), as_bytes("context"));
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->expose(), secret().expose());
    EXPECT_FALSE(unwrap(*wrapped, recipient(), as_bytes("contexu")));
    EXPECT_FALSE(unwrap(*wrapped, recipient(), {}));
    EXPECT_FALSE(unwrap(*wrapped, ExchangeKeyPair::from_seed(seed()), as_bytes("context")));
}

TEST(KeyWrap, EveryBitCounts) {
    const auto wrapped = wrap(secret(), recipient().public_key, seed(), {});
    ASSERT_TRUE(wrapped);
    for (std::size_t bit = 0; bit < wrapped->size * 8; ++bit) {
        auto altered = *wrapped;
        altered.bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
        EXPECT_FALSE(unwrap(altered, recipient(), {})) << bit;
    }
}

TEST(KeyWrap, EachSeedGivesAnotherWrap) {
    const auto one = wrap(secret(), recipient().public_key, seed(), {});
    const auto other = wrap(secret(), recipient().public_key, test::filled<base::Seed>(0x23), {});
    ASSERT_TRUE(one && other);
    EXPECT_NE(*one, *other);
}

TEST(KeyWrap, RefusesKeysOfSmallOrder) {
    EXPECT_FALSE(wrap(secret(), base::ExchangeKey{}, seed(), {}));
    EXPECT_FALSE(unwrap(KeyWrap{}, recipient(), {}));
}

} // namespace
} // namespace plenum::crypto
