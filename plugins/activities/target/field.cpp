// SPDX-License-Identifier: Apache-2.0
#include "plugins/activities/target/field.h"

#include "core/base/random.h"

#include <algorithm>
#include <array>

namespace plenum::target {
namespace {

/// Keeps a large target whole inside the field.
constexpr std::int32_t margin = 700;

std::int32_t fold(std::int32_t value, std::int32_t size) {
    const auto span = size - 2 * margin;
    auto at = (value - margin) % (2 * span);
    if (at < 0) at += 2 * span;
    return margin + (at < span ? at : 2 * span - at);
}

/// A sine of parabolas: −1000 … 1000 over one period.
std::int64_t wave(std::int64_t phase_ms, std::int64_t period_ms) {
    const auto half = period_ms / 2;
    auto at = phase_ms % period_ms;
    const auto sign = at < half ? 1 : -1;
    at %= half;
    return sign * 4000 * at * (half - at) / (half * half);
}

} // namespace

Point clamp(Point point) {
    return {std::clamp(point.x, 0, field_size.x - 1), std::clamp(point.y, 0, field_size.y - 1)};
}

Field::Field(RoundId round)
    : seed_{base::Random{static_cast<std::uint64_t>(round.start.time_since_epoch().count()) ^
                         std::uint64_t{round.starter.value()} << 48}
                .next()} {}

RoundTime Field::appears(std::uint16_t family) {
    constexpr std::uint16_t at_once = 4;
    return family < at_once ? RoundTime{200 * family} : RoundTime{2250 * (family - at_once + 1)};
}

/// Two waves of unlike periods. Later families are faster.
Point Field::path(std::uint16_t family, RoundTime at) const {
    base::Random random{seed_ + family};
    const auto faster = std::int64_t{family} * 70;
    const auto period_x = random.between(8500, 12'500) - faster;
    const auto period_y = random.between(5500, 8500) - faster;
    const auto reach_x = random.between(3500, 6500);
    const auto reach_y = random.between(2000, 3500);
    const auto x = field_size.x / 2 + reach_x * wave(at.count() + random.between(0, period_x), period_x) / 1000;
    const auto y = field_size.y / 2 + reach_y * wave(at.count() + random.between(0, period_y), period_y) / 1000;
    return fold(Point{static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)});
}

/// The two parts of one target leave in opposite directions.
Point Field::drift(TargetId part, RoundTime since_split) const {
    constexpr std::array<Point, 8> directions{
        {{100, 0}, {92, 38}, {71, 71}, {38, 92}, {0, 100}, {-38, 92}, {-71, 71}, {-92, 38}}};
    base::Random random{seed_ ^ std::uint64_t{part.value() & ~1U} << 32};
    const auto direction = directions[random.below(directions.size())];
    // Of the field a second; 100 is the length of a direction.
    const std::int64_t speed = size_of(part) == TargetSize::medium ? 900 : 1300;
    const auto way = (part.value() % 2 == 0 ? 1 : -1) * speed * std::max<std::int64_t>(0, since_split.count()) / 1000;
    return {static_cast<std::int32_t>(direction.x * way / 100), static_cast<std::int32_t>(direction.y * way / 100)};
}

Point Field::fold(Point point) { return {target::fold(point.x, field_size.x), target::fold(point.y, field_size.y)}; }

} // namespace plenum::target
