// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"

#include <map>

namespace plenum::sim {

/// U1: every member is told of each request to mute once, in the order of the log, and with the same author and member
/// as all others. Between two requests that one stay was told of, it misses none.
class MuteHeard final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override { return "U1 requests to mute reach every member once"; }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_event(Session session, const node::Event& event, VirtualTime at) override;

  private:
    struct Heard {
        base::LogPosition first{};
        base::LogPosition last{};
        std::size_t count{0};
    };
    /// Author and member by position, as whoever was told first has it.
    std::map<base::LogPosition, std::pair<base::MemberIndex, base::MemberIndex>> asked_;
    std::map<Session, Heard> heard_;
};

} // namespace plenum::sim
