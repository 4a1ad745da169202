// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/board/values.h"
#include "core/wire/cursor.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace plenum::board {

/// A point of a stroke.
struct InkPoint {
    /// Relative to the stroke's position.
    Position at;
    /// 255 is full pressure; also where the pen tells none.
    std::uint8_t pressure{255};
    friend bool operator==(const InkPoint&, const InkPoint&) = default;
};

/// Points as they travel and are kept: each as its distance from the point before it. Two to five bytes a point, where
/// plain numbers would take nine.
struct Points {
    std::uint32_t count{0};
    bool pressure{false};
    /// For each point the zig-zag varints of both distances, and a byte of pressure if `pressure`.
    base::Bytes encoded;
    friend bool operator==(const Points&, const Points&) = default;
};

/// Codec: varint 2 · count + pressure, and the points.
struct PointsField {
    static void put(wire::Writer& to, const Points& value);
    static void get(wire::Reader& from, Points& value);
    static std::string text() { return "varint 2 · count + pressure, each zig-zag varints dx and dy, u8 pressure"; }
};

/// Writes points one after another.
class PointWriter {
  public:
    /// `last` is the point before the first.
    PointWriter(Position last, bool pressure) : last_{last} { points_.pressure = pressure; }
    void add(const InkPoint& point);
    [[nodiscard]] const Points& points() const { return points_; }
    [[nodiscard]] Position last() const { return last_; }

  private:
    Position last_;
    Points points_;
};

/// The end and the extent of points that continue at `last`.
struct Trace {
    Position last;
    Box box;
};
/// Nullopt for points beyond limits::offset_max, or for none. `points` holds what PointsField accepts.
[[nodiscard]] std::optional<Trace> trace(const Points& points, Position last);

/// All points, the first relative to 0, 0.
[[nodiscard]] std::vector<InkPoint> decode_points(const Points& points);

} // namespace plenum::board
