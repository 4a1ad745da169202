// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/cell_exchange.h"

namespace plenum::cluster {

bool CellExchange::assign(Address address, Cell value) {
    if (!is_general(address)) return false;
    const auto found = own_.find(address);
    if (found == own_.end() && own_.size() >= own_cells_max) return false;
    if (found == own_.end())
        own_.emplace(address, OwnCell{value});
    else if (found->second.value != value)
        found->second = {value};
    return true;
}

void CellExchange::watch(std::size_t which, CellPlace place) {
    auto& watched = watches_[which];
    if (watched.place == place) return;
    watched = {place, watched.id.next(), {}, {}};
    own_.insert_or_assign(report_pointer(which), OwnCell{ReportPointer{place, watched.id}.cell()});
}

void CellExchange::unwatch(std::size_t which) {
    auto& watched = watches_[which];
    watched = {{}, watched.id.next(), {}, {}};
    own_.erase(report_pointer(which));
}

OutboundShim CellExchange::poll_shim(base::LocalTime now) {
    OutboundShim shim{application_, flow_};
    std::size_t count = 0;
    const auto take = [&](auto wanted) {
        for (auto& [address, cell] : own_) {
            if (count == shim.operations.size()) return;
            if (!wanted(cell)) continue;
            shim.operations[count++] = {address, cell.value};
            cell.sent_at = now;
        }
    };
    take([](const OwnCell& cell) { return !cell.sent_at; });
    take([&](const OwnCell& cell) { return is_due(cell, now); });
    return shim;
}

bool CellExchange::handle_shim(const InboundShim& shim, base::LocalTime now) {
    if (shim.application != application_ || shim.flow != flow_) return false;
    for (std::size_t which = 0; which < watches_.size(); ++which) {
        auto& watched = watches_[which];
        const auto& report = shim.reports[which];
        if (!report || !watched.place || report->id != watched.id) continue;
        watched.value = report->value;
        watched.received_at = now;
    }
    return true;
}

std::optional<Cell> CellExchange::value(std::size_t which, base::LocalTime now) const {
    const auto& watched = watches_[which];
    if (!watched.value || now - watched.received_at >= limits::report_age_max) return std::nullopt;
    return watched.value;
}

} // namespace plenum::cluster
