// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/conversation/delay_book.h"
#include "core/peer/context_book.h"
#include "core/relay/conference/fan_out.h"
#include "core/relay/conference/gap_book.h"

namespace plenum::node {

/// What a relay does for the order of conversations: it knows how long messages take, what came before an entry, and
/// the contexts of large messages, so that it can name what it dropped (docs/conversations.md).
class OrderRelay {
  public:
    OrderRelay(const log::State& state, const FanOut& fan_out) : state_{state}, fan_out_{fan_out} {}

    /// What the author of the entry at `position` had said before it.
    void note_causes(base::LogPosition position, const wire::Causes& causes);
    /// Null where the entry has none, or it is too old.
    [[nodiscard]] const wire::Causes* causes_of(base::LogPosition position) const;
    /// What everyone is told then, if it changed.
    [[nodiscard]] std::optional<base::Duration> take_delay(const RelaySession& from, const wire::DelayReport& report,
                                                           base::LocalTime now);
    /// As it stands, for a newcomer.
    [[nodiscard]] std::vector<wire::DelayAdvice> delay_advice(const RelaySession& session) const;
    [[nodiscard]] ContextBook& contexts() { return contexts_; }
    [[nodiscard]] GapBook& gaps() { return gaps_; }

  private:
    /// Newer entries than so many have causes. Whoever gets these late does without.
    static constexpr std::size_t causes_max = 64;

    const log::State& state_;
    const FanOut& fan_out_;
    std::map<base::ConversationId, conversation::DelayBook> delays_;
    ContextBook contexts_;
    GapBook gaps_;
    std::map<base::LogPosition, wire::Causes> causes_;
};

} // namespace plenum::node
