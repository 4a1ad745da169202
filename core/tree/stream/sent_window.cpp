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

bool SentWindow::request(std::uint64_t sequence, std::uint64_t round, base::LocalTime now) {
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

std::size_t BlockRepairs::request(std::uint64_t block, std::uint64_t round, std::size_t wanted, base::LocalTime now) {
    auto& state = blocks_[block];
    const bool new_round = state.total == 0 || round > state.round;
    if (new_round || now - state.sent_at >= limits_.holdoff) state.sent = 0;
    state.round = std::max(state.round, round);
    const auto total_max = source_count_ * limits_.repairs_per_packet_max;
    wanted = std::min(wanted, source_count_);
    const auto more = std::min(wanted > state.sent ? wanted - state.sent : 0, total_max - state.total);
    if (more == 0) return 0;
    state.sent += more;
    state.total += more;
    state.sent_at = now;
    return more;
}

SymbolIndex BlockRepairs::next_index(std::uint64_t block) {
    auto& state = blocks_[block];
    const auto repair_symbols = limits::encoding_symbols_max - source_count_;
    const auto index = source_count_ + state.indices % repair_symbols;
    ++state.indices;
    return SymbolIndex{static_cast<std::uint8_t>(index)};
}

} // namespace plenum::tree
