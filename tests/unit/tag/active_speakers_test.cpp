// SPDX-License-Identifier: Apache-2.0
#include "core/tag/active_speakers.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace plenum::tag {
namespace {

using namespace std::chrono_literals;

class LastSpeakers : public testing::Test {
  protected:
    static constexpr std::size_t places = 3;
    /// A packet of each, at once; gives whose passed.
    std::set<std::uint32_t> packets(const std::map<std::uint32_t, std::uint8_t>& levels, bool silent = false) {
        std::set<std::uint32_t> passed;
        for (const auto& [member, level] : levels)
            if (speakers.passes({base::MemberIndex{member}, level, silent}, places, now)) passed.insert(member);
        return passed;
    }
    /// For so long; gives whose last packet passed.
    std::set<std::uint32_t> talk(const std::map<std::uint32_t, std::uint8_t>& levels, base::Duration lasts) {
        std::set<std::uint32_t> passed;
        for (const auto end = now + lasts; now < end; now += 20ms) {
            passed = packets(levels);
            EXPECT_LE(passed.size(), places);
        }
        return passed;
    }
    ActiveSpeakers speakers;
    base::LocalTime now{100s};
};

using Members = std::set<std::uint32_t>;

TEST_F(LastSpeakers, no_more_than_the_places_pass_and_one_alone_always_does) {
    std::map<std::uint32_t, std::uint8_t> crowd;
    for (std::uint32_t member = 1; member <= 200; ++member)
        crowd[member] = 1;
    EXPECT_EQ(talk(crowd, 5s), (Members{1, 2, 3}));
    now += ActiveSpeakers::pause;
    EXPECT_EQ(packets({{200, 0}}), Members{200}) << "its first packet";
}

TEST_F(LastSpeakers, a_newcomer_takes_the_place_of_whoever_was_silent_longest) {
    talk({{1, 2}, {2, 2}, {3, 2}}, 2s);
    talk({{1, 2}, {3, 2}}, 400ms);
    talk({{1, 2}}, 400ms);
    EXPECT_EQ(packets({{1, 2}, {4, 0}}), (Members{1, 4})) << "in the place of 2";
    EXPECT_EQ(packets({{3, 2}}), Members{3});
    EXPECT_EQ(packets({{2, 2}}), Members{});
}

TEST_F(LastSpeakers, silence_keeps_a_place_that_nobody_wants_and_takes_none) {
    EXPECT_EQ(packets({{1, 0}, {2, 0}, {3, 0}, {4, 0}}, true), (Members{1, 2, 3}));
    EXPECT_EQ(packets({{5, 0}}), Members{5}) << "who said nothing yet keeps no place";
}

TEST_F(LastSpeakers, a_louder_newcomer_waits_until_the_quieter_had_a_second) {
    talk({{1, 1}, {2, 3}, {3, 3}}, 500ms);
    EXPECT_EQ(packets({{4, 3}}), Members{});
    talk({{1, 1}, {2, 3}, {3, 3}}, 600ms);
    EXPECT_EQ(packets({{4, 1}}), Members{}) << "not louder than the quietest";
    EXPECT_EQ(packets({{4, 3}}), Members{4});
    EXPECT_EQ(packets({{1, 3}, {2, 3}, {3, 3}}), (Members{2, 3})) << "nobody is quieter";
}

TEST_F(LastSpeakers, places_do_not_change_between_syllables) {
    Members before;
    int changes = 0;
    for (int i = 0; i < 500; ++i, now += 20ms) {
        std::map<std::uint32_t, std::uint8_t> levels;
        for (std::uint32_t member = 1; member <= 8; ++member)
            levels[member] = static_cast<std::uint8_t>((static_cast<std::uint32_t>(i) / 5 + member * 7) % 4);
        const auto passed = packets(levels);
        changes += passed != before;
        before = passed;
    }
    EXPECT_EQ(changes, 1) << "the loudest of each second is the same";
}

TEST_F(LastSpeakers, nobody_keeps_a_place_for_ever_by_claiming_to_be_loud) {
    talk({{1, 3}, {2, 3}, {3, 3}}, ActiveSpeakers::turn - 100ms);
    EXPECT_EQ(packets({{4, 3}}), Members{});
    talk({{1, 3}, {2, 3}, {3, 3}}, 200ms);
    EXPECT_EQ(packets({{4, 2}}), Members{}) << "is quieter";
    EXPECT_EQ(packets({{4, 3}}), Members{4});
}

TEST_F(LastSpeakers, fewer_places_take_effect_at_once) {
    talk({{1, 1}, {2, 1}, {3, 1}}, 2s);
    EXPECT_TRUE(speakers.passes({base::MemberIndex{3}, 1, false}, 1, now));
    EXPECT_FALSE(speakers.passes({base::MemberIndex{1}, 1, false}, 1, now));
}

} // namespace
} // namespace plenum::tag
