// SPDX-License-Identifier: Apache-2.0
#include "plugins/activities/target/referee.h"

#include <algorithm>
#include <tuple>

namespace plenum::target {
namespace {

/// How far beside a target a shot still counts: two parts whose parent was split earlier than the shooter knew have
/// moved on by as much.
constexpr std::int32_t aim_tolerance = 520;
/// A sight need not be exactly on it.
constexpr std::int32_t grace = 70;

TargetId parent_of(TargetId id) { return target_at(family_of(id), static_cast<std::uint16_t>(place_of(id) / 2)); }

std::uint32_t points_of(TargetSize size) {
    return size == TargetSize::large ? 10 : size == TargetSize::medium ? 20 : 40;
}

Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }

} // namespace

void Referee::judge(std::vector<FiredShot> shots) {
    std::ranges::sort(shots, {}, [](const FiredShot& each) { return std::tuple{each.shot.at, each.member}; });
    hits_.clear();
    scores_.clear();
    judged_.clear();
    for (const auto& fired : shots) {
        auto& judged = judged_.emplace_back(JudgedShot{fired, outcome_of(fired), 0});
        if (judged.outcome == Outcome::hit || judged.outcome == Outcome::shared)
            hits_.try_emplace(fired.shot.target, Hit{fired.shot.at}).first->second.by.insert(fired.member);
        count(judged);
    }
}

std::optional<RoundTime> Referee::born(TargetId id) const {
    if (!is_target(id)) return std::nullopt;
    if (place_of(id) == 1) return Field::appears(family_of(id));
    const auto split = hits_.find(parent_of(id));
    return split == hits_.end() ? std::nullopt : std::optional{split->second.first};
}

Point Referee::position(TargetId id, RoundTime at) const {
    auto point = field_.path(family_of(id), at);
    for (auto part = id; place_of(part) > 1; part = parent_of(part))
        if (const auto split = born(part)) point = point + field_.drift(part, at - *split);
    return Field::fold(point);
}

Outcome Referee::outcome_of(const FiredShot& fired) const {
    const auto& shot = fired.shot;
    if (shot.target.value() == 0) return Outcome::miss;
    const auto begin = born(shot.target);
    if (!begin || shot.at < *begin || shot.at >= *begin + Field::lifetime()) return Outcome::void_;
    const std::int64_t reach = radius_of(size_of(shot.target)) + aim_tolerance;
    if (distance_squared(position(shot.target, shot.at), shot.aim) > reach * reach) return Outcome::void_;
    const auto hit = hits_.find(shot.target);
    if (hit == hits_.end()) return Outcome::hit;
    const bool in_time = shot.at - hit->second.first <= view_lag_max && !hit->second.by.contains(fired.member);
    return in_time ? Outcome::shared : Outcome::late;
}

void Referee::count(JudgedShot& judged) {
    auto& score = scores_[judged.fired.member];
    ++score.shots;
    if (judged.outcome == Outcome::miss || judged.outcome == Outcome::void_) score.streak = 0;
    if (judged.outcome != Outcome::hit && judged.outcome != Outcome::shared) return;
    judged.points = points_of(size_of(judged.fired.shot.target)) * multiplier(score.streak);
    if (judged.outcome == Outcome::shared) judged.points /= 2;
    score.points += judged.points;
    ++score.hits;
    ++score.streak;
    score.streak_max = std::max(score.streak_max, score.streak);
}

std::vector<LiveTarget> Referee::targets(RoundTime at) const {
    std::vector<LiveTarget> live;
    for (std::uint16_t family = 0; family < families && Field::appears(family) <= at; ++family) {
        for (std::uint16_t place = 1; place < family_size; ++place) {
            const auto id = target_at(family, place);
            const auto begin = born(id);
            if (!begin || at < *begin || at >= *begin + Field::lifetime() || hits_.contains(id)) continue;
            live.push_back({id, position(id, at), at - *begin, *begin + Field::lifetime() - at});
        }
    }
    return live;
}

TargetId Referee::under(Point aim, RoundTime at) const {
    TargetId found;
    auto nearest = std::int64_t{field_size.x} * field_size.x;
    for (const auto& each : targets(at)) {
        const std::int64_t reach = radius_of(size_of(each.id)) + grace;
        const auto distance = distance_squared(each.at, aim);
        if (distance <= reach * reach && distance < nearest) {
            nearest = distance;
            found = each.id;
        }
    }
    return found;
}

} // namespace plenum::target
