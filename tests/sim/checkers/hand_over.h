// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/floor_log.h"
#include "tests/sim/checkers/flow_book.h"

namespace plenum::sim {

/// Off until a release waits for what was said before it.
inline constexpr bool hand_over_is_judged = false;

/// T1: what a holder said before giving the token back or handing it on is refused by nobody, neither since the token
/// is another's by now nor since its grant is not known yet. On live flows of what comes within λ, on reliable ones of
/// what comes within `last_words_max` of the token's end; that all have it then is R1.
///
/// A token that was taken from its holder takes what is on its way along.
class HandOver final : public Checker {
  public:
    explicit HandOver(const FloorLog& log) : log_{&log} {}

    [[nodiscard]] std::string_view name() const override { return "T1 a hand-over loses nothing that was said"; }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_command(Session session, const node::Command& command, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;
    void on_trace(Session session, const base::TraceEvent& event, VirtualTime at) override;

    static constexpr base::Duration last_words_max = base::Duration{std::chrono::seconds{2}};

  private:
    struct Said {
        VirtualTime at{};
        base::TokenEpoch epoch{};
        /// After its person had given the token back.
        bool afterwards{false};
    };
    void judge(Session session, const base::TraceEvent& rejection, VirtualTime at);

    const FloorLog* log_;
    FlowBook flows_;
    /// Who gave back a token, on the flows that demand it.
    std::set<std::pair<NodeIndex, base::TokenId>> given_back_;
    std::map<std::tuple<base::FlowId, base::MemberIndex, base::SequenceNumber>, Said> said_;
};

} // namespace plenum::sim
