// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/cluster.h"
#include "core/base/random.h"
#include "tests/sim/virtual_time.h"

#include <map>
#include <set>

namespace plenum::sim {

/// The register of a cluster (core/api/cluster.h), simulated: what app/plenumd keeps in etcd.
class Register {
  public:
    /// One that was asked, on its way to the register or back.
    struct Request {
        NodeIndex node;
        /// The run of the program that asked.
        std::uint32_t start{0};
        node::AssignmentWanted wanted;
        std::optional<node::Assignment> answer{};
    };
    /// `compares`: writes only what replaces the revision that it names.
    Register(base::Random random, bool compares) : random_{random}, compares_{compares} {}

    /// Gives its number.
    [[nodiscard]] std::uint64_t add(Request request);
    /// Null where there is none.
    [[nodiscard]] Request* find(std::uint64_t number);
    void remove(std::uint64_t number) { requests_.erase(number); }
    /// Writes it if it replaces what stands there.
    void apply(Request& request);
    void end(const node::AssignmentOver& over);
    [[nodiscard]] node::Assignment current(const base::ConferenceHandle& conference) const;

    /// Nodes that do not reach it.
    void cut(NodeIndex node, bool off);
    [[nodiscard]] bool reached(NodeIndex node) const { return !cut_.contains(node); }
    /// How long a request or an answer takes.
    [[nodiscard]] base::Duration draw_time();
    [[nodiscard]] bool draw_half() { return random_.chance(500'000); }

  private:
    base::Random random_;
    bool compares_;
    std::uint64_t revision_{0};
    std::map<base::ConferenceHandle, node::Assignment> assignments_;
    std::map<std::uint64_t, Request> requests_;
    std::uint64_t numbers_{0};
    std::set<NodeIndex> cut_;
};

} // namespace plenum::sim
