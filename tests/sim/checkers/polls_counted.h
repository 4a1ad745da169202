// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tree/exchange/poll_book.h"
#include "tests/sim/checkers/checker.h"

#include <map>
#include <set>

namespace plenum::sim {

/// W7: a poll's counts hold what members sent, and of each member one answer: no choice has more votes than members
/// chose it, and no more answer than did; but for `settling` after a member changes the relay that it answers to, when
/// two may count it. Where polls end again and again, some have counted everybody's answer.
class PollsCounted final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override { return "W7 polls are counted"; }
    void on_command(Session session, const node::Command& command, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;
    [[nodiscard]] std::optional<std::string> unmet() const override;

    /// Longer than relays keep what they do not hear again.
    static constexpr base::Duration settling = std::chrono::seconds{12};

  private:
    struct Poll {
        std::set<base::MemberIndex> members;
        std::set<base::MemberIndex> answered;
        std::map<std::size_t, std::set<base::MemberIndex>> chosen;
        /// Newest answers, by version.
        std::map<base::MemberIndex, std::pair<std::uint64_t, bool>> newest;
        /// Since when each count has been too high.
        std::optional<VirtualTime> too_high_since{};
    };
    void note(base::MemberIndex member, base::ByteView packet);
    void check(Session session, const tree::PollKey& key, const tree::PollCounted& counted, VirtualTime at);

    std::map<Session, base::MemberIndex> members_;
    std::map<base::FlowId, base::MemberIndex> askers_;
    std::map<tree::PollKey, Poll> polls_;
    /// Polls that ended after somebody had answered, and those that had all answers.
    std::uint64_t ended_{0};
    std::uint64_t whole_{0};
};

} // namespace plenum::sim
