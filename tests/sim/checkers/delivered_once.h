// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/intervals.h"
#include "tests/sim/checkers/checker.h"
#include "tests/sim/checkers/flow_book.h"

#include <map>

namespace plenum::sim {

/// M1: no message is handed to an application twice, on flows of any kind, whatever the network duplicates or replays;
/// and nobody is handed a message of their own.
class DeliveredOnce final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override { return "M1 no message is delivered twice"; }
    void on_event(Session session, const node::Event& event, VirtualTime at) override;

  private:
    struct Member {
        base::MemberIndex index{};
        std::map<StreamKey, base::IntervalSet> delivered;
    };
    std::map<Session, Member> members_;
};

} // namespace plenum::sim
