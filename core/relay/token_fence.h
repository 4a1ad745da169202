// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/state.h"
#include "core/peer/message_history.h"
#include "core/wire/control.h"
#include "core/wire/frames.h"

namespace plenum::node {

/// Decides at a relay which messages their tokens let through, and says in entries up to where messages count whose
/// grant somebody else ends (core/token/tenures.h).
class TokenFence {
  public:
    /// For the entry that this operation is about to become.
    [[nodiscard]] std::vector<token::CutOff> cut_offs(const log::Operation& operation, const log::State& state,
                                                      const MessageHistory& history) const;
    /// While a restarted relay collects what members know: this one heard the stream up to before `position.next`.
    void note_heard(const wire::StreamPosition& position, const MessageHistory& history, const log::State& state);

    /// Why the message goes to nobody; nullopt where it may pass. Of a large message the first fragment shows the
    /// epoch.
    [[nodiscard]] std::optional<token::Hearing> refuse(const wire::FragmentFrame& fragment, const log::State& state,
                                                       base::ConferenceTime at) const;
    [[nodiscard]] std::optional<token::Hearing> refuse(const wire::ReliableMessage& message, const log::State& state,
                                                       base::ConferenceTime at) const;

  private:
    [[nodiscard]] base::SequenceNumber last_of(flow::StreamId stream, const MessageHistory& history) const;

    /// The last messages that some member had heard before this relay started.
    std::map<flow::StreamId, base::SequenceNumber> heard_before_;
};

} // namespace plenum::node
