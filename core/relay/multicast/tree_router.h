// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/relay_repairs.h"
#include "core/base/ids.h"
#include "core/tree/tree_node.h"

#include <compare>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace plenum::node {

/// Names in trees: members by their index in the log, relays far above all indices.
[[nodiscard]] constexpr tree::NodeId tree_node_of(base::MemberIndex member) { return tree::NodeId{member.value()}; }
inline constexpr tree::NodeId home_node{std::uint64_t{1} << 60};
/// `edge`: the number that it drew.
[[nodiscard]] constexpr tree::NodeId edge_node(std::uint64_t edge) {
    return tree::NodeId{home_node.value() | edge >> 4};
}

/// The receiver that an edge itself is, beside its node.
[[nodiscard]] constexpr tree::NodeId edge_receiver(std::uint64_t edge) {
    return tree::NodeId{std::uint64_t{1} << 61 | edge >> 4};
}

/// Who is at the other end of one interface of a relay.
struct TreeNeighbour {
    enum class Kind : std::uint8_t {
        member = 1,
        edge = 2, ///< a relay, for all members whose sessions it relays
        home = 3,
        self = 4, ///< the source or the receiver that this relay itself is
    };
    Kind kind{Kind::member};
    /// Of a member: its session. Of an edge: the number that it drew.
    std::uint64_t id{0};

    [[nodiscard]] static TreeNeighbour of(base::SessionIndex session) { return {Kind::member, session.value()}; }
    friend auto operator<=>(const TreeNeighbour&, const TreeNeighbour&) = default;
};
inline constexpr TreeNeighbour own_end{TreeNeighbour::Kind::self, 0};

/// The source of a packet, and whether the packet travels away from it.
struct TreeRoute {
    tree::NodeId source;
    bool downstream{false};
    /// Of a method invocation.
    tree::NodeId sender{};
};

/// A node of the multicast service (GMTS) at a relay. It numbers neighbours as interfaces.
class TreeRouter {
  public:
    explicit TreeRouter(tree::NodeId self);

    struct Arrival {
        TreeNeighbour from;
        /// `from` is this receiver, and speaks for nobody else.
        std::optional<tree::NodeId> receiver;
    };
    /// Of the source that the packet names.
    struct Branches {
        TreeNeighbour upstream;
        std::vector<TreeNeighbour> downstream;
        /// `tree::Branches::passes_up`
        bool passes_up{true};
    };
    void handle(base::ByteView packet, const Arrival& arrival, const Branches& branches, base::LocalTime now);
    void handle_wakeup(base::LocalTime now) { node_.handle_wakeup(now); }
    [[nodiscard]] base::LocalTime next_wakeup() const { return node_.next_wakeup(); }
    void handle_gone(tree::NodeId child, base::LocalTime now) { node_.handle_gone(child, now); }

    struct Transmission {
        std::vector<TreeNeighbour> to;
        base::Bytes packet;
    };
    /// Until nullopt after each call of `handle` and `handle_wakeup`.
    [[nodiscard]] std::optional<Transmission> poll();
    [[nodiscard]] const tree::TreeNode& node() const { return node_; }
    /// What this node merged and repaired of a session; nullopt for one that it does not serve.
    [[nodiscard]] std::optional<RelayRepairs> repairs(const tree::SessionKey& session) const;

  private:
    [[nodiscard]] tree::InterfaceIndex interface_of(const TreeNeighbour& neighbour);
    /// An edge that had no memory, or was restarted, passes on what its members say. Once it speaks for them itself,
    /// they count in its word alone.
    void note_sender(std::uint64_t edge, const TreeRoute& route, base::LocalTime now);

    tree::TreeNode node_;
    std::map<TreeNeighbour, tree::InterfaceIndex> interfaces_;
    std::map<tree::InterfaceIndex, TreeNeighbour> neighbours_;
    tree::InterfaceIndex last_{};
    /// By edge and source: those whose packets it passed on.
    std::map<std::pair<std::uint64_t, tree::NodeId>, std::set<tree::NodeId>> passed_;
};

/// Nullopt if it is no packet.
[[nodiscard]] std::optional<TreeRoute> route_of(base::ByteView packet);

} // namespace plenum::node
