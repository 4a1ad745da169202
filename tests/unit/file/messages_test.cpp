// SPDX-License-Identifier: Apache-2.0
#include "core/file/messages.h"

#include <gtest/gtest.h>

namespace plenum::file {
namespace {

base::Hash some_hash() {
    base::Hash hash;
    hash.bytes.fill(9);
    return hash;
}

TEST(FileMessages, come_back_as_they_were_written) {
    const auto hash = some_hash();
    const base::MemberIndex ann{1};
    const Message messages[] = {Want{hash, ann, {{0, 3}, {9, 1}}},
                                Want{hash, ann, {}},
                                Unavailable{hash, ann},
                                Seek{hash},
                                Have{hash, ann},
                                Piece{hash, 7, {1, 2, 3}},
                                Progress{base::SequenceNumber{70'000}}};
    for (const auto& message : messages)
        EXPECT_EQ(decode(encode(message)), message);
}

TEST(FileMessages, the_largest_fit_their_flows) {
    Want want{some_hash(), base::MemberIndex{0xffff'ffff}, {}};
    for (std::uint32_t i = 0; i < limits::ranges_max; ++i)
        want.missing.push_back({static_cast<std::uint32_t>(limits::pieces_max) - 1, 1});
    EXPECT_LE(encode(want).size(), limits::request_bytes_max);
    const Piece piece{some_hash(), static_cast<std::uint32_t>(limits::pieces_max) - 1,
                      base::Bytes(limits::piece_bytes)};
    EXPECT_LE(encode(piece).size(), limits::piece_message_bytes_max);
    EXPECT_TRUE(decode(encode(piece)).has_value());
}

TEST(FileMessages, what_makes_no_sense_is_refused) {
    const auto hash = some_hash();
    const base::MemberIndex ann{1};
    const auto most = static_cast<std::uint32_t>(limits::pieces_max);
    const Message messages[] = {Want{hash, {}, {{0, 1}}},
                                Want{hash, ann, {{0, 0}}},
                                Want{hash, ann, {{0, most + 1}}},
                                Want{hash, ann, {{most, 1}}},
                                Have{hash, {}},
                                Unavailable{hash, {}},
                                Piece{hash, most, {1}},
                                Piece{hash, 0, {}}};
    for (const auto& message : messages)
        EXPECT_FALSE(decode(encode(message)).has_value());
    EXPECT_FALSE(decode({}).has_value());
    EXPECT_FALSE(decode(base::Bytes{77}).has_value());
    EXPECT_FALSE(decode(base::Bytes(limits::piece_message_bytes_max + 1, 5)).has_value());
}

} // namespace
} // namespace plenum::file
