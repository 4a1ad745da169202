// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "core/base/bytes.h"
#include "core/base/ids.h"
#include "core/base/plugin.h"
#include "core/base/time.h"
#include "core/base/trace.h"
#include "core/base/variant.h"
#include "core/node/checkpoint_interval.h"
#include "core/node/commands.h"
#include "core/node/events.h"
#include "core/node/relay_statistics.h"
#include "core/node/storage.h"

#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>

/// A node: an endpoint, a relay, or both, without a socket, clock or thread (architecture rule 1 and 2).
///
/// Contract: `handle(input, now)`, then `poll()` until it returns `Wake`, before the next `handle`. `Wake::at` is when
/// `handle(WakeUp{}, now)` is wanted at the latest; earlier or later calls are harmless. `now` never goes back.
namespace plenum::node {

/// Which of a relay's loops this is: `count` is a power of two up to 64, `number` below it. The loop draws the indices
/// of its sessions so that their last bits are its number, and has the conferences whose handles end in it.
struct LoopShare {
    std::uint32_t number{0};
    std::uint32_t count{1};
};

/// Where a relay can be reached; `host` as links name it.
struct RelayPlace {
    std::string host;
    base::Address address;
};

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
};

struct EndpointOptions {
    /// From which the device's identity key follows.
    base::Seed identity;
    /// For relays that ask for one on creating.
    std::string create_secret;
    /// Floor styles by which it decides about tokens whose arbiter its member is; they outlive the node.
    std::span<const base::PluginDescriptor> floor_styles{};
    /// For conferences that this device made.
    CheckpointInterval checkpoints{};
};

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

struct DatagramReceived {
    base::Address from;
    base::ByteView bytes;
};
/// What came together: handled in this order, and what it causes leaves together, in fewer and fuller datagrams.
struct DatagramsReceived {
    std::span<const DatagramReceived> datagrams;
};
/// What an application asked for together, in this order: small live messages among it may go together too.
struct CommandsGiven {
    std::span<const Command> commands;
};
struct WakeUp {};
using Input = std::variant<DatagramReceived, DatagramsReceived, Command, CommandsGiven, ConferenceStored,
                           ConferenceKept, ConferenceLeftOut, WakeUp>;

struct Transmit {
    base::Address to;
    base::Bytes datagram;
};
struct Wake {
    base::LocalTime at;
};
using AnyOutput = std::variant<Transmit, Event, StoreConference, StoreEntry, StoreCheckpoint, StoreWord, StoreRole,
                            ForgetWords, ForgetConference, base::TraceEvent, Wake>;
using Output = base::Variant<AnyOutput>;

enum class ContractError : std::uint8_t {
    not_polled = 1, ///< `handle` before `poll` returned `Wake`
    time_went_back = 2,
    stored_invalid = 3, ///< a stored conference does not verify: rot, or another relay's
};

class Node {
  public:
    explicit Node(const NodeOptions& options);
    ~Node();
    Node(Node&&) noexcept;
    Node& operator=(Node&&) noexcept;

    [[nodiscard]] std::expected<void, ContractError> handle(const Input& input, base::LocalTime now);
    [[nodiscard]] Output poll();
    /// Whether a session here takes sealed datagrams of that index, so that others need not be handed in.
    [[nodiscard]] bool takes(base::SessionIndex index) const;
    /// Memory of a datagram that left, for one to come. At any time; need not be called.
    void reuse(base::Bytes datagram);

    /// Bytes and items in all queues and buffers: what a memory bound is checked against.
    struct Load {
        std::size_t sessions{0};
        std::size_t queued_packets{0};
        std::size_t stream_bytes{0};
        std::size_t history_bytes{0};
        std::size_t reassembly_bytes{0};
    };
    [[nodiscard]] Load load() const;
    /// What came in since the node began. Only what was opened had any effect.
    struct DatagramCounters {
        std::uint64_t opened{0};
        std::uint64_t replayed{0};  ///< opened before, or too old to know
        std::uint64_t forged{0};    ///< altered, cut short, or sealed with another key
        std::uint64_t malformed{0}; ///< authentic, and against the protocol: cost the peer its session
        std::uint64_t strange{0};   ///< of no session here, or of no type that is known
        std::uint64_t handshakes{0};
    };
    [[nodiscard]] const DatagramCounters& datagrams() const;
    /// Relay role; all zero without it.
    [[nodiscard]] RelayStatistics relay_statistics() const;
    /// Relay role: the X25519 key that links pin.
    [[nodiscard]] base::ExchangeKey relay_key() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace plenum::node
