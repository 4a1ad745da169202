// SPDX-License-Identifier: Apache-2.0
#include "core/tree/tally.h"

#include <algorithm>

namespace plenum::tree {
namespace {

std::uint64_t combined(Combine how, std::uint64_t one, std::uint64_t other) {
    switch (how) {
    case Combine::sum: return std::min(limits::column_value_max, one + other);
    case Combine::minimum: return std::min(one, other);
    case Combine::maximum: return std::max(one, other);
    }
    return one;
}

} // namespace

std::optional<TallyReport> decode_tally_report(base::ByteView parameters) {
    auto report = wire::decode<TallyReport>(parameters);
    if (!report || report->members > limits::tally_members_max || report->answered > report->members)
        return std::nullopt;
    if ((report->answered == 0) != report->columns.empty()) return std::nullopt;
    const auto fits = [](std::uint64_t value) { return value <= limits::column_value_max; };
    if (!std::ranges::all_of(report->columns, fits)) return std::nullopt;
    return *std::move(report);
}

TallyTable::Taken TallyTable::take(NodeId child, const TallyReport& report) {
    if (report.round != round_ || (report.answered > 0 && report.columns.size() != columns_.size()))
        return Taken::refused;
    auto& known = children_[child];
    if (report.version < known.version) return Taken::old;
    if (report.version == known.version) return Taken::known;
    subtract(known);
    known = {report.version, report.members, report.answered, report.columns};
    members_ += known.members;
    answered_ += known.answered;
    return Taken::changed;
}

bool TallyTable::remove(NodeId child) {
    const auto entry = children_.find(child);
    if (entry == children_.end()) return false;
    subtract(entry->second);
    children_.erase(entry);
    return true;
}

void TallyTable::forget_versions() {
    for (auto& [id, child] : children_)
        child.version = 0;
}

void TallyTable::start(std::uint32_t round, std::vector<Combine> columns) {
    round_ = round;
    columns_ = std::move(columns);
    answered_ = 0;
    for (auto& [id, child] : children_) {
        child.answered = 0;
        child.columns.clear();
    }
}

TallyTotal TallyTable::total() const {
    TallyTotal total{members_, answered_, {}};
    for (const auto& [id, child] : children_) {
        if (child.answered == 0) continue;
        if (total.columns.empty()) {
            total.columns = child.columns;
            continue;
        }
        for (std::size_t i = 0; i < columns_.size(); ++i)
            total.columns[i] = combined(columns_[i], total.columns[i], child.columns[i]);
    }
    return total;
}

void TallyTable::subtract(const Child& child) {
    members_ -= child.members;
    answered_ -= child.answered;
}

} // namespace plenum::tree
