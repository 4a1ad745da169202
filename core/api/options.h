// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/checkpoint_interval.h"
#include "core/api/relay_limits.h"
#include "core/api/relay_place.h"
#include "core/base/bytes.h"
#include "core/base/ids.h"
#include "core/base/plugin.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

/// How a node is made.
namespace plenum::node {

/// Which of a relay's loops this is: `count` is a power of two up to 64, `number` below it. The loop draws the indices
/// of its sessions so that their last bits are its number, and has the conferences whose handles end in it.
struct LoopShare {
    std::uint32_t number{0};
    std::uint32_t count{1};
};

/// A node with this option serves conferences as their relay.
struct RelayOptions {
    /// From which the relay's long-term keys follow; keep it, or links to this relay die.
    base::Seed identity;
    /// Whoever creates a conference must know it; empty is open to everyone.
    std::string create_secret;
    RelayLimits limits{};
    /// Whoever drives the node keeps what it says is to be kept, and answers with `ConferenceKept`. Otherwise all
    /// counts as kept at once.
    bool stored{false};
    LoopShare loop{};
    /// Floor styles (core/token/policy.h) that it can run; they outlive the node.
    std::span<const base::PluginDescriptor> floor_styles{};
    /// Where it comes back, with the same identity, if its machine is lost: members look for it there. At most 4.
    std::vector<RelayPlace> standby{};
    /// Whether it copies its conferences to the standby, and tells nothing that the standby has not acknowledged.
    bool replicate{true};
    /// Where `standby` is empty: a member's program that offers itself becomes the standby, and gets `identity`.
    bool succession{false};
    /// Other relays with the same identity: this one finds conferences there, and relays sessions to them. At most 16.
    std::vector<RelayPlace> peers{};
    /// Where others reach it, if it has a register (cluster.h) that names its peers and its conferences' standbys.
    std::optional<RelayPlace> cluster_place{};
    /// Of a member's program that was appointed: only who knows it may copy conferences here.
    std::optional<base::Seed> appointment{};
};

/// A node with this option can join conferences as a member.
struct EndpointOptions {
    /// From which the device's identity key follows.
    base::Seed identity;
    /// For relays that ask for one on creating.
    std::string create_secret;
    /// Floor styles by which it decides about tokens whose arbiter its member is; they outlive the node.
    std::span<const base::PluginDescriptor> floor_styles{};
    /// For conferences that this device made.
    CheckpointInterval checkpoints{};
    /// Where others reach this node: it offers itself as standby to the relay. Empty: it does not. At most 4.
    std::vector<RelayPlace> standby_places{};
};

/// The roles of a node, and the seed of its random draws.
struct NodeOptions {
    /// Seed of every other draw of this run; never the same twice outside tests.
    base::Seed seed;
    std::optional<RelayOptions> relay;
    std::optional<EndpointOptions> endpoint;
    /// AES-256-GCM on links where both sides have hardware for it. Without, no byte depends on the machine.
    bool aes{true};
    /// With both roles: datagrams to this address stay inside the node.
    std::optional<base::Address> self;
    /// Whether `poll` gives `base::TraceEvent`s.
    bool trace{false};
};

} // namespace plenum::node
