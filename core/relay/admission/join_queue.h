// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/network.h"
#include "core/base/time.h"
#include "core/log/state.h"

#include <map>
#include <optional>
#include <set>

namespace plenum::node {

/// Those who knock at one conference, as its relay keeps them: who they are, and which members were asked. It decides
/// nothing.
class JoinQueue {
  public:
    struct Knock {
        base::Bytes join;
        base::IdentityKey identity{};
        base::ExchangeKey exchange{};
        /// Where it came from.
        base::Network from{};
        /// Members' sessions that were told.
        std::set<base::SessionIndex> asked;
    };

    /// Whether there is a place for someone from there: fewer than limits::knocks_max wait, or so many of another
    /// network that one of them gives way (`crowder`).
    [[nodiscard]] bool has_room(const base::Network& from) const;
    /// Who must go before someone from there comes; absent where nobody need.
    [[nodiscard]] std::optional<base::SessionIndex> crowder(const base::Network& from) const;
    /// Precondition: there is a free place.
    void add(base::SessionIndex session, Knock knock);
    /// Nullopt if that session does not knock.
    std::optional<Knock> take(base::SessionIndex session);
    [[nodiscard]] std::optional<base::SessionIndex> find(const base::ExchangeKey& exchange) const;
    [[nodiscard]] std::map<base::SessionIndex, Knock>& knocks() { return knocks_; }
    [[nodiscard]] bool contains(base::SessionIndex session) const { return knocks_.contains(session); }

    /// Whether `member` is one of those to ask about this person at that time: the key leader, whom the policy lets in;
    /// else all who moderate.
    [[nodiscard]] static bool asks(const log::State& state, const log::Member& member,
                                   const base::IdentityKey& identity, base::ConferenceTime at);

    /// When others may have to be asked, without anything happening.
    std::optional<base::LocalTime> ask_again_at;

  private:
    [[nodiscard]] std::size_t count(const base::Network& from) const;

    std::map<base::SessionIndex, Knock> knocks_;
};

} // namespace plenum::node
