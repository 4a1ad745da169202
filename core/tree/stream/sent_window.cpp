// SPDX-License-Identifier: Apache-2.0
#include "core/tree/stream/sent_window.h"

#include "core/tree/fec/block_limits.h"

#include <algorithm>

namespace plenum::tree {
namespace {

/// When to answer a request, if the last answer was, or will be, sent at `before`. Nullopt if that one is still to be
/// sent, and serves this request too. One that was sent does not: it may have passed a branch before that branch asked.
std::optional<base::LocalTime> answer_at(base::LocalTime now, base::Duration delay,
                                         std::optional<base::LocalTime> before, const RepairLimits& limits) {
    if (!before) return now + delay;
    if (*before > now) return std::nullopt;
    return std::max(now + delay, *before + limits.holdoff);
}

} // namespace

const base::Bytes* SentWindow::find(std::uint64_t sequence) const {
    if (sequence < start_ || sequence >= next()) return nullptr;
    return &sent_[sequence - start_].payload;
}

void SentWindow::advance(std::uint64_t start) {
    for (; start_ < start && !sent_.empty(); ++start_)
        sent_.pop_front();
}

std::optional<base::LocalTime> SentWindow::request(PacketRequest request, base::LocalTime now) {
    const auto [sequence, round] = request;
    if (sequence < start_ || sequence >= next()) return std::nullopt;
    auto& sent = sent_[sequence - start_];
    if (sent.repairs >= limits_.repairs_per_packet_max) return std::nullopt;
    // Nodes keep each round apart: an answer to another one serves nobody who asked in this.
    const auto at = answer_at(now, delay_, sent.round == round ? sent.answered_at : std::nullopt, limits_);
    if (!at) return std::nullopt;
    ++sent.repairs;
    sent.round = round;
    sent.answered_at = at;
    return at;
}

std::optional<BlockRepairs::Answer> BlockRepairs::request(SymbolRequest request, base::LocalTime now) {
    auto& block = blocks_[request.block];
    if (block.sent >= source_count_ * limits_.repairs_per_packet_max) return std::nullopt;
    auto& answered_at = block.answered_at[request.number()];
    const auto at = answer_at(now, delay_, answered_at, limits_);
    if (!at) return std::nullopt;
    answered_at = at;
    const auto repair_symbols = limits::encoding_symbols_max - source_count_;
    const auto index = source_count_ + block.sent++ % repair_symbols;
    return Answer{SymbolIndex{static_cast<std::uint8_t>(index)}, *at};
}

} // namespace plenum::tree
