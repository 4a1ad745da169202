// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "plugins/activities/target/referee.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace plenum::target {
namespace {

using namespace std::chrono_literals;

constexpr base::MemberIndex ann{1};
constexpr base::MemberIndex bo{2};
constexpr RoundId round{base::ConferenceTime{17s}, ann};
constexpr auto large = target_at(0, 1);

/// At the middle of the target, as this referee sees it.
FiredShot shot_at(const Referee& referee, base::MemberIndex member, TargetId target, RoundTime at) {
    const auto targets = referee.targets(at);
    const auto found = std::ranges::find(targets, target, &LiveTarget::id);
    return {member, {at, found == targets.end() ? Point{} : found->at, target}};
}

bool is_there(const std::vector<LiveTarget>& targets, TargetId id) {
    return std::ranges::find(targets, id, &LiveTarget::id) != targets.end();
}

TEST(Referee, first_shot_splits_a_large_target_into_two_medium_ones) {
    Referee referee{round};
    ASSERT_TRUE(is_there(referee.targets(1s), large));
    referee.judge({shot_at(referee, ann, large, 1s)});
    EXPECT_EQ(referee.scores().at(ann), (Score{.points = 10, .hits = 1, .shots = 1, .streak = 1, .streak_max = 1}));
    const auto targets = referee.targets(1500ms);
    EXPECT_FALSE(is_there(targets, large));
    EXPECT_TRUE(is_there(targets, target_at(0, 2)));
    EXPECT_TRUE(is_there(targets, target_at(0, 3)));
}

TEST(Referee, shot_within_the_lag_of_a_view_counts_half_and_a_later_one_nothing) {
    Referee referee{round};
    const auto first = shot_at(referee, ann, large, 1s);
    const auto second = shot_at(referee, bo, large, 1s + view_lag_max);
    const auto third = shot_at(referee, base::MemberIndex{3}, large, 1s + view_lag_max + 2ms);
    referee.judge({third, second, first});
    EXPECT_EQ(referee.scores().at(ann).points, 10U);
    EXPECT_EQ(referee.scores().at(bo).points, 5U);
    EXPECT_EQ(referee.scores().at(base::MemberIndex{3}).points, 0U);
    EXPECT_EQ(referee.judged().back().outcome, Outcome::late);
}

TEST(Referee, nobody_hits_one_target_twice) {
    Referee referee{round};
    referee.judge({shot_at(referee, ann, large, 1s), shot_at(referee, ann, large, 1s + reload)});
    EXPECT_EQ(referee.scores().at(ann).points, 10U);
    EXPECT_EQ(referee.scores().at(ann).hits, 1U);
}

TEST(Referee, shot_beside_the_named_target_counts_nothing) {
    Referee referee{round};
    auto shot = shot_at(referee, ann, large, 1s);
    shot.shot.aim.x += shot.shot.aim.x < field_size.x / 2 ? 3000 : -3000;
    referee.judge({shot});
    EXPECT_EQ(referee.judged().front().outcome, Outcome::void_);
    EXPECT_EQ(referee.scores().at(ann).points, 0U);
}

TEST(Referee, part_that_does_not_exist_yet_cannot_be_hit) {
    Referee referee{round};
    referee.judge({{ann, {1s, {8000, 4500}, target_at(0, 2)}}});
    EXPECT_EQ(referee.judged().front().outcome, Outcome::void_);
}

TEST(Referee, three_hits_in_a_row_double_points_until_a_miss) {
    Referee referee{round};
    std::vector<FiredShot> shots;
    const auto fire = [&](TargetId target, RoundTime at) {
        shots.push_back(shot_at(referee, ann, target, at));
        referee.judge(shots);
        return std::ranges::find(referee.judged(), at, [](const auto& each) { return each.fired.shot.at; })->points;
    };
    EXPECT_EQ(fire(target_at(0, 1), 1000ms), 10U);
    EXPECT_EQ(fire(target_at(1, 1), 1300ms), 10U);
    EXPECT_EQ(fire(target_at(2, 1), 1600ms), 10U);
    EXPECT_EQ(fire(target_at(0, 2), 1900ms), 40U);
    shots.push_back({ann, {2200ms, {}, TargetId{}}});
    EXPECT_EQ(fire(target_at(0, 3), 2500ms), 20U);
    EXPECT_EQ(referee.scores().at(ann).streak_max, 4U);
}

TEST(Referee, order_of_arrival_changes_no_score) {
    Referee referee{round};
    base::Random random{3};
    std::vector<FiredShot> shots;
    for (auto at = RoundTime{500}; at < 20s; at += 130ms) {
        const auto targets = referee.targets(at);
        if (targets.empty()) continue;
        const auto& chosen = targets[random.below(targets.size())];
        shots.push_back(
            {base::MemberIndex{static_cast<std::uint32_t>(1 + random.below(3))}, {at, chosen.at, chosen.id}});
        referee.judge(shots);
    }
    const auto scores = referee.scores();
    EXPECT_GT(scores.at(ann).points, 100U);
    for (int turn = 0; turn < 5; ++turn) {
        for (std::size_t at = shots.size() - 1; at > 0; --at)
            std::swap(shots[at], shots[random.below(at + 1)]);
        Referee other{round};
        other.judge(shots);
        EXPECT_EQ(other.scores(), scores);
    }
}

TEST(Referee, every_target_stays_inside_the_field_and_moves_smoothly) {
    for (std::uint32_t starter = 1; starter < 6; ++starter) {
        const Field field{{base::ConferenceTime{99s}, base::MemberIndex{starter}}};
        for (std::uint16_t family = 0; family < families; ++family) {
            auto before = field.path(family, Field::appears(family));
            for (auto at = Field::appears(family); at < Field::appears(family) + Field::lifetime(); at += 20ms) {
                const auto now = field.path(family, at);
                EXPECT_EQ(clamp(now), now);
                EXPECT_LT(distance_squared(before, now), 250 * 250) << family;
                before = now;
            }
        }
    }
    for (const auto value : {-40'000, -1, 0, 700, 15'999, 70'000}) {
        const auto folded = Field::fold({value, value});
        EXPECT_EQ(clamp(folded), folded);
    }
}

} // namespace
} // namespace plenum::target
