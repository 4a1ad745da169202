// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugins/activities/target/update.h"

#include <map>
#include <utility>

namespace plenum::target {

/// The shots of one player in one round, as far as they are known: any part of them, in any order.
///
/// A player's program may lie, so times are held against what it said before. Shots are `reload` apart by their
/// numbers. A shot is no older than the last update that did not have it yet, so none is dated back to before
/// somebody else's hit.
class ShotLog {
  public:
    /// Of the player's own program.
    void add(Shot shot);
    /// Of another's, sent at that time of the round.
    void take(const Update& update, RoundTime sent_at);
    /// True if there is anything new since the last call.
    [[nodiscard]] bool take_news() { return std::exchange(news_, false); }
    [[nodiscard]] const std::map<std::uint16_t, Shot>& shots() const { return shots_; }
    /// For an update: the newest run, and the next of the others.
    void fill(Update& update);
    [[nodiscard]] bool may_fire(RoundTime at) const;

  private:
    [[nodiscard]] bool fits(std::uint16_t number, const Shot& shot, RoundTime sent_at) const;
    [[nodiscard]] ShotRun run_from(std::uint16_t first) const;

    std::map<std::uint16_t, Shot> shots_;
    /// When there were known to be no more than so many.
    std::uint16_t counted_{0};
    RoundTime counted_at_{-countdown};
    std::uint16_t next_older_{0};
    bool news_{false};
};

} // namespace plenum::target
