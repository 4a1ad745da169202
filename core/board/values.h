// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/units.h"
#include "core/board/limits.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace plenum::board {

/// A place or a distance, in sixteenths of a board unit. X grows to the right, Y downwards.
struct Position {
    std::int32_t x{0};
    std::int32_t y{0};
    friend bool operator==(const Position&, const Position&) = default;
};

/// In 1/4096 (limits::scale_one).
struct Scale {
    std::uint32_t x{limits::scale_one};
    std::uint32_t y{limits::scale_one};
    friend bool operator==(const Scale&, const Scale&) = default;
};

/// Places an object: a point p of the object stands at position + p · scale.
struct Transform {
    Position position;
    Scale scale;
    friend bool operator==(const Transform&, const Transform&) = default;
};

/// All points with left ≤ x ≤ right and top ≤ y ≤ bottom, in sixteenths of a board unit.
struct Box {
    std::int32_t left{0};
    std::int32_t top{0};
    std::int32_t right{0};
    std::int32_t bottom{0};
    friend auto operator<=>(const Box&, const Box&) = default;
};

/// 0xRRGGBBAA.
using Colour = base::Number<struct ColourTag, std::uint32_t>;
/// Objects are painted in ascending depth, those of equal depth by identity.
using Depth = std::int64_t;
/// Pages stand in ascending order, those of equal order by identity.
using PageOrder = std::int64_t;

struct Style {
    Colour line{0x000000ff};
    /// Transparent for none.
    Colour fill{0};
    /// Sixteenths of a unit.
    std::uint32_t line_width{32};
    /// Sixteenths of a unit; for text and notes.
    std::uint32_t font_size{limits::font_size_usual};
    friend bool operator==(const Style&, const Style&) = default;
};

/// An image whose content travels elsewhere.
struct ImageReference {
    base::Hash content;
    /// Of the content.
    std::uint32_t bytes{1};
    std::string media_type;
    /// Pixels.
    std::uint32_t width{1};
    std::uint32_t height{1};
    friend bool operator==(const ImageReference&, const ImageReference&) = default;
};
using Background = std::optional<ImageReference>;

enum class Tool : std::uint8_t { pen = 1, marker };
enum class ShapeKind : std::uint8_t { line = 1, arrow, rectangle, ellipse };
enum class LabelKind : std::uint8_t { text = 1, note };

} // namespace plenum::board
