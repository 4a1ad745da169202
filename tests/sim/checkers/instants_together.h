// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/capture_habit.h"
#include "tests/sim/checkers/checker.h"

#include <map>
#include <set>
#include <utility>

namespace plenum::sim {

/// W6: an ensemble has frames of one instant alone, as the cameras captured them. Each is handed over once. Cameras
/// that capture again and again yield some. Where a scenario bounds the skew, shutters of an ensemble open within it,
/// and instants follow each other.
class InstantsTogether final : public Checker {
  public:
    /// `skew_max`: 0 if shutters are not judged.
    explicit InstantsTogether(base::Duration skew_max) : skew_max_{skew_max} {}

    [[nodiscard]] std::string_view name() const override { return "W6 instants are not mixed"; }
    void on_command(Session session, const node::Command& command, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;
    [[nodiscard]] std::optional<std::string> unmet() const override;

    /// After the first capture, until clocks are judged.
    static constexpr base::Duration settling = std::chrono::seconds{30};
    /// Mean time between instants from then on, at most; the worlds with bounded shutters capture ten times a second.
    static constexpr base::Duration pause_max = std::chrono::milliseconds{300};

  private:
    void check(Session session, const CaptureNote& note);
    void check_shutter(Session session, const CaptureNote& note, VirtualTime at);

    base::Duration skew_max_;
    /// When the first shutter opened, of all and of each ensemble.
    std::optional<VirtualTime> first_at_;
    std::map<cluster::EnsembleId, VirtualTime> opened_at_;
    /// Instants after clocks have settled, and when the last one was.
    std::int64_t instants_{0};
    VirtualTime last_at_{};

    std::map<Session, base::FlowId> notes_;
    /// What each camera captured, by host and content.
    std::map<std::pair<std::uint32_t, std::uint64_t>, CaptureNote> captured_;
    std::map<Session, std::set<cluster::EnsembleId>> told_;
    /// Ensembles of more than one frame. One camera that cannot send leaves all incomplete.
    std::uint64_t together_{0};
};

} // namespace plenum::sim
