// SPDX-License-Identifier: Apache-2.0
#include "core/conversation/context.h"

#include "core/base/random.h"

#include <gtest/gtest.h>

namespace plenum::conversation {
namespace {

using namespace std::chrono_literals;

Context context(std::uint64_t ordinal, base::Duration wait, std::vector<Dependency> dependencies = {}) {
    return {base::Ordinal{ordinal}, wait, std::move(dependencies)};
}

Dependency on(std::uint32_t sender, std::uint64_t ordinal) {
    return {base::MemberIndex{sender}, base::Ordinal{ordinal}};
}

base::Bytes bytes_of(const Context& context) {
    base::Bytes bytes;
    encode(context, bytes);
    return bytes;
}

bool reads(const base::Bytes& bytes) {
    Context read;
    return decode(bytes, read);
}

TEST(Context, comes_back_as_it_went) {
    auto storm = context(5, 200ms, {on(1, 2)});
    storm.complete = false;
    const std::vector<Context> contexts{
        context(1, 0ms),
        context(127, 508ms, {on(0, 1), on(1, 128), on(0x7f, 16'383), on(0x100, 16'384)}),
        context(0xffff'ffff'ffff'ffff, wait_max, {on(0xffff'fffe, 1), on(0xffff'ffff, 0xffff'ffff'ffff'ffff)}),
        context(1ULL << 28, 4ms, {on(3, (1ULL << 28) - 1)}),
        storm,
    };
    Context read;
    for (const auto& sent : contexts) {
        ASSERT_TRUE(decode(bytes_of(sent), read));
        EXPECT_EQ(read, sent);
    }
}

TEST(Context, is_as_short_as_its_numbers) {
    EXPECT_EQ(bytes_of(context(127, 508ms)).size(), 2U);
    EXPECT_EQ(bytes_of(context(16'383, 508ms, {on(4, 16'000)})).size(), 6U);
    EXPECT_EQ(bytes_of(context(2'000'000, 508ms, {on(4, 2'000'000)})).size(), 8U);
    EXPECT_EQ(bytes_of(context(1, 200ms, {on(7, 127)})), (base::Bytes{1, 50, 7, 127}));
    EXPECT_EQ(bytes_of(context(128, 200ms, {on(7, 1), on(8, 1)})), (base::Bytes{0x80, 128, 50, 7, 1, 0, 1}));
}

TEST(Context, waits_no_shorter_than_told) {
    Context read;
    ASSERT_TRUE(decode(bytes_of(context(1, 200ms + 1ns)), read));
    EXPECT_EQ(read.wait, 204ms);
}

TEST(Context, says_so_where_it_cannot_name_all) {
    auto large = context(1, 200ms);
    for (std::uint32_t sender = 1; sender <= dependencies_max; ++sender)
        large.dependencies.push_back(on(sender * 1000, 1ULL << 27));
    const auto bytes = bytes_of(large);
    EXPECT_LE(bytes.size(), context_bytes_max);
    Context read;
    ASSERT_TRUE(decode(bytes, read));
    EXPECT_FALSE(read.complete);
    EXPECT_GT(read.dependencies.size(), 80U);
    large.dependencies.resize(read.dependencies.size());
    EXPECT_EQ(read.dependencies, large.dependencies) << "the first ones";
}

TEST(Context, refuses_what_is_none) {
    EXPECT_FALSE(reads({}));
    EXPECT_FALSE(reads({1})) << "no wait";
    EXPECT_FALSE(reads({0, 50})) << "messages are numbered from 1";
    EXPECT_FALSE(reads({0x80, 127, 50})) << "a longer form than needed";
    EXPECT_FALSE(reads({0xf0, 0, 0, 0, 0, 0x0f, 0xff, 0xff, 0xff, 50}));
    EXPECT_FALSE(reads({0xf1, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 50}));
    EXPECT_FALSE(reads({1, 50, 7})) << "a sender without a number";
    EXPECT_FALSE(reads({1, 50, 7, 0}));
    EXPECT_FALSE(reads({1, 0xba, 0x99})) << "waits longer than anyone may";
    EXPECT_TRUE(reads({1, 0xba, 0x98}));
    EXPECT_FALSE(reads({1, 50, 0xf0, 0, 0, 0, 1, 0, 0, 0, 0, 1})) << "no such sender";
    base::Bytes last{1, 50, 0xf0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 1};
    EXPECT_TRUE(reads(last));
    last.insert(last.end(), {0, 1});
    EXPECT_FALSE(reads(last)) << "nobody comes after the last sender";
    base::Bytes long_one{1, 50};
    for (std::size_t i = 0; i < dependencies_max; ++i)
        long_one.insert(long_one.end(), {0, 1});
    EXPECT_TRUE(reads(long_one));
    long_one.insert(long_one.end(), {0, 1});
    EXPECT_FALSE(reads(long_one));
    EXPECT_FALSE(reads(base::Bytes(context_bytes_max + 1, 1)));
}

TEST(Context, has_one_encoding) {
    base::Random random{3};
    Context read;
    std::size_t accepted = 0;
    for (int i = 0; i < 200'000; ++i) {
        base::Bytes bytes(random.below(14));
        for (auto& byte : bytes)
            byte = static_cast<std::uint8_t>(random.below(4) == 0 ? random.below(256) : random.below(3) * 0x40);
        if (!decode(bytes, read)) continue;
        ++accepted;
        ASSERT_EQ(bytes_of(read), bytes);
    }
    EXPECT_GT(accepted, 1000U);
}

} // namespace
} // namespace plenum::conversation
