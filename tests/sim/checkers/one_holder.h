// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"
#include "tests/sim/checkers/floor_log.h"
#include "tests/sim/checkers/flow_book.h"

#include <map>
#include <set>
#include <tuple>

namespace plenum::sim {

/// I1 to I4: for each epoch of a token there is one grantee, and each node sees at most one holder of it at a time. A
/// message that is heard by a grant was sent by its grantee, and before the grant ended. On a live flow no node hears a
/// grant that it knows to be revoked, nor anything without a grant. Epochs rise. Tokens that several may hold at once
/// are left out of what concerns a single holder. So is what those hear without a grant, or by one that ended
/// elsewhere, whom a relay serves that is cut off from the one that took over (docs/replication.md, known limits).
class OneHolder final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override { return "I1 to I4 one holder, and only the holder is heard"; }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_begin(Session session, VirtualTime at) override;
    void on_end(Session session, VirtualTime at) override;
    void on_event(Session, const node::Event& event, VirtualTime) override { flows_.note(event); }
    void on_trace(Session session, const base::TraceEvent& event, VirtualTime at) override;
    void on_floor(const FloorStep& step, VirtualTime at) override;

  private:
    /// A flow, as one node sees it.
    struct View {
        /// 0 is everyone.
        std::map<base::MemberIndex, base::TokenEpoch> holders;
        /// The last grant that was applied; heard.
        base::TokenEpoch granted{};
        /// Ended by a decision, or since the holder was lost or left.
        std::set<base::TokenEpoch> revoked;
    };
    void grant(Session session, const base::TraceEvent& event, View& view);
    void hear(Session session, const base::TraceEvent& event, View& view, VirtualTime at);
    [[nodiscard]] bool was_sent_in_time(const base::TraceEvent& event) const;

    FlowBook flows_;
    /// Demanding tokens that several may hold, or might.
    std::set<base::FlowId> shared_;
    std::map<std::pair<base::FlowId, base::TokenEpoch>, base::MemberIndex> grantees_;
    /// The first grant of the flow's token anywhere.
    std::map<base::FlowId, VirtualTime> first_granted_;
    /// When the first node applied the entry that ended the grant.
    std::map<std::pair<base::FlowId, base::TokenEpoch>, VirtualTime> ended_;
    /// When messages that name a grant were sent, by flow, sender and number.
    std::map<std::tuple<base::FlowId, base::MemberIndex, base::SequenceNumber>, VirtualTime> sent_;
    std::map<Session, std::map<base::FlowId, View>> views_;
    /// Of these nothing tells that they are not with the relay before yet: they got no entry behind the take-over's.
    std::map<Session, base::LogPosition> left_behind_;
};

} // namespace plenum::sim
