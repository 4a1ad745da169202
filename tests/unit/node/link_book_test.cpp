// SPDX-License-Identifier: Apache-2.0
#include "core/member/link_book.h"

#include <gtest/gtest.h>

namespace plenum::node {
namespace {

class Links : public testing::Test {
  protected:
    static LinkSecret secret(std::uint8_t fill) {
        LinkSecret made;
        made.bytes.fill(fill);
        return made;
    }
    static crypto::SecretKey epoch_key(std::uint8_t epoch) {
        base::SecretKey bytes;
        bytes.bytes.fill(static_cast<std::uint8_t>(100 + epoch));
        return bytes;
    }
    void SetUp() override {
        author.handle_genesis(LinkKeys::from(secret(0)).door);
        for (std::uint8_t generation = 1; generation < 4; ++generation) {
            const auto key = epoch_key(generation);
            changes.push_back(author.make_change(secret(generation), base::KeyEpoch{generation}, key, random));
            sealed[generation - 1U] = changes.back().secret_before;
            ASSERT_TRUE(author.handle(changes.back(), generation, &key, sealed));
        }
    }
    /// `generation` from 1, with the key of its epoch or without.
    bool take(LinkBook& book, std::uint8_t generation, bool with_key) {
        const auto key = epoch_key(generation);
        return book.handle(changes.at(generation - 1U), generation, with_key ? &key : nullptr, sealed);
    }

    crypto::SeededRandom random{base::Seed{{7}}};
    LinkBook author{secret(0)};
    std::vector<log::ChangeLink> changes;
    log::SealedLinks sealed;
};

/// Who had no key of one epoch when the link changed learns the later links, and with them that one.
TEST_F(Links, AMissedChangeIsLearnedWithTheNext) {
    LinkBook member{secret(0)};
    member.handle_genesis(LinkKeys::from(secret(0)).door);
    EXPECT_FALSE(take(member, 1, false)) << "it is told";
    EXPECT_EQ(member.newest_secret(), secret(0));
    EXPECT_TRUE(take(member, 2, true));
    EXPECT_EQ(member.newest_secret(), secret(2));
    ASSERT_NE(member.keys(1), nullptr);
    EXPECT_EQ(member.keys(1)->door, LinkKeys::from(secret(1)).door);
    EXPECT_TRUE(take(member, 3, true));
    EXPECT_EQ(member.newest_secret(), secret(3));
}

TEST_F(Links, TwoMissedOnesAreLearnedWithTheThird) {
    LinkBook member{secret(0)};
    member.handle_genesis(LinkKeys::from(secret(0)).door);
    EXPECT_FALSE(take(member, 1, false));
    EXPECT_FALSE(take(member, 2, false));
    EXPECT_TRUE(take(member, 3, true));
    for (std::uint8_t generation = 0; generation < 4; ++generation)
        EXPECT_NE(member.keys(generation), nullptr) << int{generation};
}

TEST_F(Links, ANewcomerReadsWhatCameBeforeItsOwnWithoutComplaint) {
    LinkBook member{secret(2)};
    member.handle_genesis(LinkKeys::from(secret(0)).door);
    EXPECT_TRUE(take(member, 1, false));
    EXPECT_TRUE(take(member, 2, false));
    EXPECT_EQ(member.newest_secret(), secret(2));
    EXPECT_NE(member.keys(0), nullptr);
    EXPECT_FALSE(take(member, 3, false)) << "its own time has begun";
}

TEST_F(Links, AnotherAccessThanOnesOwnLinkGivesIsNoticed) {
    LinkBook member{secret(2)};
    member.handle_genesis(LinkKeys::from(secret(0)).door);
    EXPECT_TRUE(take(member, 1, false));
    auto lie = changes[1];
    lie.access.bytes[0] ^= 1;
    EXPECT_FALSE(member.handle(lie, 2, nullptr, sealed));
}

TEST_F(Links, WhatIsSealedIsWhatIsAnnounced) {
    LinkBook member{secret(0)};
    member.handle_genesis(LinkKeys::from(secret(0)).door);
    auto lie = changes[0];
    lie.access.bytes[0] ^= 1;
    const auto key = epoch_key(1);
    EXPECT_FALSE(member.handle(lie, 1, &key, sealed));
    EXPECT_EQ(member.newest_secret(), secret(0));
    EXPECT_FALSE(member.handle(changes[1], 1, &key, sealed)) << "another epoch's key";
}

} // namespace
} // namespace plenum::node
