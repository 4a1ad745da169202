// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/enums.h"
#include "core/base/time.h"
#include "core/tree/node_session.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

/// A node with the multicast transport service: what the paper calls a GMTS router.
namespace plenum::tree {

/// Where a packet came from.
struct Arrival {
    InterfaceIndex interface;
    /// The interface leads to this receiver and to nobody else: it speaks for itself alone.
    std::optional<NodeId> receiver;
};

/// The branches of the distribution tree at one node, for the source and the group of the packet. The overlay knows
/// them, as multicast routers do, and has checked that the source is upstream.
struct Branches {
    InterfaceIndex upstream;
    std::span<const InterfaceIndex> downstream;
    /// False: the source may see merged invocations alone. What this node does not serve is dropped on its way up.
    bool passes_up{true};
};

struct Transmission {
    std::vector<InterfaceIndex> interfaces;
    base::Bytes packet;
    friend bool operator==(const Transmission&, const Transmission&) = default;
};

/// What happened to packets and invocations.
enum class NodeEvent : std::uint8_t {
    setup_taken = 1,
    invocation_done = 2,
    passed_untouched = 3,
    marked_malformed = 4, ///< the error bit was set
    dropped_malformed = 5,
    dropped_direction = 6, ///< from below what comes from above, or the reverse
    dropped_sender = 7,    ///< a receiver that speaks for others
    dropped_loop = 8,
    invocation_refused = 9,
    invocation_repeated = 10,
    no_resources = 11,
    setup_repeated = 12,   ///< taken and not passed on: the same went a moment ago
    dropped_unserved = 13, ///< not for the source as it is
    dropped_too_long = 14, ///< more than a packet may have, here or at a node further down
};

struct NodeOptions {
    std::size_t sessions_max{limits::sessions_max};
    std::size_t cells_max{limits::cells_max};
    TypeRegistry types{TypeRegistry::standard()};
    /// A reliable invocation that is not acknowledged for so long is sent again.
    base::Duration retry_after{std::chrono::milliseconds{100}};
};

/// Takes packets in and gives packets out, each with the branches that it goes to. Data packets and all that it does
/// not serve pass untouched. With 0 sessions it is a relay without the service.
class TreeNode {
  public:
    explicit TreeNode(NodeId self, NodeOptions options = {});
    /// Sessions refer to what they share.
    TreeNode(const TreeNode&) = delete;
    TreeNode& operator=(const TreeNode&) = delete;

    void handle(base::ByteView bytes, const Arrival& arrival, const Branches& branches, base::LocalTime now);
    void handle_wakeup(base::LocalTime now);
    /// The overlay knows that this node or receiver is below no more.
    void handle_gone(NodeId child, base::LocalTime now);
    [[nodiscard]] std::optional<Transmission> poll();
    [[nodiscard]] base::LocalTime next_wakeup() const { return parts_.timer.next(); }

    [[nodiscard]] std::uint64_t count(NodeEvent event) const { return events_[event]; }
    [[nodiscard]] std::size_t sessions() const { return sessions_.size(); }
    [[nodiscard]] std::size_t cells_used() const { return parts_.cells.used(); }
    [[nodiscard]] std::size_t deadlines() const { return parts_.timer.size(); }
    /// Null if the session is not served here.
    [[nodiscard]] const NodeSession* find(const SessionKey& session) const;
    /// Any session of this source.
    [[nodiscard]] bool serves(NodeId source) const;

  private:
    struct From {
        const Arrival& arrival;
        const Branches& branches;
        bool upstream;
        /// Of the packet.
        std::size_t bytes;
        base::LocalTime now;
    };
    void handle_packet(SetupPacket packet, const From& from);
    void handle_packet(InvocationPacket packet, const From& from);
    void handle_packet(AckPacket packet, const From& from);
    void handle_packet(DataPacket packet, const From& from);
    void invoke_all(NodeSession& session, const Header& header, const MethodInvocation& invocation, const From& from);
    [[nodiscard]] NodeSession* session_for(const SessionKey& key);
    void remove_oldest_of(NodeId source);
    void remove(const SessionKey& key);

    void note(NodeEvent event) { ++events_[event]; }
    void transmit(std::vector<InterfaceIndex> interfaces, base::Bytes packet);
    /// To all branches, or upstream.
    void pass(const Packet& packet, const From& from);
    void send_down(const Packet& packet, const From& from);
    void pass_malformed(Packet packet, const From& from);
    void send(const SessionKey& key, const NodeSession& session, SessionOutput output);

    NodeParts parts_;
    std::size_t sessions_max_;
    std::uint64_t last_serial_{0};
    std::map<SessionKey, std::unique_ptr<NodeSession>> sessions_;
    std::map<SessionSerial, SessionKey> keys_;
    std::deque<Transmission> output_;
    base::EnumArray<NodeEvent, std::uint64_t> events_{};
};

} // namespace plenum::tree
