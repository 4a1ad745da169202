// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/clock_bound.h"
#include "tests/sim/checkers/clocks_in_run.h"
#include "tests/sim/checkers/flow_book.h"

#include <map>
#include <set>
#include <vector>

namespace plenum::sim {

/// D4: on a flow with a finite loss delay λ nothing is delivered later than λ after it was published, in true time.
/// Slack: a sender puts the conference's time on a message and a receiver discards what is surely too old, each knowing
/// that time to ± ε; and ε is at most half of the longest round trip, that is the longest one-way delay of the
/// scenario. Where machines pause, an exchange may take as long as the pause, and ε with it: what comes over a link
/// before it has reported a bound is not judged there. Within `ClocksInRun::settling_max` of a jump or a stand-still of
/// a clock, ε is not known to either.
class Lifetime final : public Checker {
  public:
    Lifetime(const ClocksInRun& clocks, base::Duration delay_max, bool pauses = false)
        : clocks_{&clocks},
          delay_max_{delay_max},
          pauses_{pauses} {}

    [[nodiscard]] std::string_view name() const override { return "D4 nothing is delivered past its loss delay"; }
    /// Members are numbered by the log.
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_publication(Session session, const Publication& publication, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;

    /// Waiting for the next wake-up, rounding and drift.
    static constexpr base::Duration slack_min = base::Duration{std::chrono::milliseconds{1}};

  private:
    void on_message(Session session, const node::MessageReceived& message, VirtualTime at);

    const ClocksInRun* clocks_;
    base::Duration delay_max_;
    bool pauses_;
    /// Whose link, as it is now, has reported a bound.
    std::set<Session> bounded_;
    FlowBook flows_;
    struct Published {
        NodeIndex by;
        VirtualTime at;
    };
    /// Of a stream, by number from 1.
    std::map<StreamKey, std::vector<Published>> published_;
};

} // namespace plenum::sim
