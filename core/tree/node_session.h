// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tree/object.h"
#include "core/tree/packet.h"
#include "core/tree/reliable_invocations.h"
#include "core/tree/repair_map.h"
#include "core/tree/type_registry.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace plenum::tree {

/// What all sessions of one node share.
struct NodeParts {
    NodeId self;
    TypeRegistry types;
    CellBudget cells;
    SoftStateTimer timer;
    base::Duration retry_after;
};

/// What happened to one invocation.
enum class EntryResult : std::uint8_t {
    done = 1,
    refused = 2,
    malformed = 3,
    unserved = 4, ///< no such object here, or no resources: to be passed on untouched
};

/// Invocations that an object made, to be put into packets.
struct SessionOutput {
    struct Down {
        Invocation entry;
        std::vector<InterfaceIndex> interfaces;
    };
    struct Up {
        Invocation entry;
        /// Not 0 if reliable.
        InvocationId invocation;
    };
    std::vector<Down> down;
    std::vector<Up> up;
    /// Branches that get the SSP again.
    std::vector<InterfaceIndex> setup_again;
};

/// One session at one node: its objects, their lifetimes, and reliable invocation. It works the same for all types.
class NodeSession {
  public:
    NodeSession(NodeParts& parts, SessionSerial serial);
    NodeSession(const NodeSession&) = delete;
    NodeSession& operator=(const NodeSession&) = delete;
    ~NodeSession();

    enum class SetupResult : std::uint8_t { taken = 1, no_resources = 2, malformed = 3 };
    /// GMTS, Fig. 5. With `no_resources` the session is to be removed: a node takes part in all of its objects or none.
    [[nodiscard]] SetupResult handle_setup(const Header& header, const StateSetup& setup, InterfaceIndex upstream,
                                           base::LocalTime now);
    [[nodiscard]] EntryResult invoke(const Invocation& entry, Direction direction, Call call, SessionOutput& output);
    /// False if the object is the last, and its lifetime is over: then the session is.
    [[nodiscard]] bool handle_timer(const TimerKey& key, base::LocalTime now, SessionOutput& output);
    /// What it said expires now.
    void handle_gone(NodeId child, base::LocalTime now) {
        for (const auto& [id, entry] : entries_)
            entry.object->handle_gone(child, now);
    }
    bool handle_ack(InvocationId invocation, base::LocalTime now) { return calls_.handle_ack(invocation, now); }

    /// An SSP, as it goes down the tree. False if the same went a moment ago.
    [[nodiscard]] bool keep_setup(const SetupPacket& packet, base::LocalTime now);
    [[nodiscard]] const SetupPacket& setup() const { return setup_; }

    /// Whether a reliable invocation was carried out.
    [[nodiscard]] bool has_seen(NodeId sender, InvocationId invocation) const;
    /// False if there is no memory for one more sender: then it is not to be carried out.
    [[nodiscard]] bool can_remember(NodeId sender, base::LocalTime now);
    void remember(NodeId sender, InvocationId invocation, base::LocalTime now);

    /// An SSP has been taken.
    [[nodiscard]] bool is_set_up() const { return set_up_; }
    [[nodiscard]] InterfaceIndex upstream() const { return upstream_; }
    [[nodiscard]] SessionSerial serial() const { return serial_; }
    [[nodiscard]] const NodeRepairs& repairs() const { return repairs_; }
    /// Null if there is none.
    [[nodiscard]] const Object* find(ObjectId object) const;

  private:
    struct Entry {
        const TypeEntry* type{nullptr};
        std::unique_ptr<Object> object;
        std::vector<MethodOptions> methods;
        ObjectSequence sequence;
    };
    using Entries = std::map<ObjectId, Entry>;
    [[nodiscard]] SetupResult declare(const ObjectDeclaration& declaration, base::LocalTime now);
    [[nodiscard]] static bool set(Entry& entry, const ObjectDeclaration& declaration, base::LocalTime now);
    void put(ObjectId object, const Entry& entry, Reinvocations reinvocations, base::LocalTime now,
             SessionOutput& output);
    void watch(NodeId sender, base::LocalTime now);
    [[nodiscard]] RepairBranch* branch(InterfaceIndex interface);
    void remove_object(Entries::iterator entry);

    NodeParts* parts_;
    SessionSerial serial_;
    bool set_up_{false};
    InterfaceIndex upstream_;
    SetupPacket setup_;
    base::LocalTime setup_at_;
    Entries entries_;
    ReliableInvocations calls_;
    std::map<NodeId, SeenInvocations> seen_;
    CellShare seen_cells_;
    NodeRepairs repairs_;
};

} // namespace plenum::tree
