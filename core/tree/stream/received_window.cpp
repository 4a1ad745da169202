// SPDX-License-Identifier: Apache-2.0
#include "core/tree/stream/received_window.h"

#include "core/tree/fec/block_limits.h"
#include "core/tree/stream/symbol_block.h"

#include <algorithm>

namespace plenum::tree {

void ReceivedWindow::begin(std::uint64_t start) {
    next_ = start;
    forget();
    hand_over();
}

bool ReceivedWindow::insert(std::uint64_t sequence, base::Bytes payload) {
    if (contains(sequence) || !is_near(sequence)) return false;
    if (order_ == MessageOrder::of_arrival) {
        events_.push_back(StreamMessage{sequence, std::move(payload)});
        payload = {};
    }
    held_.emplace(sequence, std::move(payload));
    hand_over();
    decode(sequence / symbols());
    return true;
}

bool ReceivedWindow::insert_repair(std::uint64_t block, SymbolIndex index, base::Bytes symbol) {
    if (code_ == nullptr || index.value() < symbols() || !is_near((block + 1) * symbols()) || lacking(block) == 0)
        return false;
    auto& repairs = repairs_[block];
    if (repairs.size() == limits::repair_symbols_kept_max) return false;
    if (!repairs.try_emplace(index, std::move(symbol)).second) return false;
    decode(block);
    return true;
}

void ReceivedWindow::give_up_before(std::uint64_t start) {
    while (next_ < start) {
        const auto found = held_.lower_bound(next_);
        const auto to = found == held_.end() ? start : std::min(start, found->first);
        if (to > next_) events_.push_back(StreamGap{next_, to - 1});
        next_ = to;
        hand_over();
    }
}

std::optional<StreamEvent> ReceivedWindow::poll() {
    if (events_.empty()) return std::nullopt;
    auto event = std::move(events_.front());
    events_.pop_front();
    return event;
}

std::size_t ReceivedWindow::lacking(std::uint64_t block) const {
    std::size_t lacking = 0;
    for (auto sequence = block * symbols(); sequence < (block + 1) * symbols(); ++sequence)
        lacking += contains(sequence) ? 0 : 1;
    const auto repairs = repairs_.find(block);
    const auto there = repairs == repairs_.end() ? 0 : repairs->second.size();
    return lacking > there ? lacking - there : 0;
}

void ReceivedWindow::hand_over() {
    for (auto found = held_.find(next_); found != held_.end() && found->first == next_; ++found, ++next_)
        if (order_ == MessageOrder::of_stream)
            events_.push_back(StreamMessage{next_, code_ == nullptr ? std::move(found->second) : found->second});
    forget();
}

void ReceivedWindow::forget() {
    const auto block = next_ / symbols();
    held_.erase(held_.begin(), held_.lower_bound(block * symbols()));
    repairs_.erase(repairs_.begin(), repairs_.lower_bound(block));
}

void ReceivedWindow::decode(std::uint64_t block) {
    const auto repairs = repairs_.find(block);
    if (repairs == repairs_.end() || lacking(block) > 0) return;
    auto symbols_there = repairs->second;
    const auto bytes = symbols_there.begin()->second.size();
    const auto first = block * symbols();
    for (std::size_t i = 0; i < symbols(); ++i) {
        const auto found = held_.find(first + i);
        if (found == held_.end()) continue;
        if (symbol_bytes(found->second) > bytes) {
            repairs_.erase(repairs);
            return;
        }
        symbols_there.emplace(SymbolIndex{static_cast<std::uint8_t>(i)}, to_symbol(found->second, bytes));
    }
    repairs_.erase(repairs);
    const auto source = code_->decode(symbols_there);
    if (!source) return;
    for (std::size_t i = 0; i < symbols(); ++i) {
        auto payload = from_symbol((*source)[i]);
        if (!contains(first + i) && payload) held_.emplace(first + i, *std::move(payload));
    }
    hand_over();
}

} // namespace plenum::tree
