// SPDX-License-Identifier: Apache-2.0
#include "core/link/stream_receiver.h"

#include "core/base/limits.h"
#include "core/link/stream_sender.h"
#include "core/wire/cursor.h"

#include <algorithm>

namespace plenum::link {

StreamReceiver::Taken StreamReceiver::handle(std::uint64_t offset, base::ByteView bytes) {
    const auto end = offset + bytes.size();
    if (end <= next_) return Taken::taken;
    if (end > next_ + stream_window(next_)) return Taken::violation;
    if (offset > next_) return keep(offset, bytes) ? Taken::taken : Taken::no_room;
    if (ready_.size() - head_ > base::limits::stream_buffer_bytes_max) return Taken::no_room;
    take_in(bytes.subspan(next_ - offset));
    take_waiting();
    return lengths_are_right() ? Taken::taken : Taken::violation;
}

/// Keeps what is not there yet; the pieces stay disjoint, so that what is held is no more than the window.
bool StreamReceiver::keep(std::uint64_t offset, base::ByteView bytes) {
    const auto end = offset + bytes.size();
    auto after = waiting_.upper_bound(offset);
    if (after != waiting_.begin()) {
        const auto before = std::prev(after);
        offset = std::max(offset, before->first + before->second.size());
    }
    const auto start = end - bytes.size();
    while (offset < end) {
        const auto until = after == waiting_.end() ? end : std::min(end, after->first);
        if (offset < until) {
            if (waiting_.size() >= pieces_max) return false;
            const auto piece = bytes.subspan(offset - start, until - offset);
            waiting_.emplace_hint(after, offset, base::Bytes{piece.begin(), piece.end()});
            waiting_bytes_ += piece.size();
        }
        if (after == waiting_.end()) return true;
        offset = std::max(until, after->first + after->second.size());
        ++after;
    }
    return true;
}

void StreamReceiver::take_in(base::ByteView bytes) {
    base::append(ready_, bytes);
    next_ += bytes.size();
}

void StreamReceiver::take_waiting() {
    while (!waiting_.empty() && waiting_.begin()->first <= next_) {
        const auto piece = waiting_.extract(waiting_.begin());
        waiting_bytes_ -= piece.mapped().size();
        const auto known = std::min<std::uint64_t>(next_ - piece.key(), piece.mapped().size());
        take_in(base::ByteView{piece.mapped()}.subspan(known));
    }
}

/// Looks at each length once, as soon as it is there, so that a liar is found before anything is collected for it.
bool StreamReceiver::lengths_are_right() {
    while (looked_at_ < ready_.size()) {
        // A varint that is not whole yet must not count as wrong: its first byte tells how long it is.
        const auto left = base::ByteView{ready_}.subspan(looked_at_);
        if (left.size() < std::size_t{1} << (left[0] >> 6)) return true;
        wire::Reader from{left};
        const auto length = from.varint();
        if (!from.ok() || length > base::limits::control_message_bytes_max) return false;
        looked_at_ += left.size() - from.remaining() + length;
    }
    return true;
}

std::optional<base::Bytes> StreamReceiver::next_message() {
    wire::Reader from{base::ByteView{ready_}.subspan(head_)};
    const auto length = from.varint();
    const auto message = from.bytes(length);
    if (!from.ok()) return std::nullopt;
    base::Bytes result{message.begin(), message.end()};
    head_ = ready_.size() - from.remaining();
    if (head_ >= ready_.size() / 2) {
        ready_.erase(ready_.begin(), ready_.begin() + static_cast<std::ptrdiff_t>(head_));
        looked_at_ -= head_;
        head_ = 0;
    }
    return result;
}

} // namespace plenum::link
