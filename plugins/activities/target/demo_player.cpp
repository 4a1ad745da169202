// SPDX-License-Identifier: Apache-2.0
#include "plugins/activities/target/demo_player.h"

#include <algorithm>
#include <cmath>

namespace plenum::target {
namespace {

using namespace std::chrono_literals;

/// Of the field, a second.
constexpr double speed = 7000;
/// It leaves the start to people for so long.
constexpr base::Duration start_delay = 12s;

} // namespace

void DemoPlayer::choose(const Game& game, base::ConferenceTime now) {
    const auto targets = game.targets();
    wanted_ = targets.empty() ? TargetId{} : targets[random_.below(targets.size())].id;
    const auto off = [this] { return static_cast<std::int32_t>(random_.between(-520, 520)); };
    beside_ = {off(), off()};
    rests_until_ = now + std::chrono::milliseconds{random_.between(300, 1300)};
}

void DemoPlayer::play(Game& game, base::ConferenceTime now) {
    const auto passed = std::min(base::Duration{100ms}, now - std::exchange(played_at_, now));
    const auto phase = game.phase();
    if (phase != Phase::idle && phase != Phase::over) idle_since_ = now;
    if (idle_since_ == base::ConferenceTime{}) idle_since_ = now;
    if (now - idle_since_ > start_delay) game.start_round();
    if (phase != Phase::running || now < rests_until_) return;
    const auto targets = game.targets();
    const auto found = std::ranges::find(targets, wanted_, &LiveTarget::id);
    if (found == targets.end()) return choose(game, now);
    const auto sight = game.own_sight();
    const double x = found->at.x + beside_.x - sight.x;
    const double y = found->at.y + beside_.y - sight.y;
    const auto way = speed * std::chrono::duration<double>(passed).count();
    const auto share = std::min(1.0, way / std::max(1.0, std::hypot(x, y)));
    game.aim({sight.x + static_cast<std::int32_t>(x * share), sight.y + static_cast<std::int32_t>(y * share)});
    if (share < 1) return;
    if (game.fire()) choose(game, now);
}

} // namespace plenum::target
