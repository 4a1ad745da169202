// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/peer/policy_runner.h"
#include "core/relay/conference/fan_out.h"
#include "core/relay/conference/presence.h"
#include "core/relay/conference/sequencer.h"

namespace plenum::node {

/// Tokens at the home relay: it decides where moderators told it to, by floor styles, and takes tokens from whoever is
/// gone (docs/floor.md).
class FloorControl {
  public:
    struct Parts {
        Sequencer& sequencer;
        const FanOut& fan_out;
        const Presence& presence;
    };
    FloorControl(std::span<const base::PluginDescriptor> styles, const base::IdentityKey& relay, Parts parts)
        : runner_{styles, {}},
          relay_{relay},
          parts_{parts} {}

    /// Whether this relay can run the style that the operation sets.
    [[nodiscard]] std::expected<void, log::Refusal> check(const log::SignedOperation& operation) const;
    /// Submits what styles decide now; nothing while the log may not grow.
    void run(base::ConferenceTime at, base::LocalTime now);
    /// Tokens changed: they are looked at next.
    void look() { run_at_ = base::LocalTime::min(); }
    /// Something other than silence came of a member on a flow.
    void note_voice(base::FlowId flow, base::MemberIndex member, base::LocalTime now);
    void forget(base::MemberIndex member);
    /// When to run though nothing changed.
    [[nodiscard]] base::LocalTime next_wakeup() const { return run_at_; }

  private:
    void note_people(base::ConferenceTime at, base::LocalTime now);
    void note_voices(const token::Token& token, base::ConferenceTime at, base::LocalTime now);
    [[nodiscard]] token::Arbiter::Person* find(base::MemberIndex member);
    [[nodiscard]] bool is_arriving(const token::Token& token, const link::Link& link) const;

    PolicyRunner runner_;
    base::IdentityKey relay_;
    Parts parts_;
    base::LocalTime run_at_{base::local_time_max};
    std::map<std::pair<base::TokenId, base::MemberIndex>, base::LocalTime> spoke_;
    /// From when on `spoke_` is known: a relay that comes back takes nobody for idle whom it could not hear.
    std::optional<base::LocalTime> listens_since_;
    /// Kept for its memory.
    std::vector<token::Arbiter::Person> people_;
};

} // namespace plenum::node
