// SPDX-License-Identifier: Apache-2.0
#include "core/link/clock_trend.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace plenum::link {

void ClockTrend::clear() {
    spans_.clear();
    least_drift_ = -drift_max_;
    most_drift_ = drift_max_;
}

void ClockTrend::add(base::Duration least, base::Duration most, base::LocalTime at) {
    if (spans_.empty() || at - spans_.back().begin >= span_length) {
        // The last span is whole now.
        find_drift();
        if (spans_.size() >= spans_max) spans_.pop_front();
        spans_.push_back({at, {at, least}, {at, most}});
        return find_tightest(at);
    }
    auto& last = spans_.back();
    if (least > last.least.offset) last.least = {at, least};
    if (most < last.most.offset) last.most = {at, most};
    if (least > least_at(least_, at)) least_ = {at, least};
    if (most < most_at(most_, at)) most_ = {at, most};
}

void ClockTrend::find_tightest(base::LocalTime now) {
    const auto least = [&](const Span& span) { return least_at(span.least, now); };
    const auto most = [&](const Span& span) { return most_at(span.most, now); };
    least_ = std::ranges::max_element(spans_, {}, least)->least;
    most_ = std::ranges::min_element(spans_, {}, most)->most;
}

/// Along the hull's edge over the middle of the time; of the lower hull where `sign` is 1, of the upper one where it
/// is -1.
std::optional<ClockTrend::Line> ClockTrend::line_of(Bound Span::* bound, int sign) const {
    struct Point {
        double at;
        double offset;
    };
    std::array<Point, spans_max> points{};
    std::array<Point, spans_max> hull{};
    std::size_t size = 0;
    std::size_t count = 0;
    const auto first = spans_.front().*bound;
    for (const auto& span : spans_) {
        const auto& each = span.*bound;
        const Point next{static_cast<double>((each.at - first.at).count()),
                         sign * static_cast<double>((each.offset - first.offset).count())};
        const auto is_above = [&](const Point& middle, const Point& from) {
            return (middle.offset - from.offset) * (next.at - from.at) >=
                   (next.offset - from.offset) * (middle.at - from.at);
        };
        while (size >= 2 && is_above(hull.at(size - 1), hull.at(size - 2)))
            --size;
        points.at(count++) = hull.at(size++) = next;
    }
    const auto middle = points.at(count - 1).at / 2;
    for (std::size_t i = 1; i < size; ++i) {
        const auto& from = hull.at(i - 1);
        const auto& to = hull.at(i);
        if (to.at < middle || to.at <= from.at) continue;
        const auto slope = (to.offset - from.offset) / (to.at - from.at);
        double behind = 0;
        for (std::size_t each = 0; each < count; ++each)
            behind += points.at(each).offset - from.offset - slope * (points.at(each).at - from.at);
        // In each half of the time, the nearest of n bounds is likely as near to the line as their mean distance over
        // n.
        const auto halves = static_cast<double>(count) / 2;
        return Line{sign * slope, behind / static_cast<double>(count) / halves / middle};
    }
    return std::nullopt;
}

void ClockTrend::find_drift() {
    least_drift_ = -drift_max_;
    most_drift_ = drift_max_;
    if (spans_.size() < spans_least) return;
    const auto there = line_of(&Span::most, 1);
    const auto back = line_of(&Span::least, -1);
    if (!there || !back) return;
    const auto drift = (there->slope + back->slope) / 2;
    const auto unsure = std::abs(there->slope - back->slope) / 2 + there->unsure + back->unsure + unknown;
    least_drift_ = std::clamp(drift - unsure, -drift_max_, drift_max_);
    most_drift_ = std::clamp(drift + unsure, -drift_max_, drift_max_);
}

} // namespace plenum::link
