// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/state_table.h"

#include <algorithm>

namespace plenum::cluster {

bool StateTable::assign(FlowNumber flow, const Operation& operation, base::LocalTime now) {
    if (!is_flow(flow) || !is_writable(operation.address)) return false;
    auto& row = rows_[operation.address.value()];
    if (!row) row = std::make_unique<CellRow>(cell_age_max_);
    row->assign(flow, operation.value, now);
    return true;
}

std::size_t StateTable::assign(FlowNumber flow, const Operations& operations, base::LocalTime now) {
    std::size_t set = 0;
    for (const auto& operation : operations)
        if (operation && assign(flow, *operation, now)) ++set;
    return set;
}

void StateTable::remove(FlowNumber flow) {
    if (!is_flow(flow)) return;
    for (auto& row : rows_)
        if (row) row->clear(flow);
}

void StateTable::expire(base::LocalTime now) {
    for (auto& row : rows_)
        if (row && row->empty(now)) row.reset();
}

std::optional<Cell> StateTable::read(CellPlace place, base::LocalTime now) {
    if (place.address == network) {
        const auto which = base::to_enum<NetworkStatistic>(place.offset.value());
        return which ? network_[*which] : std::nullopt;
    }
    if (place.address == flow_figures) {
        const auto which = base::to_enum<FlowStatistic>(place.offset.value());
        return which ? flow_figures_[*which] : std::nullopt;
    }
    return read_row(place, now);
}

std::optional<Cell> StateTable::read_row(CellPlace place, base::LocalTime now) {
    const FlowNumber flow{place.offset.value()};
    const auto function = is_general(place.address) ? aggregate_at(place.offset) : std::nullopt;
    auto& row = rows_[place.address.value()];
    if (!row) return function == Aggregate::assigned ? evaluate(*function, {}) : std::nullopt;
    if (is_flow(flow)) return row->cell(flow, now);
    return function ? row->aggregate(*function, now) : std::nullopt;
}

Reports StateTable::report(FlowNumber flow, base::LocalTime now) {
    Reports reports;
    if (!is_flow(flow)) return reports;
    for (std::size_t which = 0; which < reports.size(); ++which) {
        const auto cell = read({report_pointer(which), Offset{flow.value()}}, now);
        if (!cell) continue;
        const auto pointer = ReportPointer::from(*cell);
        if (const auto value = read(pointer.place, now)) reports[which] = {*value, pointer.id};
    }
    return reports;
}

std::size_t StateTable::rows() const {
    return static_cast<std::size_t>(std::ranges::count_if(rows_, [](const auto& row) { return row != nullptr; }));
}

std::uint64_t StateTable::evaluations() const {
    std::uint64_t sum = 0;
    for (const auto& row : rows_)
        if (row) sum += row->evaluations();
    return sum;
}

} // namespace plenum::cluster
