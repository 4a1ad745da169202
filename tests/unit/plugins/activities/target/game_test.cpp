// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "plugins/activities/target/demo_player.h"
#include "plugins/activities/target/game.h"

#include <gtest/gtest.h>

#include <memory>

namespace plenum::target {
namespace {

using namespace std::chrono_literals;

constexpr base::MemberIndex member(std::size_t number) { return base::MemberIndex{static_cast<std::uint32_t>(number)}; }

/// Games of several people over a network that loses and delays.
class Room {
  public:
    Room(std::size_t people, std::uint64_t seed) : random_{seed} {
        for (std::size_t number = 1; number <= people; ++number)
            members_.insert(member(number));
        for (std::size_t number = 1; number <= people; ++number)
            add(number);
    }

    Game& game(std::size_t number) { return *games_.at(member(number)); }
    base::ConferenceTime now() const { return now_; }
    void lose(std::uint32_t per_mille) { loss_ = per_mille; }
    void let_play(std::size_t number) { players_.emplace(member(number), DemoPlayer{member(number)}); }
    /// Anew, as somebody who has just come.
    void add(std::size_t number) {
        auto& game = games_[member(number)] = std::make_unique<Game>(member(number));
        game->set_members(members_);
        game->advance(now_);
    }
    void remove(std::size_t number) { games_.erase(member(number)); }

    void pass(base::Duration time) {
        for (const auto end = now_ + time; now_ < end;) {
            now_ += 10ms;
            std::erase_if(under_way_, [&](const Sent& sent) {
                if (sent.arrives_at > now_) return false;
                const auto game = games_.find(sent.to);
                if (game != games_.end()) game->second->receive(sent.from, sent.sent_at, sent.bytes);
                return true;
            });
            for (auto& [self, game] : games_) {
                game->advance(now_);
                const auto player = players_.find(self);
                if (player != players_.end()) player->second.play(*game, now_);
                if (now_.time_since_epoch() % 50ms == 0ms) send(self, *game);
            }
        }
    }

  private:
    struct Sent {
        base::MemberIndex from;
        base::MemberIndex to;
        base::ConferenceTime sent_at;
        base::ConferenceTime arrives_at;
        base::Bytes bytes;
    };
    void send(base::MemberIndex from, Game& game) {
        const auto bytes = game.message();
        for (const auto& [to, other] : games_) {
            if (to == from || random_.chance(loss_ * 1000)) continue;
            under_way_.push_back({from, to, now_, now_ + std::chrono::milliseconds{random_.between(40, 250)}, bytes});
        }
    }

    base::Random random_;
    std::uint32_t loss_{0};
    base::ConferenceTime now_{100s};
    std::set<base::MemberIndex> members_;
    std::map<base::MemberIndex, std::unique_ptr<Game>> games_;
    std::map<base::MemberIndex, DemoPlayer> players_;
    std::vector<Sent> under_way_;
};

TEST(Game, all_see_the_same_result_though_messages_are_lost_and_late) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Room room{4, seed};
        room.lose(300);
        for (std::size_t number = 1; number <= 4; ++number)
            room.let_play(number);
        ASSERT_TRUE(room.game(1).start_round());
        room.pass(countdown + round_length + result_delay);
        const auto result = room.game(1).standings();
        ASSERT_EQ(result.size(), 4U);
        EXPECT_GT(result.front().score.points, 200U);
        for (std::size_t number = 1; number <= 4; ++number) {
            EXPECT_EQ(room.game(number).phase(), Phase::over);
            EXPECT_EQ(room.game(number).standings(), result) << number;
        }
    }
}

TEST(Game, latecomer_knows_the_round_and_all_shots_within_two_seconds) {
    Room room{3, 7};
    room.let_play(1);
    room.let_play(2);
    room.remove(3);
    room.game(1).start_round();
    room.pass(70s);
    room.add(3);
    EXPECT_EQ(room.game(3).phase(), Phase::idle);
    room.pass(2s);
    EXPECT_EQ(room.game(3).round(), room.game(1).round());
    EXPECT_EQ(room.game(3).targets().size(), room.game(1).targets().size());
    EXPECT_GE(room.game(3).judged().size() + 4, room.game(1).judged().size());
}

