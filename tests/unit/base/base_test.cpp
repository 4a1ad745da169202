// SPDX-License-Identifier: Apache-2.0
#include "core/base/bytes.h"
#include "core/base/intervals.h"
#include "core/base/random.h"
#include "core/base/time.h"

#include <gtest/gtest.h>

#include <set>

namespace plenum::base {
namespace {

using namespace std::chrono_literals;

TEST(Hex, goes_both_ways_and_refuses_the_rest) {
    const Bytes bytes{0x00, 0x7f, 0xff};
    EXPECT_EQ(to_hex(bytes), "007fff");
    EXPECT_EQ(from_hex("007fFF"), bytes);
    EXPECT_FALSE(from_hex("0").has_value());
    EXPECT_FALSE(from_hex("0g").has_value());
}

// RFC 4648 §10, without padding.
TEST(Base64Url, has_the_figures_of_the_rfc) {
    for (const auto& [text, coded] : {std::pair{"", ""},
                                      {"f", "Zg"},
                                      {"fo", "Zm8"},
                                      {"foo", "Zm9v"},
                                      {"foob", "Zm9vYg"},
                                      {"fooba", "Zm9vYmE"},
                                      {"foobar", "Zm9vYmFy"}}) {
        EXPECT_EQ(to_base64url(as_bytes(text)), coded);
        EXPECT_EQ(to_text(from_base64url(coded).value()), text);
    }
    EXPECT_FALSE(from_base64url("Zg==").has_value());
    EXPECT_FALSE(from_base64url("Zh").has_value()); // stray bits
    EXPECT_FALSE(from_base64url("Z").has_value());
    EXPECT_FALSE(from_base64url("Zm9+").has_value());
}

TEST(CleanText, is_utf8_without_control_characters) {
    EXPECT_TRUE(is_clean_text("Grüße, 世界 🙂\n\t"));
    EXPECT_TRUE(is_clean_text("\xc2\xa0"));
    for (const auto* bad : {"\x01", "\x7f", "\x80", "\xc2\x80", "\xc2\x9b", "\xc2\x9f", "\xc3", "\xe0\x80\xaf",
                            "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80"}) {
        EXPECT_FALSE(is_clean_text(bad)) << to_hex(as_bytes(bad));
    }
}

TEST(CleanText, of_one_line_is_neither_blank_nor_broken) {
    for (const auto* line : {"Grüße, 世界 🙂", " a ", "\xc2\xa0"})
        EXPECT_TRUE(is_clean_line(line)) << line;
    for (const auto* bad : {"", " ", "Eve\nBob: yes", "a\tb",
                            "a\xe2\x80\xa8"
                            "b",
                            "\xe2\x80\xa9", "\x1b[2J"})
        EXPECT_FALSE(is_clean_line(bad)) << to_hex(as_bytes(bad));
}

TEST(IntervalSet, holds_what_a_plain_set_holds) {
    Random random{3};
    IntervalSet intervals{1000};
    std::set<std::uint64_t> plain;
    for (int i = 0; i < 3000; ++i) {
        const auto first = random.below(500);
        const auto last = first + random.below(4);
        bool news = false;
        for (auto number = first; number <= last; ++number)
            news = plain.insert(number).second || news;
        EXPECT_EQ(intervals.insert(first, last),
                  news ? IntervalSet::Insert::added : IntervalSet::Insert::already_there);
        if (i % 50 == 0) {
            const auto bound = random.below(60);
            intervals.remove_below(bound);
            plain.erase(plain.begin(), plain.lower_bound(bound));
        }
        for (std::size_t k = 1; k < intervals.intervals().size(); ++k) {
            ASSERT_GT(intervals.intervals()[k].first, intervals.intervals()[k - 1].last + 1);
        }
    }
    for (std::uint64_t number = 0; number < 510; ++number)
        EXPECT_EQ(intervals.contains(number), plain.contains(number));
}

TEST(IntervalSet, is_full_at_its_bound_and_stays_as_it_was) {
    IntervalSet intervals{2};
    EXPECT_EQ(intervals.insert(1), IntervalSet::Insert::added);
    EXPECT_EQ(intervals.insert(5), IntervalSet::Insert::added);
    EXPECT_EQ(intervals.insert(9), IntervalSet::Insert::full);
    EXPECT_FALSE(intervals.contains(9));
    EXPECT_EQ(intervals.insert(2, 4), IntervalSet::Insert::added);
    EXPECT_EQ(intervals.intervals().size(), 1U);
}

TEST(Random, is_the_same_everywhere) {
    Random random{1234567};
    // SplitMix64's published sequence for this seed.
    EXPECT_EQ(random.next(), 6457827717110365317U);
    EXPECT_EQ(random.next(), 3203168211198807973U);
}

TEST(ClockOffset, leads_there_and_back) {
    const ClockOffset offset{-3s, 1ms};
    const LocalTime local{10s};
    EXPECT_EQ(offset.to_conference(local), ConferenceTime{7s});
    EXPECT_EQ(offset.to_local(offset.to_conference(local)), local);
}

} // namespace
} // namespace plenum::base
