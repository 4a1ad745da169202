// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "tests/sim/checkers/checker.h"

#include <map>
#include <utility>

namespace plenum::sim {

/// W5: of a file that one member sends to another in private, nobody else hears a byte or its hash, and neither of the
/// two says any of it where others could hear it.
class PrivateFiles final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override { return "W5 private files stay between two"; }
    void on_command(Session session, const node::Command& command, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;

  private:
    using Pair = std::pair<base::MemberIndex, base::MemberIndex>;
    /// What is said of files goes on these.
    struct Flow {
        bool of_notes{false};
        /// Two zeros: it is no flow for two.
        Pair pair{};
    };
    /// The private file of which this speaks on that flow; null for others.
    [[nodiscard]] const std::pair<const base::Hash, Pair>* file_in(base::FlowId flow, base::ByteView body) const;

    std::map<base::FlowId, Flow> flows_;
    std::map<base::Hash, Pair> files_;
    std::map<Session, base::MemberIndex> selves_;
};

} // namespace plenum::sim
