// SPDX-License-Identifier: Apache-2.0
#include "plugins/floor/parameters.h"

#include <gtest/gtest.h>

namespace plenum::floor {
namespace {

TEST(Parameters, are_pairs_of_known_keys) {
    const auto read = Parameters::read("order=shortest grant=a=b", {"order", "grant", "phase"});
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->value("order"), "shortest");
    EXPECT_EQ(read->value("grant"), "a=b");
    EXPECT_EQ(read->value("phase"), "");
    EXPECT_TRUE(Parameters::read("", {}).has_value());
    for (const auto* text : {"order", "order=", "=x", "order=a order=b", "other=a", " order=a", "order=a  grant=b"})
        EXPECT_FALSE(Parameters::read(text, {"order", "grant"}).has_value()) << text;
}

TEST(Numbers, are_whole_and_decimal) {
    EXPECT_EQ(read_number("0"), 0U);
    EXPECT_EQ(read_number("4294967295"), 4294967295U);
    for (const auto* text : {"", "4294967296", "-1", "1x", " 1", "0x1"})
        EXPECT_EQ(read_number(text), std::nullopt) << text;
}

TEST(Split, gives_all_parts) {
    using Parts = std::vector<std::string_view>;
    EXPECT_EQ(split("a,b", ','), (Parts{"a", "b"}));
    EXPECT_EQ(split("", ','), Parts{""});
    EXPECT_EQ(split(",", ','), (Parts{"", ""}));
}

} // namespace
} // namespace plenum::floor
