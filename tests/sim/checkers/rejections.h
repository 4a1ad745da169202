// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"
#include "tests/sim/checkers/flow_book.h"

#include <map>
#include <set>

namespace plenum::sim {

/// Messages that were rejected, as traces tell: by the relay, and so due to nobody, or by one member alone.
class Rejections {
  public:
    /// Of messages that are sent and rejected; other events change nothing.
    void note(Session session, bool by_relay, const base::TraceEvent& event);
    /// Of a message that its sender learns to be due to nobody; `number` counts from 1.
    void note(const StreamKey& key, std::uint64_t number) { by_relay_[key].insert(number); }
    /// Whether this message of the stream, counted from 1, is not due to that member.
    [[nodiscard]] bool excuse(Session session, const StreamKey& key, std::uint64_t number) const;

  private:
    using Messages = std::map<StreamKey, std::set<std::uint64_t>>;

    Messages by_relay_;
    std::map<Session, Messages> by_member_;
    /// A message's number in its stream by the one in its conversation, which traces of ordered flows have.
    std::map<StreamKey, std::map<std::uint64_t, std::uint64_t>> numbers_;
};

} // namespace plenum::sim
