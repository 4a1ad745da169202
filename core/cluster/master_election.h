// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/cluster/ensemble_id.h"

#include <optional>
#include <vector>

namespace plenum::cluster {

/// Who triggers, when the master is lost.
///
/// All hosts know the candidates in the same order. A host that hears no master for the patience, and for one more step
/// for each candidate before it, begins a term of its own. So the first that is there takes over, usually alone. Two
/// that do so at once differ in their terms: all follow the greater, and the other gives up when it hears of it. A vote
/// was the alternative; it needs a majority, and two cameras of three may be a good cluster. A path that is cut has a
/// master on each side until it heals; ensemble ids keep their instants apart.
class MasterElection {
  public:
    struct Options {
        /// Several times as long as a master may be silent, and longer than `round_duration_min`.
        base::Duration patience{std::chrono::milliseconds{800}};
        /// Longer than a message takes from one host to another.
        base::Duration step{std::chrono::milliseconds{200}};
    };

    MasterElection(base::MemberIndex self, const Options& options, base::LocalTime now)
        : self_{self},
          options_{options},
          heard_at_{now} {}

    /// In the order in which they take over. A host that is not among them never becomes master.
    void set_candidates(std::vector<base::MemberIndex> candidates) { candidates_ = std::move(candidates); }
    /// A message of a master. False if its term is over: then the message must be ignored.
    bool handle_master(const EnsembleId& latest, base::LocalTime now);
    /// The new term, if we begin one now.
    [[nodiscard]] std::optional<Term> poll(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;

    [[nodiscard]] bool is_master() const { return latest_.term.master == self_; }
    [[nodiscard]] Term term() const { return latest_.term; }
    /// The last ensemble that we know of.
    [[nodiscard]] EnsembleId latest() const { return latest_; }
    void set_latest(const EnsembleId& latest) { latest_ = latest; }

  private:
    base::MemberIndex self_;
    Options options_;
    std::vector<base::MemberIndex> candidates_;
    EnsembleId latest_;
    base::LocalTime heard_at_;
};

} // namespace plenum::cluster
