// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "plugins/activities/target/round.h"

#include <cstdint>

/// Where targets are. Every client computes this alone from the name of the round, so that no message carries it. Whole
/// numbers, because all must agree.
namespace plenum::target {

/// Of `field_size`, from the top left corner.
struct Point {
    std::int32_t x{0};
    std::int32_t y{0};
    friend bool operator==(const Point&, const Point&) = default;
};
inline constexpr Point field_size{16000, 9000};

[[nodiscard]] Point clamp(Point point);
[[nodiscard]] constexpr std::int64_t distance_squared(Point a, Point b) {
    const std::int64_t x = a.x - b.x;
    const std::int64_t y = a.y - b.y;
    return x * x + y * y;
}

/// Seven to a family: the large target 1 splits into 2 and 3, and these into 4 to 7. 0 is no target.
using TargetId = base::Number<struct TargetTag, std::uint16_t>;
inline constexpr std::uint16_t family_size = 8;
/// Four at once, and then one each 2.25 s.
inline constexpr std::uint16_t families = 42;

enum class TargetSize : std::uint8_t { large = 0, medium = 1, small = 2 };
[[nodiscard]] constexpr std::uint16_t family_of(TargetId id) { return id.value() / family_size; }
/// 1 … 7; 0 for no target.
[[nodiscard]] constexpr std::uint16_t place_of(TargetId id) { return id.value() % family_size; }
[[nodiscard]] constexpr TargetId target_at(std::uint16_t family, std::uint16_t place) {
    return TargetId{static_cast<std::uint16_t>(family * family_size + place)};
}
[[nodiscard]] constexpr bool is_target(TargetId id) { return family_of(id) < families && place_of(id) != 0; }
[[nodiscard]] constexpr TargetSize size_of(TargetId id) {
    return place_of(id) == 1 ? TargetSize::large : place_of(id) < 4 ? TargetSize::medium : TargetSize::small;
}
[[nodiscard]] constexpr std::int32_t radius_of(TargetSize size) {
    return size == TargetSize::large ? 640 : size == TargetSize::medium ? 460 : 330;
}

/// The paths of one round.
class Field {
  public:
    explicit Field(RoundId round);

    /// When the large target of a family comes.
    [[nodiscard]] static RoundTime appears(std::uint16_t family);
    /// How long it stays unless it is hit; each part that it splits into stays as long.
    [[nodiscard]] static constexpr RoundTime lifetime() { return RoundTime{9000}; }
    /// Where a large target is.
    [[nodiscard]] Point path(std::uint16_t family, RoundTime at) const;
    /// How far a part has moved from the path of its parent since the split.
    [[nodiscard]] Point drift(TargetId part, RoundTime since_split) const;
    /// Back into the field, as from a mirror at its border.
    [[nodiscard]] static Point fold(Point point);

  private:
    std::uint64_t seed_;
};

} // namespace plenum::target
