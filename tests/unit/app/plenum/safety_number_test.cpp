// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/safety_number.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

namespace plenum::app {
namespace {

base::IdentityKey key(std::uint8_t value) {
    base::IdentityKey result;
    result.bytes.fill(value);
    return result;
}

TEST(SafetyNumber, is_thirty_digits) {
    const auto number = safety_number({key(1), key(2)});
    EXPECT_EQ(number.size(), safety_number_digits);
    EXPECT_TRUE(std::ranges::all_of(number, [](unsigned char digit) { return std::isdigit(digit) != 0; }));
}

TEST(SafetyNumber, does_not_depend_on_the_order) {
    EXPECT_EQ(safety_number({key(1), key(2), key(3)}), safety_number({key(3), key(1), key(2)}));
}

TEST(SafetyNumber, changes_with_every_key) {
    const auto number = safety_number({key(1), key(2)});
    auto one_bit = key(2);
    one_bit.bytes[31] ^= 1;
    EXPECT_NE(number, safety_number({key(1), one_bit}));
    EXPECT_NE(number, safety_number({key(1)}));
    EXPECT_NE(number, safety_number({key(1), key(2), key(2)}));
}

TEST(ShortCode, is_of_the_key_alone_in_letters_that_are_not_confused) {
    EXPECT_EQ(short_code(key(1)), short_code(key(1)));
    EXPECT_NE(short_code(key(1)), short_code(key(2)));
    for (std::uint8_t number = 1; number < 50; ++number) {
        const auto code = short_code(key(number));
        EXPECT_EQ(code.size(), 4U);
        EXPECT_EQ(code.find_first_of("ILOU"), std::string::npos) << code;
    }
}

TEST(SafetyNumber, of_nobody_is_empty) { EXPECT_EQ(safety_number({}), ""); }

} // namespace
} // namespace plenum::app