TEST(Game, score_of_somebody_who_left_stays) {
    Room room{3, 5};
    room.let_play(2);
    room.game(1).start_round();
    room.pass(30s);
    room.remove(2);
    for (const std::size_t number : {1U, 3U})
        room.game(number).set_members({member(1), member(3)});
    room.pass(70s);
    const auto result = room.game(1).standings();
    EXPECT_EQ(result.front().member, member(2));
    EXPECT_EQ(room.game(3).standings(), result);
}

TEST(Game, of_two_rounds_started_at_once_the_earlier_counts) {
    Room room{3, 9};
    room.game(2).start_round();
    const auto earlier = room.game(2).round();
    room.pass(30ms);
    ASSERT_TRUE(room.game(1).start_round());
    ASSERT_NE(room.game(1).round(), earlier);
    room.pass(1s);
    for (std::size_t number = 1; number <= 3; ++number)
        EXPECT_EQ(room.game(number).round(), earlier) << number;
}

TEST(Game, one_person_cannot_take_the_round_from_the_others) {
    Room room{3, 9};
    room.game(1).start_round();
    room.pass(10s);
    const auto round = room.game(1).round();
    Update forged;
    forged.round = RoundId{room.now() - 40s, member(3)};
    room.game(1).receive(member(3), room.now(), encode(forged));
    EXPECT_EQ(room.game(1).round(), round);
    EXPECT_FALSE(room.game(1).start_round()) << "one is under way";
}

TEST(Game, messages_of_strangers_and_faulty_ones_change_nothing) {
    Room room{2, 1};
    Update update;
    update.round = RoundId{room.now() + 1s, member(9)};
    room.game(1).receive(member(9), room.now(), encode(update));
    EXPECT_EQ(room.game(1).phase(), Phase::idle);
    room.game(1).receive(member(2), room.now(), base::Bytes(500, 0xff));
    room.game(1).receive(member(2), room.now(), {});
    EXPECT_EQ(room.game(1).standings().size(), 1U);
    for (const auto start : {0s, 99'000'000s}) {
        update.round = RoundId{base::ConferenceTime{start}, member(2)};
        room.game(1).receive(member(2), room.now(), encode(update));
        EXPECT_EQ(room.game(1).phase(), Phase::idle) << "not now";
    }
}

TEST(Game, nobody_fires_faster_than_the_reload_or_outside_a_round) {
    Room room{1, 1};
    EXPECT_FALSE(room.game(1).fire());
    room.game(1).start_round();
    EXPECT_FALSE(room.game(1).fire()) << "the countdown";
    room.pass(countdown);
    EXPECT_TRUE(room.game(1).fire());
    room.pass(reload - 20ms);
    EXPECT_FALSE(room.game(1).fire());
    room.pass(20ms);
    EXPECT_TRUE(room.game(1).fire());
}

TEST(Sight, moves_on_between_updates_but_not_for_long) {
    Sight sight;
    const base::ConferenceTime sent{5s};
    sight.advance(sent);
    sight.set({8000, 4000}, {4000, 0}, sent);
    for (auto now = sent; now < sent + 2s; now += 20ms) {
        sight.advance(now);
        if (now != sent + 200ms) continue;
        EXPECT_NEAR(sight.shown().x, 8600, 320);
    }
    EXPECT_NEAR(sight.shown().x, 9000, 20) << "a quarter of a second's way at most";
    sight.set({1, 1}, {}, sent - 1s);
    sight.advance(sent + 3s);
    EXPECT_NEAR(sight.shown().x, 9000, 20) << "an update that was overtaken";
}

} // namespace
} // namespace plenum::target
