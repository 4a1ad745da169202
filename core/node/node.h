// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/io.h"
#include "core/api/load.h"
#include "core/api/options.h"
#include "core/api/relay_repairs.h"
#include "core/api/relay_statistics.h"

#include <expected>
#include <memory>

/// A node: an endpoint, a relay, or both, without a socket, clock or thread (architecture rule 1 and 2).
///
/// Contract: `handle(input, now)`, then `poll()` until it returns `Wake`, before the next `handle`. `Wake::at` is when
/// `handle(WakeUp{}, now)` is wanted at the latest; earlier or later calls are harmless. `now` never goes back.
namespace plenum::node {

enum class ContractError : std::uint8_t {
    not_polled = 1, ///< `handle` before `poll` returned `Wake`
    time_went_back = 2,
    stored_invalid = 3, ///< a stored conference does not verify: rot, or another relay's
};

/// A relay, an endpoint, or both, without I/O of its own. Call `handle`, then `poll` until it returns `Wake`, before
/// the next `handle`; a call out of this order is answered by an error.
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

    [[nodiscard]] NodeLoad load() const;
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
    /// Relay role: of each conference that is shared with other relays.
    [[nodiscard]] std::vector<RelayRepairs> relay_repairs() const;
    /// Relay role: the X25519 key that links pin.
    [[nodiscard]] base::ExchangeKey relay_key() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace plenum::node
