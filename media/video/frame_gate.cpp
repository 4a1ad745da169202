// SPDX-License-Identifier: Apache-2.0
#include "media/video/frame_gate.h"

#include <utility>

namespace plenum::media {

void FrameGate::push(base::SequenceNumber sequence, EncodedFrame frame, base::LocalTime now) {
    const auto number = sequence.value();
    seen_any_ = true;
    if (number <= last_sequence_) {
        ++counters_.dropped;
        return;
    }
    if (!held_.try_emplace(number, Held{std::move(frame), now}).second) {
        ++counters_.dropped;
        return;
    }
    if (held_.size() > options_.frames_max) {
        // Whatever the first ones waited for, it has not come; or it is the first now.
        const bool come = held_.begin()->second.frame.key_frame;
        held_.erase(come ? std::next(held_.begin()) : held_.begin());
        ++counters_.dropped;
        if (!waiting_for_key_ && !come) lose_base();
    }
}

std::optional<EncodedFrame> FrameGate::pop(base::LocalTime now) {
    // A key frame makes good whatever is missing before it: never wait when one is there.
    for (auto at = held_.begin(); at != held_.end(); ++at) {
        if (at->second.frame.key_frame && (waiting_for_key_ || at != held_.begin())) {
            if (!waiting_for_key_ && decodable(held_.begin()->second.frame)) break;
            counters_.dropped += static_cast<std::uint64_t>(std::distance(held_.begin(), at));
            held_.erase(held_.begin(), at);
            return take(held_.begin());
        }
    }
    if (!waiting_for_key_ && !held_.empty()) {
        const auto first = held_.begin();
        if (decodable(first->second.frame)) return take(first);
        if (now - first->second.since < options_.reorder_max) return std::nullopt;
        lose_base();
    }
    if (waiting_for_key_) drop_old(now);
    return std::nullopt;
}

/// The key frame may be late itself: what came after it is kept for a while, and no frame is too late for having come
/// after one that could not be decoded.
void FrameGate::drop_old(base::LocalTime now) {
    counters_.dropped +=
        std::erase_if(held_, [&](const auto& item) { return now - item.second.since >= options_.reorder_max; });
}

bool FrameGate::decodable(const EncodedFrame& frame) const {
    if (frame.key_frame) return true;
    if (frame.temporal_layer == 0) return frame.base_index == static_cast<std::uint16_t>(base_index_ + 1);
    return frame.base_index == base_index_;
}

std::optional<EncodedFrame> FrameGate::take(std::map<std::uint64_t, Held>::iterator at) {
    auto frame = std::move(at->second.frame);
    last_sequence_ = at->first;
    held_.erase(at);
    base_index_ = frame.base_index;
    if (frame.key_frame) {
        waiting_for_key_ = false;
        requested_at_.reset();
    }
    ++counters_.passed;
    return frame;
}

void FrameGate::lose_base() {
    waiting_for_key_ = true;
    ++counters_.gaps;
}

void FrameGate::decoder_failed() {
    if (!waiting_for_key_) lose_base();
}

bool FrameGate::take_key_request(base::LocalTime now) {
    if (!waiting_for_key_ || !seen_any_) return false;
    if (requested_at_ && now - *requested_at_ < options_.request_interval) return false;
    requested_at_ = now;
    ++counters_.key_requests;
    return true;
}

std::optional<base::LocalTime> FrameGate::wake_at() const {
    std::optional<base::LocalTime> at;
    for (const auto& [number, held] : held_) {
        const auto until = held.since + options_.reorder_max;
        if (!at || until < *at) at = until;
        if (!waiting_for_key_) break; // the others wait for the first
    }
    if (waiting_for_key_ && seen_any_) {
        const auto request = requested_at_ ? *requested_at_ + options_.request_interval : base::LocalTime{};
        if (!at || request < *at) at = request;
    }
    return at;
}

} // namespace plenum::media
