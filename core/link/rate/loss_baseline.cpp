// SPDX-License-Identifier: Apache-2.0
#include "core/link/rate/loss_baseline.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace plenum::link {

namespace {

/// With 100 packets a share of 0.3 is known to within 0.05 (one standard deviation).
constexpr std::uint32_t window_packets = 100;
/// And as long, so that a fade of a tenth of a second is not all there is in it.
constexpr base::Duration window_min = std::chrono::milliseconds{500};
/// Above the path's own share and three standard deviations. TCP at 2 % would go at a tenth of most paths.
constexpr double excess = 0.02;
/// To a quarter or so: whoever shares the path does the same meanwhile, so what is lost then nobody caused.
constexpr int cuts_max = 4;
/// A path that loses more by itself carries no conference; one that seems to is crowded.
constexpr double own_max = 0.4;
/// Losses of ours end when we send what arrived; so much of the excess must go for a cut to have helped.
constexpr double helped_at_least = 0.75;

} // namespace

double LossBaseline::excess_allowed(double packets) const {
    return excess + 3 * std::sqrt(own_ * (1 - own_) / packets);
}

LossBaseline::Verdict LossBaseline::judge(base::LocalTime now, base::Duration rtt, bool hasty) {
    const auto long_enough = hasty || now - began_ >= std::max(2 * rtt, window_min);
    if (settled_ < window_packets || !long_enough) return held_ ? Verdict::hold : Verdict::nothing;
    began_ = now;
    return close_window(hasty);
}

LossBaseline::Verdict LossBaseline::close_window(bool hasty) {
    const auto packets = static_cast<double>(settled_);
    const auto share = static_cast<double>(lost_) / packets;
    settled_ = lost_ = 0;
    if (share - own_ <= excess_allowed(packets)) {
        // What the path loses may become less by itself, at any time.
        own_ = std::min(own_, (own_ + share) / 2);
        cuts_ = 0;
        held_ = false;
        return Verdict::nothing;
    }
    if (!held_ && !hasty) {
        held_ = true;
        return Verdict::hold;
    }
    held_ = true;
    if (cuts_ == 0) share_before_cuts_ = share;
    const bool helped = share - own_ < helped_at_least * (share_before_cuts_ - own_);
    if (cuts_ < cuts_max || helped) {
        cuts_ = helped ? 0 : cuts_ + 1;
        return Verdict::cut;
    }
    own_ = std::min(share, own_max);
    cuts_ = 0;
    held_ = false;
    return Verdict::nothing;
}

} // namespace plenum::link
