// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"

#include <map>
#include <vector>

namespace plenum::sim {

/// P3: of flows that members create, all are told the same, in the same order; a two-party flow is heard by nobody but
/// its two members; and nothing is handed over that was published after anybody was told that its flow is closed. In
/// the end everyone knows the same open flows, with the same specs.
class CreatedFlows final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override { return "P3 created flows are the same for all"; }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_begin(Session session, VirtualTime) override { sessions_[session] = {}; }
    void on_end(Session session, VirtualTime) override { sessions_.erase(session); }
    void on_publication(Session session, const Publication& publication, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;
    [[nodiscard]] std::optional<std::string> unmet() const override;

  private:
    struct Flow {
        node::FlowDeclared declared;
        /// As they followed each other. No two are equal.
        std::vector<base::FlowSpec> specs;
        /// By whom it was told first.
        std::optional<VirtualTime> closed_at;
    };
    struct Stay {
        bool joined{false};
        base::MemberIndex self{};
        /// Open ones, and how many of their specs were told.
        std::map<base::FlowId, std::size_t> told;
    };
    using Key = std::pair<base::FlowId, base::MemberIndex>;
    void handle_declared(Session session, Stay& stay, const node::FlowDeclared& declared);
    void handle_changed(Session session, Stay& stay, const node::FlowChanged& changed);
    void judge(Session session, const Stay& stay, const node::MessageReceived& message);

    std::map<base::FlowId, Flow> flows_;
    std::map<Session, Stay> sessions_;
    std::map<Key, std::map<base::SequenceNumber, VirtualTime>> published_;
};

} // namespace plenum::sim
