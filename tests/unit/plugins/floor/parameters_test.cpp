// SPDX-License-Identifier: Apache-2.0
#include "plugins/floor/parameters.h"

#include <gtest/gtest.h>

#include <array>

namespace plenum::floor {
namespace {

constexpr std::array options{base::PluginOption{.key = "order"}, base::PluginOption{.key = "grant"},
                             base::PluginOption{.key = "phase", .values = "talk|questions"},
                             base::PluginOption{.key = "idle_ms", .usual = 300, .least = 200, .most = 400}};

TEST(Parameters, are_pairs_of_known_keys) {
    const auto read = Parameters::read("order=shortest grant=a=b", options);
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->value("order"), "shortest");
    EXPECT_EQ(read->value("grant"), "a=b");
    EXPECT_TRUE(Parameters::read("", options).has_value());
    for (const auto* text : {"order", "order=", "=x", "order=a order=b", "other=a", " order=a", "order=a  grant=b"})
        EXPECT_FALSE(Parameters::read(text, options).has_value()) << text;
}

TEST(Parameters, have_values_that_their_option_allows) {
    const auto read = Parameters::read("phase=questions idle_ms=400", options);
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->value("phase"), "questions");
    EXPECT_EQ(read->number("idle_ms"), 400U);
    for (const auto* text : {"phase=other", "phase=talk|questions", "idle_ms=199", "idle_ms=401", "idle_ms=x"})
        EXPECT_FALSE(Parameters::read(text, options).has_value()) << text;
}

TEST(Parameters, are_the_defaults_where_nothing_is_said_or_understood) {
    for (const auto* text : {"", "colour=blue"}) {
        const auto read = Parameters::read_or_default(text, options);
        EXPECT_EQ(read.value("phase"), "talk") << text;
        EXPECT_EQ(read.number("idle_ms"), 300U) << text;
        EXPECT_EQ(read.value("order"), "") << text;
    }
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
