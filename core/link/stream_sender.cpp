// SPDX-License-Identifier: Apache-2.0
#include "core/link/stream_sender.h"

#include "core/base/check.h"
#include "core/base/limits.h"
#include "core/wire/cursor.h"

#include <algorithm>

namespace plenum::link {

bool StreamSender::push(base::ByteView message) {
    const auto needed = wire::varint_size(message.size()) + message.size();
    if (needed > base::limits::stream_buffer_bytes_max - buffered()) return false;
    wire::Writer to{buffer_};
    to.varint(message.size());
    to.bytes(message);
    return true;
}

bool StreamSender::ready() const { return !lost_.empty() || (sent_end_ < end() && sent_end_ < window_end()); }

std::optional<StreamSender::Piece> StreamSender::take(std::size_t bytes_max) {
    if (bytes_max == 0) return std::nullopt;
    if (!lost_.empty()) {
        const auto run = lost_.intervals().front();
        const auto length = std::min<std::uint64_t>(run.last - run.first + 1, bytes_max);
        lost_.remove_below(run.first + length);
        skip_acknowledged();
        return Piece{run.first, view(run.first, length), true};
    }
    if (!ready()) return std::nullopt;
    const auto offset = sent_end_;
    const auto length = std::min({end() - offset, std::uint64_t{bytes_max}, window_end() - offset});
    sent_end_ += length;
    return Piece{offset, view(offset, length), false};
}

/// Takes out of the front of what is lost whatever arrived after all, so that `ready` need not look.
void StreamSender::skip_acknowledged() {
    lost_.remove_below(base_);
    for (const auto& run : acknowledged_.intervals()) {
        if (lost_.empty() || lost_.intervals().front().first < run.first) return;
        if (lost_.intervals().front().first <= run.last) lost_.remove_below(run.last + 1);
    }
}

void StreamSender::handle_acknowledged(std::uint64_t offset, std::size_t length) {
    if (length == 0 || offset + length <= base_) return;
    CHECK(offset + length <= sent_end_);
    if (acknowledged_.insert(std::max(offset, base_), offset + length - 1) == base::IntervalSet::Insert::full) {
        handle_lost(offset, length);
        return;
    }
    trim();
    skip_acknowledged();
}

void StreamSender::handle_lost(std::uint64_t offset, std::size_t length) {
    if (length == 0 || offset + length <= base_) return;
    CHECK(offset + length <= sent_end_);
    const auto first = std::max(offset, base_);
    const auto last = offset + length - 1;
    if (lost_.insert(first, last) == base::IntervalSet::Insert::full) {
        const auto lowest = std::min(first, lost_.intervals().front().first);
        const auto highest = std::max(last, lost_.intervals().back().last);
        (void)lost_.insert(lowest, highest);
    }
    skip_acknowledged();
}

void StreamSender::trim() {
    const auto& runs = acknowledged_.intervals();
    if (runs.empty() || runs.front().first != base_) return;
    const auto count = runs.front().last + 1 - base_;
    base_ += count;
    head_ += count;
    acknowledged_.remove_below(base_);
    // Moving the rest to the front only when half is empty keeps the cost per byte constant.
    if (head_ < buffer_.size() / 2) return;
    buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(head_));
    head_ = 0;
}

base::ByteView StreamSender::view(std::uint64_t offset, std::size_t length) const {
    CHECK(offset >= base_ && offset + length <= end());
    return base::ByteView{buffer_}.subspan(head_ + (offset - base_), length);
}

} // namespace plenum::link
