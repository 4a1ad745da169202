// SPDX-License-Identifier: Apache-2.0
#include "core/board/points.h"

#include "core/board/codecs.h"

#include <algorithm>

namespace plenum::board {
namespace {

/// A distance between two points that both lie within the offsets.
using Distance = Signed<2 * std::int64_t{limits::offset_max}>;

bool read_distance(wire::Reader& from, std::int64_t& x, std::int64_t& y, std::uint8_t& pressure, bool has_pressure) {
    Distance::get(from, x);
    Distance::get(from, y);
    if (has_pressure) pressure = from.u8();
    return from.ok();
}

} // namespace

void PointsField::put(wire::Writer& to, const Points& value) {
    to.varint(std::uint64_t{value.count} * 2 + (value.pressure ? 1 : 0));
    to.bytes(value.encoded);
}

void PointsField::get(wire::Reader& from, Points& value) {
    const auto head = from.varint();
    // Each point takes at least two bytes.
    if (head / 2 > limits::stroke_points_max || head / 2 * 2 > from.remaining()) return from.fail();
    value.count = static_cast<std::uint32_t>(head / 2);
    value.pressure = (head & 1) != 0;
    auto probe = from;
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::uint8_t pressure = 0;
    for (std::uint32_t i = 0; i < value.count; ++i) {
        if (!read_distance(probe, x, y, pressure, value.pressure)) return from.fail();
    }
    const auto taken = from.bytes(from.remaining() - probe.remaining());
    value.encoded.assign(taken.begin(), taken.end());
}

void PointWriter::add(const InkPoint& point) {
    wire::Writer to{points_.encoded};
    to.together([&] {
        Distance::put(to, std::int64_t{point.at.x} - last_.x);
        Distance::put(to, std::int64_t{point.at.y} - last_.y);
        if (points_.pressure) to.u8(point.pressure);
    });
    last_ = point.at;
    ++points_.count;
}

std::optional<Trace> trace(const Points& points, Position last) {
    if (points.count == 0) return std::nullopt;
    wire::Reader from{points.encoded};
    std::int64_t x = last.x;
    std::int64_t y = last.y;
    std::optional<Box> box;
    for (std::uint32_t i = 0; i < points.count; ++i) {
        std::int64_t dx = 0;
        std::int64_t dy = 0;
        std::uint8_t pressure = 0;
        if (!read_distance(from, dx, dy, pressure, points.pressure)) return std::nullopt;
        x += dx;
        y += dy;
        if (std::max({x, -x, y, -y}) > limits::offset_max) return std::nullopt;
        const Position at{static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)};
        if (!box) box = Box{at.x, at.y, at.x, at.y};
        *box = {std::min(box->left, at.x), std::min(box->top, at.y), std::max(box->right, at.x),
                std::max(box->bottom, at.y)};
        last = at;
    }
    return Trace{last, *box};
}

std::vector<InkPoint> decode_points(const Points& points) {
    std::vector<InkPoint> found;
    found.reserve(points.count);
    wire::Reader from{points.encoded};
    std::int64_t x = 0;
    std::int64_t y = 0;
    for (std::uint32_t i = 0; i < points.count; ++i) {
        std::int64_t dx = 0;
        std::int64_t dy = 0;
        std::uint8_t pressure = 255;
        if (!read_distance(from, dx, dy, pressure, points.pressure)) break;
        x += dx;
        y += dy;
        found.push_back({{static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)}, pressure});
    }
    return found;
}

} // namespace plenum::board
