// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"

#include <map>
#include <vector>

namespace plenum::sim {

/// L1: at every moment every node's control log is a prefix of one and the same log: nodes that applied an entry at one
/// position have the same chain hash there, each applies position after position, and what one node has applied is
/// never replaced, through crashes of whoever. But entries that a relay told of while its disk took none, or that
/// rotted there, may be followed by others once it lost them and nobody is left who had them. Unmet while someone lacks
/// an entry that another had a while ago: where links keep failing, the log never rests.
class LogAgreement final : public Checker {
  public:
    /// `size`: where it is counted how many entries some node has applied.
    explicit LogAgreement(std::size_t& size) : size_{&size} {}

    [[nodiscard]] std::string_view name() const override { return "L1 logs are prefixes of each other"; }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_begin(Session session, VirtualTime at) override;
    void on_end(Session session, VirtualTime at) override;
    void on_trace(Session session, const base::TraceEvent& event, VirtualTime at) override;
    void on_restored(Session, const Restored& restored) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;
    [[nodiscard]] std::optional<std::string> unmet() const override;

    /// Through a link that breaks and is made anew.
    static constexpr base::Duration catching_up_max = std::chrono::seconds{15};

  private:
    struct Replica {
        /// Next position; absent before the first entry, from which a restarted relay may go on, or one that yielded
        /// to its standby and serves again.
        std::optional<std::uint64_t> next;
    };

    /// Lost with the relay's disk, which said so, and with all who had it.
    [[nodiscard]] bool is_forgotten(std::uint64_t position) const;

    std::size_t* size_;
    /// How much of its log a relay came back with, where that was less than it had told of.
    std::optional<std::uint64_t> lost_from_;
    std::vector<base::Hash> hashes_;
    /// When somebody had it first.
    std::vector<VirtualTime> appended_at_;
    VirtualTime latest_{};
    /// In which all this happens, as relays name it.
    std::optional<base::ConferenceHandle> conference_;
    std::map<Session, Replica> replicas_;
};

} // namespace plenum::sim
