// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/floor_log.h"

namespace plenum::sim {

/// T2: whoever holds a token asked for it or was given it: by a moderator, by who held it, as one of the panel. Whose
/// person said that they do not want it, or whose program is gone, holds it no longer than `patience`, unless it was
/// given to them after that.
class WishedHolder final : public Checker {
  public:
    explicit WishedHolder(const FloorLog& log) : log_{&log} {}

    [[nodiscard]] std::string_view name() const override { return "T2 nobody holds a token by nobody's wish"; }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_begin(Session session, VirtualTime at) override;
    void on_end(Session session, VirtualTime at) override;
    void on_command(Session session, const node::Command& command, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;
    void on_floor(const FloorStep& step, VirtualTime at) override;

    /// The lease, and what operations need over the worst links.
    static constexpr base::Duration patience = base::Duration{std::chrono::seconds{20}};

  private:
    struct Held {
        base::TokenId token{};
        base::MemberIndex member{};
        VirtualTime since{};
        bool given{false};
    };
    struct Person {
        Session session;
        std::optional<VirtualTime> gone_at;
    };
    [[nodiscard]] bool is_given(const FloorStep& step, base::MemberIndex to);
    void judge(VirtualTime at);

    const FloorLog* log_;
    std::map<base::MemberIndex, Person> people_;
    /// Since when who does not want which token.
    std::map<std::pair<NodeIndex, base::TokenId>, VirtualTime> unwanted_;
    std::map<base::TokenEpoch, Held> held_;
};

} // namespace plenum::sim
