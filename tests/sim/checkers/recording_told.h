// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"

#include <map>

namespace plenum::sim {

/// U2: every member is told who records, each change once and as all others; nobody records where it is forbidden. In
/// the end all know the same.
class RecordingTold final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override { return "U2 all know who records"; }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_end(Session session, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;
    [[nodiscard]] std::optional<std::string> unmet() const override;

  private:
    struct View {
        std::map<base::MemberIndex, bool> recording;
        bool allowed{true};
    };
    void note(Session session, const node::MemberRecording& told);

    std::map<Session, View> views_;
    /// By position and member, as whoever was told first has it.
    std::map<std::pair<base::LogPosition, base::MemberIndex>, bool> changes_;
};

} // namespace plenum::sim
