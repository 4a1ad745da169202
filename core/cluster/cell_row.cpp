// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/cell_row.h"

#include <algorithm>

namespace plenum::cluster {

void CellRow::assign(FlowNumber flow, Cell value, base::LocalTime now) {
    auto& slot = slots_[flow.value()];
    const bool same = is_assigned(flow.value()) && slot.expires_at > now && slot.value == value;
    slot = {value, ++order_, now + age_max_};
    assigned_ |= std::uint64_t{1} << flow.value();
    expires_at_ = std::min(expires_at_, slot.expires_at);
    if (same)
        evaluated_[Aggregate::latest] = {};
    else
        evaluated_ = {};
}

void CellRow::clear(FlowNumber flow) {
    assigned_ &= ~(std::uint64_t{1} << flow.value());
    evaluated_ = {};
}

std::optional<Cell> CellRow::cell(FlowNumber flow, base::LocalTime now) const {
    const auto& slot = slots_[flow.value()];
    if (!is_assigned(flow.value()) || slot.expires_at <= now) return std::nullopt;
    return slot.value;
}

/// Looks at the cells only when the one that was the oldest may have expired.
void CellRow::expire(base::LocalTime now) {
    if (now < expires_at_) return;
    const auto before = assigned_;
    expires_at_ = base::local_time_max;
    for (std::size_t flow = 0; flow < slots_.size(); ++flow) {
        if (!is_assigned(flow)) continue;
        if (slots_[flow].expires_at <= now)
            assigned_ &= ~(std::uint64_t{1} << flow);
        else
            expires_at_ = std::min(expires_at_, slots_[flow].expires_at);
    }
    if (assigned_ != before) evaluated_ = {};
}

bool CellRow::empty(base::LocalTime now) {
    expire(now);
    return assigned_ == 0;
}

std::optional<Cell> CellRow::aggregate(Aggregate function, base::LocalTime now) {
    expire(now);
    auto& known = evaluated_[function];
    if (known.known) return known.value;
    std::array<AssignedCell, limits::flows_max> cells;
    std::size_t count = 0;
    for (std::size_t flow = 0; flow < slots_.size(); ++flow)
        if (is_assigned(flow))
            cells[count++] = {FlowNumber{static_cast<std::uint8_t>(flow)}, slots_[flow].value, slots_[flow].order};
    ++evaluations_;
    known = {true, evaluate(function, std::span{cells}.first(count))};
    return known.value;
}

} // namespace plenum::cluster
