// SPDX-License-Identifier: Apache-2.0
#include "core/base/enums.h"

#include <gtest/gtest.h>

#include <limits>

namespace plenum::base {
namespace {

enum class Colour : std::uint8_t { red = 1, green = 2, blue = 3 };
enum class Sparse : std::uint8_t { none = 0, five = 5, last = 63 };
struct Outer {
    enum class Inner : std::uint8_t { one = 4, two = 5 };
};

static_assert(enum_count<Colour> == 3);
static_assert(enum_count<Sparse> == 3);
static_assert(enum_count<Outer::Inner> == 2);
static_assert(enum_values<Sparse> == std::array{Sparse::none, Sparse::five, Sparse::last});

TEST(Enums, names_are_those_in_the_code) {
    EXPECT_EQ(enumerator_name(Colour::green), "green");
    EXPECT_EQ(enumerator_name(Sparse::none), "none");
    EXPECT_EQ(enumerator_name(Outer::Inner::two), "two");
    EXPECT_EQ(enumerator_name(static_cast<Colour>(4)), "unknown");
    EXPECT_EQ(enumerator_name(static_cast<Colour>(255)), "unknown");
}

TEST(Enums, a_number_from_outside_is_a_value_only_if_the_enumeration_has_it) {
    for (std::uint64_t number = 0; number < 1024; ++number) {
        EXPECT_EQ(to_enum<Colour>(number).has_value(), number >= 1 && number <= 3) << number;
        EXPECT_EQ(to_enum<Sparse>(number).has_value(), number == 0 || number == 5 || number == 63) << number;
    }
    EXPECT_FALSE(to_enum<Colour>(std::numeric_limits<std::uint64_t>::max()));
    EXPECT_FALSE(to_enum<Colour>((std::uint64_t{1} << 32) + 1));
    EXPECT_EQ(to_enum<Colour>(3), Colour::blue);
}

TEST(EnumArray, every_number_that_a_value_can_hold_has_a_place) {
    EnumArray<Colour, int> counts;
    for (unsigned number = 0; number < 256; ++number)
        ++counts[static_cast<Colour>(number)];
    EXPECT_EQ(std::vector<int>(counts.begin(), counts.end()), (std::vector{1, 1, 1}));
    EXPECT_EQ(counts[static_cast<Colour>(0)], 253) << "all that are no colour share one place";
    counts[Colour::blue] = 7;
    EXPECT_EQ(*std::prev(counts.end()), 7);
    EXPECT_EQ(counts.size(), 3U);
}

} // namespace
} // namespace plenum::base
