// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/send_buffer.h"

#include "core/base/check.h"

#include <algorithm>

namespace plenum::cluster {

std::uint64_t SendBuffer::pieces_of(const base::Bytes& frame) {
    return (frame.size() + limits::piece_bytes_max - 1) / limits::piece_bytes_max;
}

bool SendBuffer::push(EnsembleId ensemble, base::Bytes frame) {
    if (frame.empty() || frame.size() > limits::frame_bytes_max) return false;
    if (waiting_.size() >= limits::frames_waiting_max) return false;
    if (bytes_ + frame.size() > limits::send_buffer_bytes_max) return false;
    bytes_ += frame.size();
    waiting_.push_back({ensemble, std::move(frame)});
    return true;
}

std::uint64_t SendBuffer::take_new() {
    CHECK(has_new());
    if (begun_left_ == 0) {
        newest_begun_ = waiting_.front().ensemble;
        auto frame = std::move(waiting_.front().bytes);
        waiting_.pop_front();
        begun_left_ = pieces_of(frame);
        begun_.push_back({next(), begun_left_, std::move(frame)});
    }
    --begun_left_;
    pieces_.push_back(false);
    return next() - 1;
}

const SendBuffer::Begun& SendBuffer::frame_of(std::uint64_t number) const {
    return *std::prev(std::ranges::upper_bound(begun_, number, {}, &Begun::first));
}

SendBuffer::Piece SendBuffer::piece(std::uint64_t number) const {
    CHECK(number >= first_ && number < next());
    const auto& frame = frame_of(number);
    const auto index = number - frame.first;
    const auto rest = base::ByteView{frame.bytes}.subspan(index * limits::piece_bytes_max);
    return {rest.first(std::min(rest.size(), limits::piece_bytes_max)), frame.pieces - index - 1};
}

void SendBuffer::acknowledge(std::uint64_t number) {
    if (is_acknowledged(number)) return;
    bytes_ -= piece(number).bytes.size();
    pieces_[number - first_] = true;
    drop_acknowledged();
}

void SendBuffer::acknowledge_below(std::uint64_t next_piece) {
    CHECK(next_piece <= next());
    for (auto number = first_; number < next_piece; ++number)
        acknowledge(number);
}

void SendBuffer::drop_acknowledged() {
    while (!pieces_.empty() && pieces_.front()) {
        pieces_.pop_front();
        ++first_;
    }
    while (!begun_.empty() && begun_.front().first + begun_.front().pieces <= first_)
        begun_.pop_front();
}

} // namespace plenum::cluster
