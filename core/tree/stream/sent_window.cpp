// SPDX-License-Identifier: Apache-2.0
#include "core/tree/stream/sent_window.h"

#include "core/tree/limits.h"

#include <algorithm>

namespace plenum::tree {

const base::Bytes* SentWindow::find(std::uint64_t sequence) const {
    if (sequence < start_ || sequence >= next()) return nullptr;
    return &sent_[sequence - start_].payload;
}

void SentWindow::advance(std::uint64_t start) {
    for (; start_ < start && !sent_.empty(); ++start_)
        sent_.pop_front();
}

bool SentWindow::request(PacketRequest request, base::LocalTime now) {
    const auto [sequence, round] = request;
    if (sequence < start_ || sequence >= next()) return false;
    auto& sent = sent_[sequence - start_];
    if (sent.repairs >= limits_.repairs_per_packet_max) return false;
    const bool under_way = sent.repairs > 0 && round <= sent.round && now - sent.repaired_at < limits_.holdoff;
    if (under_way) return false;
    ++sent.repairs;
    sent.round = round;
    sent.repaired_at = now;
    return true;
}

std::optional<SymbolIndex> BlockRepairs::request(SymbolRequest request, base::LocalTime now) {
    auto& block = blocks_[request.block];
    if (block.sent >= source_count_ * limits_.repairs_per_packet_max) return std::nullopt;
    const auto [sent_at, first] = block.sent_at.try_emplace(request.number(), now);
    if (!first && now - sent_at->second < limits_.holdoff) return std::nullopt;
    sent_at->second = now;
    const auto repair_symbols = limits::encoding_symbols_max - source_count_;
    const auto index = source_count_ + block.sent++ % repair_symbols;
    return SymbolIndex{static_cast<std::uint8_t>(index)};
}

} // namespace plenum::tree
