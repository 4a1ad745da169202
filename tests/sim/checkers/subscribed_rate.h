// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tag/subscription.h"
#include "tests/sim/checkers/checker.h"

#include <map>

namespace plenum::sim {

/// P1: from some seconds after it subscribed, nobody is handed more messages of a publisher than it asked for. Messages
/// that were published together count as one, since a relay cannot part them. Video is not judged: where it has no
/// layers nothing of it can be left out.
class SubscribedRate final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override { return "P1 no more is received than was subscribed to"; }
    void on_end(Session session, VirtualTime) override { sessions_.erase(session); }
    void on_command(Session session, const node::Command& command, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;

    /// The relay has heard of a subscription by then, and messages from before have arrived or are worth nothing.
    static constexpr base::Duration settling = base::Duration{std::chrono::seconds{5}};

  private:
    using Source = std::pair<base::FlowId, base::MemberIndex>;
    struct Wanted {
        tag::Subscription subscription;
        VirtualTime since;
    };
    struct Received {
        base::ConferenceTime first;  ///< the earliest
        base::ConferenceTime newest; ///< the latest
        base::ConferenceTime last;   ///< of the message before
        std::uint64_t count{0};
    };
    struct Stay {
        std::map<base::FlowId, base::FlowKind> kinds;
        std::map<Source, Wanted> wanted;
        /// Since what is wanted of it changed.
        std::map<Source, Received> received;
    };
    void judge(Session session, Stay& stay, const node::MessageReceived& message, VirtualTime at);

    std::map<Session, Stay> sessions_;
};

} // namespace plenum::sim
