// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "plugins/activities/target/shot_log.h"

#include <gtest/gtest.h>

namespace plenum::target {
namespace {

using namespace std::chrono_literals;

Update full_update() {
    ShotLog log;
    for (auto at = RoundTime{}; at < 20s; at += reload)
        log.add({at, {static_cast<std::int32_t>(at.count() % field_size.x), 77}, target_at(3, 5)});
    Update update;
    update.round = RoundId{base::ConferenceTime{5s}, base::MemberIndex{9}};
    update.sight = {15'999, 8'999};
    update.velocity = {-12'000, 31'000};
    log.fill(update);
    return update;
}

TEST(Update, survives_the_way) {
    const auto update = full_update();
    const auto bytes = encode(update);
    EXPECT_EQ(bytes.size(), update_bytes_max);
    EXPECT_EQ(decode(bytes), update);
    EXPECT_EQ(decode(encode(Update{})), Update{});
}

TEST(Update, refuses_every_other_length) {
    auto bytes = encode(full_update());
    bytes.push_back(0);
    EXPECT_FALSE(decode(bytes));
    bytes.pop_back();
    while (!bytes.empty()) {
        bytes.pop_back();
        EXPECT_FALSE(decode(bytes)) << bytes.size();
    }
}

TEST(Update, gives_only_values_within_bounds_for_any_bytes) {
    base::Random random{11};
    std::size_t accepted = 0;
    for (int turn = 0; turn < 200'000; ++turn) {
        auto bytes = encode(full_update());
        for (auto changes = random.between(1, 4); changes > 0; --changes)
            bytes[random.below(bytes.size())] = static_cast<std::uint8_t>(random.next());
        const auto update = decode(bytes);
        if (!update) continue;
        ++accepted;
        ASSERT_EQ(encode(*update), bytes) << "one encoding";
        ASSERT_EQ(clamp(update->sight), update->sight);
        ASSERT_LE(update->shot_count, shots_max);
        for (const auto* run : {&update->newest, &update->older}) {
            ASSERT_LE(run->first + run->shots.size(), update->shot_count);
            for (const auto& shot : run->shots)
                ASSERT_TRUE(shot.at < round_length && (shot.target.value() == 0 || is_target(shot.target)));
        }
    }
    EXPECT_GT(accepted, 1000U);
}

TEST(ShotLog, refuses_a_shot_that_is_dated_back) {
    ShotLog log;
    Update update;
    log.take(update, 10s);
    update.shot_count = 1;
    update.newest = {0, {{9s, {}, TargetId{}}}};
    log.take(update, 10'050ms);
    EXPECT_TRUE(log.shots().empty()) << "at 10 s it had not been fired";
    update.newest.shots[0].at = 10'040ms;
    log.take(update, 10'100ms);
    EXPECT_EQ(log.shots().size(), 1U);
}

TEST(ShotLog, refuses_shots_faster_than_the_reload_and_shots_of_the_future) {
    ShotLog log;
    Update update;
    update.shot_count = 3;
    update.newest = {0, {{1000ms, {}, {}}, {1200ms, {}, {}}, {9s, {}, {}}}};
    log.take(update, 1300ms);
    EXPECT_EQ(log.shots().size(), 1U);
}

TEST(ShotLog, tells_a_newcomer_all_shots_in_one_turn) {
    ShotLog log;
    for (std::size_t shot = 0; shot < shots_max; ++shot)
        log.add({reload * static_cast<int>(shot), {}, {}});
    EXPECT_FALSE(log.may_fire(round_length));
    ShotLog other;
    const auto updates = shots_max / run_length_max + 1;
    for (std::size_t sent = 0; sent < updates; ++sent) {
        Update update;
        log.fill(update);
        other.take(update, round_length);
    }
    EXPECT_EQ(other.shots(), log.shots());
}

} // namespace
} // namespace plenum::target
