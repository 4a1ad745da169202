// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/api/events.h"
#include "core/base/random.h"
#include "tests/sim/virtual_time.h"

#include <map>
#include <optional>

namespace plenum::sim {

/// How a simulated person pulls: now and then a sample of a live flow, of every kind and from every place, mostly of
/// somebody from whom something was received. Some pulls ask for what cannot be there.
class PullHabit {
  public:
    /// `every`: the mean time between two pulls; 0: none.
    PullHabit(base::Duration every, base::Random random) : every_{every}, random_{random} {}

    void begin(const std::map<base::FlowId, base::FlowSpec>& declared, VirtualTime now);
    void end() { due_ = VirtualTime::max(); }
    void handle(const node::MessageReceived& message);

    [[nodiscard]] VirtualTime next_action() const { return due_; }
    [[nodiscard]] std::optional<node::Command> act(VirtualTime now);

  private:
    struct Newest {
        base::SequenceNumber sequence;
        base::ConferenceTime sent_at;
    };
    [[nodiscard]] tag::Pull draw(const Newest& newest);

    base::Duration every_;
    base::Random random_;
    VirtualTime due_{VirtualTime::max()};
    std::map<base::FlowId, base::FlowSpec> declared_;
    /// Of live flows.
    std::map<std::pair<base::FlowId, base::MemberIndex>, Newest> newest_;
    base::PullId request_{};
};

} // namespace plenum::sim
