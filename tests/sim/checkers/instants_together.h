// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/capture_habit.h"
#include "tests/sim/checkers/checker.h"

#include <map>
#include <set>
#include <utility>

namespace plenum::sim {

/// W6: an ensemble has frames of one instant alone, as the cameras captured them. Each is handed over once. Cameras
/// that capture again and again yield some.
class InstantsTogether final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override { return "W6 instants are not mixed"; }
    void on_command(Session session, const node::Command& command, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;
    [[nodiscard]] std::optional<std::string> unmet() const override;

  private:
    void check(Session session, const CaptureNote& note);

    std::map<Session, base::FlowId> notes_;
    /// What each camera captured, by host and content.
    std::map<std::pair<std::uint32_t, std::uint64_t>, CaptureNote> captured_;
    std::map<Session, std::set<cluster::EnsembleId>> told_;
    /// Ensembles of more than one frame. One camera that cannot send leaves all incomplete.
    std::uint64_t together_{0};
};

} // namespace plenum::sim
