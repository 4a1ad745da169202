// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/keys/key_ring.h"
#include "core/member/link_book.h"
#include "core/peer/outbox.h"

#include <limits>
#include <utility>

namespace plenum::node {

/// The secrets of a conference that a member has: content keys and links. Takes both up from the log.
class ConferenceKeys {
  public:
    /// `former`: of the membership before, where a member joins anew.
    ConferenceKeys(const LinkSecret& link, const crypto::ExchangeKeyPair& own, FormerKeys former, Outbox& outbox)
        : outbox_{outbox},
          former_{std::move(former)},
          ring_{{}, own.copy()},
          links_{link} {}
    /// For the membership after this one.
    [[nodiscard]] FormerKeys former_keys() const { return begun_ ? ring_.former_keys() : former_.copy(); }

    /// The log begins: with genesis, or with the checkpoint of this state. `own` as before.
    void handle_genesis(const base::ConferenceHandle& conference, const crypto::ExchangeKeyPair& own);
    void begin(const log::State& state, const crypto::ExchangeKeyPair& own);
    /// Someone was removed who has the newest key.
    void handle_removal(base::LocalTime now);

    struct Author {
        base::MemberIndex index{};
        /// As Person::proven.
        bool proven{false};
    };
    /// `state` as it is after the entry of this turn or change, which `author` made.
    void handle(const log::EpochTurn& turn, const log::State& state, base::MemberIndex self, const Author& author,
                base::LocalTime now);
    void handle(const log::GroupTurn& turn, const log::State& state, base::MemberIndex self, const Author& author,
                base::LocalTime now);
    /// True where the newest link is another since.
    [[nodiscard]] bool handle(const log::ChangeLink& change, const log::State& state, base::MemberIndex author);

    [[nodiscard]] KeyRing& ring() { return ring_; }
    [[nodiscard]] const KeyRing& ring() const { return ring_; }
    [[nodiscard]] const LinkBook& links() const { return links_; }
    /// Members from this index on joined after this member was first given a key.
    [[nodiscard]] base::MemberIndex first_younger() const { return first_younger_; }
    /// A removed member has the newest key, and has had it for longer than a turn may take: nothing is to be sealed
    /// until the next turn.
    [[nodiscard]] bool must_wait(base::LocalTime now) const;
    /// The same for messages on this flow, which may be a group's.
    [[nodiscard]] bool must_wait(const log::FlowDeclaration& flow, const log::State& state, base::LocalTime now) const;

  private:
    void begin_ring(const base::ConferenceHandle& conference, const crypto::ExchangeKeyPair& own);

    Outbox& outbox_;
    FormerKeys former_;
    /// The ring knows its conference.
    bool begun_{false};
    KeyRing ring_;
    LinkBook links_;
    base::MemberIndex first_younger_{std::numeric_limits<std::uint32_t>::max()};
    /// Since when a removed member has the newest key.
    std::optional<base::LocalTime> removed_at_;
};

} // namespace plenum::node
