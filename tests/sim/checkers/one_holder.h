// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"
#include "tests/sim/checkers/floor_log.h"
#include "tests/sim/checkers/flow_book.h"

#include <map>
#include <set>

namespace plenum::sim {

/// I1 to I4: for each epoch of a token there is one grantee, and each node sees at most one holder of it at a time;
/// what is heard by a grant was sent by its grantee; on a live flow nobody hears an earlier grant after a later one,
/// nor one that is over by a revocation that the node knows of, nor anything without a grant; epochs rise. Where a
/// token was ever one that several may hold, grants in force at once are not older than each other.
class OneHolder final : public Checker {
  public:
    explicit OneHolder(const FloorLog& log) : log_{&log} {}

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
        base::TokenEpoch heard{};
        std::set<base::TokenEpoch> revoked;
    };
    void grant(Session session, const base::TraceEvent& event, View& view);
    void hear(Session session, const base::TraceEvent& event, View& view);
    /// Last words, that still come after who holds it now was granted it.
    [[nodiscard]] bool was_given_back(const base::TraceEvent& event) const;

    const FloorLog* log_;
    FlowBook flows_;
    /// Demanding tokens that several may hold, or might.
    std::set<base::FlowId> shared_;
    std::map<std::pair<base::FlowId, base::TokenEpoch>, base::MemberIndex> grantees_;
    std::map<Session, std::map<base::FlowId, View>> views_;
};

} // namespace plenum::sim
