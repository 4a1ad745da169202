// SPDX-License-Identifier: Apache-2.0
#include "ui/models/order_history.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

/// Whoever tells more often than once a second is not believed to.
constexpr std::size_t samples_max = 240;

/// Counts begin anew with a new membership.
std::uint64_t grown(std::uint64_t now, std::uint64_t before) { return now >= before ? now - before : now; }

} // namespace

void OrderHistory::add(base::LocalTime now, const OrderFigures::Measured& measured) {
    const auto all = measured.in_order + measured.forced + measured.late + measured.discarded;
    const bool first = samples_.empty();
    const auto all_new = grown(all, std::exchange(all_before_, all));
    const auto in_order_new = grown(measured.in_order, std::exchange(in_order_before_, measured.in_order));
    const auto at = std::int64_t{now.time_since_epoch() / slot};
    // What came before the first look came whenever.
    samples_.push_back(
        {at, measured.delta, measured.most, first ? 0 : std::min(in_order_new, all_new), first ? 0 : all_new});
    while (samples_.front().slot <= at - slot_count || samples_.size() > samples_max)
        samples_.pop_front();
}

template <class Value>
QList<double> OrderHistory::by_slot(Value value) const {
    QList<double> bars(slot_count, -1);
    if (samples_.empty()) return bars;
    const auto newest = samples_.back().slot;
    for (auto at = samples_.begin(); at != samples_.end();) {
        const auto end = std::find_if(at, samples_.end(), [&](const Sample& each) { return each.slot != at->slot; });
        bars[static_cast<qsizetype>(slot_count - 1 - (newest - at->slot))] = value(at, end);
        at = end;
    }
    return bars;
}

QList<double> OrderHistory::waits() const {
    return by_slot([](auto, auto end) {
        const auto& last = *std::prev(end);
        return last.delta_most.count() <= 0 ? -1 : std::clamp(last.delta / (last.delta_most * 1.0), 0.0, 1.0);
    });
}

QList<double> OrderHistory::shares() const {
    return by_slot([](auto begin, auto end) {
        double in_order = 0;
        double all = 0;
        for (auto at = begin; at != end; ++at) {
            in_order += static_cast<double>(at->in_order);
            all += static_cast<double>(at->all);
        }
        return all > 0 ? in_order / all : -1;
    });
}

base::Duration OrderHistory::least() const { return std::ranges::min(samples_, {}, &Sample::delta).delta; }

base::Duration OrderHistory::most() const { return std::ranges::max(samples_, {}, &Sample::delta).delta; }

double OrderHistory::share() const {
    double in_order = 0;
    double all = 0;
    for (const auto& sample : samples_) {
        in_order += static_cast<double>(sample.in_order);
        all += static_cast<double>(sample.all);
    }
    return all > 0 ? in_order / all : -1;
}

} // namespace plenum::ui
