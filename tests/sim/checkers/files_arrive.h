// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"
#include "tests/sim/file_habit.h"

#include <map>
#include <set>

namespace plenum::sim {

/// W4: what somebody has of a file is what was offered, byte for byte, also where some give other pieces; and in the
/// end all who were told of it have it, as long as somebody who is there does; of a private one, as long as both are
/// there.
class FilesArrive final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override { return "W4 files arrive whole"; }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_end(Session session, VirtualTime at) override;
    void on_command(Session session, const node::Command& command, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;
    [[nodiscard]] std::optional<std::string> unmet() const override;

  private:
    /// A program, from when it joins until it ends.
    struct Place {
        bool joined{false};
        base::FlowId flow{};
        std::set<base::Hash> told{};
        base::MemberIndex self{};
        /// Flows for two, and who told us there of a file for us alone.
        std::set<base::FlowId> pairs{};
        std::map<base::Hash, base::MemberIndex> told_privately{};
        std::set<base::Hash> has{};
    };
    static void take(Place& place, const node::MessageReceived& message);
    /// That member is there, and has it.
    [[nodiscard]] bool has(base::MemberIndex member, const base::Hash& hash) const;

    std::map<NodeIndex, Place> places_;
    /// As they were offered.
    std::map<base::Hash, std::uint64_t> checksums_;
};

} // namespace plenum::sim
