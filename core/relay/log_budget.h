// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/state.h"

#include <map>
#include <set>

namespace plenum::node {

/// Who may still have entries put into a conference's log, in the long run. A log has room for `limits::log_bytes_max`
/// since its newest checkpoint and everybody keeps that, so nobody may fill it by an operation that can be repeated for
/// ever (asking for a token and cancelling, changing the policy). `RequestRate` bounds one session for seconds; this
/// bounds a person for weeks.
///
/// Intuition: what is left of the log is shared among the people who draw on it, and each gets their share over
/// `fill_time`. As the room shrinks, so do the shares, so the log approaches its bound and never reaches it. An account
/// is a generic cell rate algorithm (ITU-T I.371) over bytes: an entry moves its author's `due` on by the time that
/// their share takes to grow by as much, and the author may go on while `due` is at most `burst` ahead.
///
/// Accounts belong to identities, so connecting again changes nothing. They follow from the log and its times alone: a
/// relay that restarts, or takes over, has the same. A fixed rate was rejected. It would have to be an entry in several
/// minutes to make 50 people's bursts fit, however empty the log is.
///
/// Not counted: the keys' turns that are due (those of groups are counted with the moves that cause them), letting
/// people in, leaving, ending. Counted and never refused: what gives something back (releasing, cancelling), since the
/// floor must not stick with somebody who spent their share.
class LogBudget {
  public:
    static constexpr base::Duration fill_time = std::chrono::hours{28 * 24};
    /// Half of a share can be spent at once: hundreds of entries each in a meeting of 50.
    static constexpr base::Duration burst = fill_time / 2;
    /// People are counted as this many at least, and their shares are no smaller than a ten-thousandth.
    static constexpr std::size_t people_min = 16;
    static constexpr std::size_t people_max = 10'000;
    /// The relay's own decisions about tokens have a quarter.
    static constexpr std::size_t relay_parts = 4;
    /// Key leaders turn keys every five minutes; more often only when the log says that a turn is due.
    static constexpr base::Duration turn_interval_min = std::chrono::minutes{4};

    /// False where the author spent their share and the operation can wait.
    [[nodiscard]] bool allows(const base::IdentityKey& author, const log::Operation& operation,
                              base::ConferenceTime at) const;
    /// Whether this identity has some of its share left; before it joins, and before the relay decides.
    [[nodiscard]] bool allows(const base::IdentityKey& author, base::ConferenceTime at) const {
        return allowed_at(author) <= at;
    }
    [[nodiscard]] base::ConferenceTime allowed_at(const base::IdentityKey& author) const;
    /// The log grew by this entry to `log_bytes`.
    void note(const log::Applied& entry, const log::State& after, std::size_t bytes, std::size_t log_bytes);

  private:
    [[nodiscard]] bool turn_is_free(base::ConferenceTime at) const;
    [[nodiscard]] static std::size_t caused_by(const log::Applied& entry, const log::State& after);
    void charge(const base::IdentityKey& author, std::size_t bytes, std::size_t parts, base::ConferenceTime at);
    void forget_rested(base::ConferenceTime at);

    /// Whose share has not grown back: when it will have.
    std::map<base::IdentityKey, base::ConferenceTime> due_;
    std::size_t forget_above_{2 * people_min};
    std::size_t room_{base::limits::log_bytes_max};
    bool turn_due_{false};
    base::ConferenceTime turned_at_{};
    std::set<base::ConversationId> group_turns_due_;
};

} // namespace plenum::node
