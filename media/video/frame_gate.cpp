// SPDX-License-Identifier: Apache-2.0
#include "media/video/frame_gate.h"

#include <algorithm>
#include <utility>

namespace plenum::media {

void FrameGate::push(base::SequenceNumber sequence, EncodedFrame frame, base::LocalTime now) {
    seen_any_ = true;
    const auto number = sequence.value();
    if (number <= last_sequence_ || !held_.try_emplace(number, Held{std::move(frame), now}).second) {
        ++counters_.dropped;
        return;
    }
    if (held_.size() <= options_.frames_max) return;
    // The frame for which the first ones waited has not come; or it is the first now.
    const bool come = decodable(held_.begin()->second.frame);
    held_.erase(come ? std::next(held_.begin()) : held_.begin());
    ++counters_.dropped;
    if (!come && state_ == State::whole) break_off(State::waiting_for_anchor, now);
}

std::optional<EncodedFrame> FrameGate::pop(base::LocalTime now) {
    if (!held_.empty() && !decodable(held_.begin()->second.frame)) {
        // A straggler of the other size has no place among frames of this one.
        const bool stray = held_.begin()->second.frame.small != small_;
        drop_before(std::ranges::find_if(held_, [&](const auto& item) {
            return stray ? decodable(item.second.frame) : is_anchor(item.second.frame);
        }));
    }
    if (!held_.empty() && decodable(held_.begin()->second.frame)) return take_first();
    if (state_ == State::whole) {
        if (held_.empty() || now - held_.begin()->second.since < options_.reorder_max) return std::nullopt;
        // No anchor helps where the size has changed.
        const bool other_size = held_.begin()->second.frame.small != small_;
        break_off(other_size ? State::waiting_for_key : State::waiting_for_anchor, now);
    }
    drop_old(now);
    if (state_ == State::waiting_for_anchor && now - broken_at_ >= options_.anchor_wait)
        state_ = State::waiting_for_key;
    return std::nullopt;
}

bool FrameGate::is_anchor(const EncodedFrame& frame) const {
    return frame.key_frame || (frame.small == small_ && frame.temporal_layer == 0 && frame.depends_on == key_index_);
}

bool FrameGate::decodable(const EncodedFrame& frame) const {
    return is_anchor(frame) || (frame.small == small_ && key_index_ && frame.depends_on == last_index_);
}

EncodedFrame FrameGate::take_first() {
    auto node = held_.extract(held_.begin());
    auto frame = std::move(node.mapped().frame);
    last_sequence_ = node.key();
    if (frame.key_frame) {
        key_index_ = frame.index;
        small_ = frame.small;
        requested_at_.reset();
    }
    if (frame.key_frame || !frame.discardable) {
        last_index_ = frame.index;
        state_ = State::whole;
    }
    ++counters_.passed;
    return frame;
}

void FrameGate::drop_before(HeldFrames::iterator at) {
    if (at == held_.end()) return;
    counters_.dropped += static_cast<std::uint64_t>(std::distance(held_.begin(), at));
    held_.erase(held_.begin(), at);
}

/// An anchor or key frame may be late itself: frames that came after it are kept for a while. When one of layer 0 had
/// to go, the next ones will most likely depend on the same key frame or on each other.
void FrameGate::drop_old(base::LocalTime now) {
    counters_.dropped += std::erase_if(held_, [&](const auto& item) {
        const bool old = now - item.second.since >= options_.reorder_max;
        if (old && item.second.frame.temporal_layer == 0) state_ = State::waiting_for_key;
        return old;
    });
}

void FrameGate::break_off(State state, base::LocalTime now) {
    if (state_ == State::whole) ++counters_.gaps;
    state_ = state;
    broken_at_ = now;
}

void FrameGate::decoder_failed() {
    key_index_.reset();
    break_off(State::waiting_for_key, {});
}

bool FrameGate::take_key_request(base::LocalTime now) {
    if (!waiting_for_key() || !seen_any_) return false;
    if (requested_at_ && now - *requested_at_ < options_.request_interval) return false;
    requested_at_ = now;
    ++counters_.key_requests;
    return true;
}

std::optional<base::LocalTime> FrameGate::wake_at() const {
    auto at = base::local_time_max;
    for (const auto& [number, held] : held_) {
        at = std::min(at, held.since + options_.reorder_max);
        if (state_ == State::whole) break; // the others wait for the first
    }
    if (state_ == State::waiting_for_anchor) at = std::min(at, broken_at_ + options_.anchor_wait);
    if (waiting_for_key() && seen_any_)
        at = std::min(at, requested_at_ ? *requested_at_ + options_.request_interval : base::LocalTime{});
    return at == base::local_time_max ? std::nullopt : std::optional{at};
}

} // namespace plenum::media
