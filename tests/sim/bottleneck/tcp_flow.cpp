// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/bottleneck/tcp_flow.h"

#include <algorithm>

namespace plenum::sim {

namespace {

constexpr base::Duration timeout_min = std::chrono::milliseconds{200};
constexpr int backoff_max = 6;

} // namespace

std::optional<std::uint64_t> TcpFlow::poll_packet(VirtualTime now) {
    if (static_cast<double>(outstanding_.size()) >= window_) return std::nullopt;
    const bool again = !to_repeat_.empty();
    const auto number = again ? *to_repeat_.begin() : next_++;
    to_repeat_.erase(number);
    if (outstanding_.empty()) heard_at_ = now;
    outstanding_[number] = {now, again};
    return number;
}

void TcpFlow::take_sample(base::Duration sample) {
    if (!rtt_) {
        rtt_ = sample;
        variance_ = sample / 2;
        return;
    }
    variance_ = (3 * variance_ + (*rtt_ > sample ? *rtt_ - sample : sample - *rtt_)) / 4;
    rtt_ = (7 * *rtt_ + sample) / 8;
}

void TcpFlow::halve() {
    window_ = threshold_ = std::max(window_ / 2, 2.0);
    recovered_at_ = next_;
}

void TcpFlow::handle_acknowledged(std::uint64_t number, VirtualTime now) {
    heard_at_ = now;
    backoff_ = 0;
    to_repeat_.erase(number);
    const auto found = outstanding_.find(number);
    if (found == outstanding_.end()) return;
    // A packet sent twice says nothing of the round trip (Karn).
    const auto sent_at = found->second.sent_at;
    if (!found->second.again) take_sample(now - sent_at);
    outstanding_.erase(found);
    highest_ = std::max(highest_, number);
    window_ += window_ < threshold_ ? 1 : 1 / window_;
    for (auto hole = outstanding_.begin(); hole != outstanding_.end() && hole->first + reordering <= highest_;) {
        // What was sent again is lost again only if something sent after it came.
        if (hole->second.sent_at > sent_at) {
            ++hole;
            continue;
        }
        ++lost_;
        if (hole->first >= recovered_at_) halve();
        to_repeat_.insert(hole->first);
        hole = outstanding_.erase(hole);
    }
}

std::optional<VirtualTime> TcpFlow::next_wakeup() const {
    if (outstanding_.empty()) return std::nullopt;
    const auto rtt = rtt_.value_or(std::chrono::seconds{1});
    return heard_at_ + std::max<base::Duration>(rtt + 4 * variance_, timeout_min) * (1 << backoff_);
}

void TcpFlow::handle_wakeup(VirtualTime now) {
    const auto at = next_wakeup();
    if (!at || now < *at) return;
    for (const auto& [number, packet] : outstanding_)
        to_repeat_.insert(number);
    outstanding_.clear();
    threshold_ = std::max(window_ / 2, 2.0);
    window_ = 1;
    recovered_at_ = next_;
    backoff_ = std::min(backoff_ + 1, backoff_max);
    heard_at_ = now;
}

} // namespace plenum::sim
