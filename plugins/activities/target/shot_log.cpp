// SPDX-License-Identifier: Apache-2.0
#include "plugins/activities/target/shot_log.h"

#include <algorithm>

namespace plenum::target {
namespace {

/// Clocks of two programs differ by a few milliseconds, and shots are numbered by whole ones.
constexpr RoundTime clock_tolerance{100};

} // namespace

void ShotLog::add(Shot shot) {
    if (shots_.size() >= shots_max) return;
    shots_.emplace(static_cast<std::uint16_t>(shots_.size()), shot);
    news_ = true;
}

bool ShotLog::may_fire(RoundTime at) const {
    return shots_.size() < shots_max && (shots_.empty() || at - shots_.rbegin()->second.at >= reload);
}

bool ShotLog::fits(std::uint16_t number, const Shot& shot, RoundTime sent_at) const {
    if (shot.at > sent_at + clock_tolerance) return false;
    if (number >= counted_ && shot.at < counted_at_ - clock_tolerance) return false;
    const auto next = shots_.upper_bound(number);
    if (next != shots_.end() && next->second.at - shot.at < reload * (next->first - number)) return false;
    if (next == shots_.begin()) return true;
    const auto before = std::prev(next);
    return before->first != number && shot.at - before->second.at >= reload * (number - before->first);
}

void ShotLog::take(const Update& update, RoundTime sent_at) {
    for (const auto* run : {&update.newest, &update.older}) {
        auto number = run->first;
        for (const auto& shot : run->shots) {
            if (fits(number, shot, sent_at)) {
                shots_.emplace(number, shot);
                news_ = true;
            }
            ++number;
        }
    }
    // Of an update that was overtaken, nothing new is learned about later ones.
    if (sent_at <= counted_at_) return;
    counted_at_ = sent_at;
    counted_ = std::max(counted_, update.shot_count);
}

ShotRun ShotLog::run_from(std::uint16_t first) const {
    ShotRun run{first, {}};
    for (auto at = shots_.lower_bound(first); at != shots_.end() && run.shots.size() < run_length_max; ++at)
        run.shots.push_back(at->second);
    return run;
}

void ShotLog::fill(Update& update) {
    update.shot_count = static_cast<std::uint16_t>(shots_.size());
    const auto newest = update.shot_count - std::min<std::size_t>(run_length_max, update.shot_count);
    update.newest = run_from(static_cast<std::uint16_t>(newest));
    if (next_older_ >= newest) next_older_ = 0;
    update.older = newest == 0 ? ShotRun{} : run_from(next_older_);
    next_older_ = static_cast<std::uint16_t>(next_older_ + run_length_max);
}

} // namespace plenum::target
