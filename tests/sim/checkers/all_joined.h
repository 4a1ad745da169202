// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"

#include <map>
#include <set>

namespace plenum::sim {

/// J1: in the end every endpoint that is up is joined, all have the same content keys, and each sees exactly the others
/// as present. While it lasts: members are told of once, in order, and only those who are members leave.
class AllJoined final : public Checker {
  public:
    explicit AllJoined(std::uint32_t relays) : relays_{relays} {}

    [[nodiscard]] std::string_view name() const override { return "J1 everyone is joined and sees the same people"; }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_begin(Session session, VirtualTime at) override;
    void on_end(Session session, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;
    [[nodiscard]] std::optional<std::string> unmet() const override;

  private:
    struct View {
        std::optional<node::Phase> phase;
        base::MemberIndex self{};
        base::KeyEpoch epoch{};
        base::MemberIndex newest{};
        /// Members, and whether present.
        std::map<base::MemberIndex, bool> members;
        /// Of whom this node was told in an earlier stay, and not that they left.
        std::set<base::MemberIndex> before;
    };

    std::uint32_t relays_;
    std::map<Session, View> views_;
    /// Of nodes between two stays.
    std::map<NodeIndex, std::set<base::MemberIndex>> before_;
};

} // namespace plenum::sim
