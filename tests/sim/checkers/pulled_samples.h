// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"
#include "tests/sim/checkers/clocks_in_run.h"
#include "tests/sim/checkers/flow_book.h"

#include <map>
#include <vector>

namespace plenum::sim {

/// P2: each pull is answered or fails in time. A sample is what was published under its number, and is what was asked
/// for. The newest is no older than its bound says, and no older than what its asker had received when it asked.
class PulledSamples final : public Checker {
  public:
    explicit PulledSamples(const ClocksInRun& clocks) : clocks_{&clocks} {}

    [[nodiscard]] std::string_view name() const override { return "P2 a pull gives what was published, in time"; }
    /// Members are numbered by the log.
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_end(Session session, VirtualTime) override { sessions_.erase(session); }
    void on_publication(Session session, const Publication& publication, VirtualTime at) override;
    void on_command(Session session, const node::Command& command, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;

    /// A member waits for ten seconds since the last answer, and answers of others may come before.
    static constexpr base::Duration answered_within = base::Duration{std::chrono::seconds{60}};

  private:
    struct Asked {
        node::Pull pull;
        VirtualTime at;
        /// Of this publisher, received before.
        base::SequenceNumber newest;
        /// The sample before, of a range.
        base::SequenceNumber before;
    };
    struct Stay {
        std::map<base::PullId, Asked> asked;
        std::map<StreamKey, base::SequenceNumber> newest;
    };
    void judge(Session session, Asked& asked, const node::SamplePulled& sample, VirtualTime at);
    void judge_age(Session session, const Asked& asked, const node::SamplePulled& sample, VirtualTime at);
    void judge_time(Session session, const Stay& stay, VirtualTime at);

    const ClocksInRun* clocks_;
    /// Checksums by sequence number, from 1.
    std::map<StreamKey, std::vector<std::uint64_t>> streams_;
    std::map<Session, Stay> sessions_;
};

} // namespace plenum::sim
