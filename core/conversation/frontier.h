// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/conversation/context.h"

#include <vector>

/// What the next message of one's own depends on.
///
/// The problem: a message depends on all that its sender was handed before, and nobody can be told all of it each time.
/// The intuition: whoever waits for a message has waited for what that one names, so it stands for its whole past, and
/// of everything handed over only the few need be named that nothing later has named yet: the frontier. The
/// alternative, the newest number of everyone (MCP's), grows with the people who ever spoke.
///
/// A chain of such names can break where one of its messages is lost. So now and then a context is full: it names
/// the newest of everyone heard lately. And what nobody waits for any more is not named: a message whose deadline is
/// over was handed over everywhere, or never will be, unless its flow is reliable.
namespace plenum::conversation {

class Frontier {
  public:
    /// One of so many contexts is full. Rarer, and a receiver that lost much is longer in the dark; more often, and
    /// contexts of large conferences cost more than they tell.
    static constexpr std::uint64_t full_every = 64;
    /// Full contexts name those whose newest message is no older than this past its deadline.
    static constexpr base::Duration full_reach = std::chrono::seconds{2};

    /// A message of another's, as it was handed to the application.
    struct Heard {
        base::MemberIndex sender{};
        /// The last, of a bundle.
        base::Ordinal ordinal{};
        base::ConferenceTime deadline{};
        /// λ = ∞: waited for though its deadline is over.
        bool lasting{false};
    };
    /// `dependencies`: what its context named.
    void note(const Heard& heard, const std::vector<Dependency>& dependencies);
    /// Writes what a message sent now depends on; from then on it stands for all of that.
    void take(base::ConferenceTime now, Context& context);
    /// Writes all that is waited for of what was heard, and changes nothing: for what is no message, and so stands for
    /// nothing in later ones.
    void name_all(base::ConferenceTime now, Context& context) const;
    /// The latest deadline of anything that the next message could depend on: its own must not be earlier.
    [[nodiscard]] base::ConferenceTime deadline_max() const { return deadline_max_; }
    /// Who left says nothing more.
    void forget(base::MemberIndex sender);

  private:
    void cover(const Dependency& by, base::ConferenceTime until);
    [[nodiscard]] bool is_open(const Heard& heard) const;

    /// The newest of each, ascending by sender.
    std::vector<Heard> newest_;
    /// Of these, what nothing has named yet; ascending by sender.
    std::vector<Heard> open_;
    std::uint64_t taken_{0};
    base::ConferenceTime deadline_max_{};
};

} // namespace plenum::conversation
