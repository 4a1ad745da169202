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
constexpr base::Duration baseline_window_min = std::chrono::milliseconds{500};
/// Above the path's own share and three standard deviations. TCP at 2 % would go at a tenth of most paths.
constexpr double excess = 0.02;
/// To a quarter or so: whoever shares the path does the same meanwhile, so what is lost then nobody caused.
constexpr int cuts_max = 4;
/// A path that loses more by itself carries no conference; one that seems to is crowded.
constexpr double own_max = 0.4;
/// Losses of ours end when we send what arrived; so much of the excess must go for a cut to have helped.
constexpr double helped_at_least = 0.75;
constexpr int cuts_believed = 8;
/// Of the mean share of windows in which no more was lost than usual.
constexpr double mean_gain = 1.0 / 4;

} // namespace

double LossBaseline::deviation(double packets) const { return std::sqrt(own_ * (1 - own_) / packets); }

double LossBaseline::excess_allowed(double packets) const { return excess + 3 * deviation(packets); }

LossBaseline::Verdict LossBaseline::judge(base::LocalTime now, base::Duration rtt, Speed speed) {
    const auto long_enough = speed == Speed::doubling || now - began_ >= std::max(2 * rtt, baseline_window_min);
    if (settled_ < window_packets || !long_enough) return held_ ? Verdict::hold : Verdict::nothing;
    began_ = now;
    return close_window(speed);
}

/// What the path loses may become less by itself, at any time. One window that lost less by chance is no sign of it:
/// who believes each such ends far below what the path loses.
void LossBaseline::note_usual(double share, double packets) {
    const bool clearly = share < own_ - 3 * deviation(packets);
    mean_ += (share - mean_) * (clearly ? 1.0 / 2 : mean_gain);
    own_ = std::min(own_, mean_);
}

LossBaseline::Verdict LossBaseline::close_window(Speed speed) {
    const auto packets = static_cast<double>(settled_);
    const auto share = static_cast<double>(lost_) / packets;
    settled_ = lost_ = 0;
    if (share - own_ <= excess_allowed(packets)) {
        note_usual(share, packets);
        cuts_ = cuts_in_all_ = 0;
        held_ = false;
        return Verdict::nothing;
    }
    if (!held_ && speed == Speed::usual) {
        held_ = true;
        return Verdict::hold;
    }
    held_ = true;
    if (cuts_ == 0) share_before_cuts_ = share;
    // Of many cuts in a row that seemed to help some did by chance.
    const auto chance = std::sqrt(share_before_cuts_ * (1 - share_before_cuts_) / packets);
    const auto surely = cuts_in_all_ < cuts_believed ? 0 : 2 * chance;
    const bool helped = share - own_ < helped_at_least * (share_before_cuts_ - own_) - surely;
    if (speed != Speed::least && (cuts_ < cuts_max || helped)) {
        cuts_ = helped ? 0 : cuts_ + 1;
        ++cuts_in_all_;
        return Verdict::cut;
    }
    own_ = mean_ = std::min(share, own_max);
    cuts_ = cuts_in_all_ = 0;
    held_ = false;
    return Verdict::nothing;
}

} // namespace plenum::link
