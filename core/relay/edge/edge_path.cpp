// SPDX-License-Identifier: Apache-2.0
#include "core/relay/edge/edge_path.h"

#include "core/peer/hello.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// A link calls its peer silent after that.
constexpr base::Duration silence = std::chrono::seconds{1};

std::uint64_t written(const link::Link& link) {
    std::uint64_t bytes = 0;
    for (const auto stream : base::enum_values<base::PriorityClass>)
        bytes += link.stream_progress(stream).written;
    return bytes;
}

} // namespace

void EdgePath::handle(const wire::RelayedSilence& silence_now, base::LocalTime now) {
    if (!silence_now.silent)
        silent_since_.reset();
    else if (!silent_since_)
        silent_since_ = now - silence;
}

std::uint64_t EdgePath::sent_bytes(const link::Link& link) const { return written(link) + referred_; }

bool EdgePath::has_room(const link::Link& link) const { return sent_bytes(link) - delivered_all_ < window; }

void EdgePath::mark(link::Link& link) {
    const auto all = sent_bytes(link);
    if (all == marked_ || marks_.size() >= marks_max) return;
    const Sent sent{marks_sent_ + 1, link.stream_progress(base::PriorityClass::control).written, all};
    if (!send_control(link, wire::DeliveryMark{sent.number})) return;
    ++marks_sent_;
    marks_.push_back(sent);
    marked_ = sent_bytes(link);
}

void EdgePath::handle(const wire::DeliveryMark& mark) {
    while (!marks_.empty() && marks_.front().number <= mark.number) {
        delivered_ = marks_.front().control;
        delivered_all_ = marks_.front().all;
        marks_.pop_front();
    }
}

void EdgePath::note_reference(const wire::BodyReference& reference, const BodyKey& key, std::size_t bytes) {
    referred_ += bytes;
    if (references_.size() >= references_max) references_.pop_front();
    references_.emplace_back(reference, key);
}

std::optional<BodyKey> EdgePath::take_wanted(const wire::BodyReference& reference) {
    const auto found = std::ranges::find(references_, reference, [](const auto& sent) { return sent.first; });
    if (found == references_.end()) return std::nullopt;
    const auto key = found->second;
    references_.erase(found);
    return key;
}

} // namespace plenum::node
