// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/relay_statistics.h"
#include "core/peer/outbox.h"
#include "core/relay/relay_dial.h"

#include <memory>
#include <vector>

namespace plenum::node {

/// Tells the operator which of the other relays that the settings name do not answer, or have other keys.
///
/// The problem: an edge asks its peers only when a stranger names a conference, and takes an answer from any of them.
/// So a peer that is down, or was set up with another key, shows only as links that do not work. The intuition: each
/// peer is dialled twice a minute at the replication door, which only the same key opens. A peer that does not answer
/// there twice is dialled at the door where conferences are made. There it shows its identity, unless it has another
/// creation secret; then it counts as silent.
class PeerWatch {
  public:
    struct Options {
        /// None: nothing is dialled.
        std::vector<base::Address> peers;
        RelayDial dial;
        crypto::SecretKey creation_key;
        /// Of the loops of a relay one watches.
        bool enabled{false};
    };

    static constexpr base::Duration interval = std::chrono::seconds{30};
    /// After the first probe that failed: datagrams are lost, and a relay may restart.
    static constexpr base::Duration retry_interval = std::chrono::seconds{5};
    static constexpr base::Duration answer_patience = std::chrono::seconds{4};

    /// Draws from `random` only where it is enabled.
    PeerWatch(Options options, crypto::SeededRandom& random);

    /// Those that it knew keep their state.
    void set_peers(const std::vector<base::Address>& peers);
    [[nodiscard]] PeerCounts counts() const;

    void handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now);
    [[nodiscard]] bool takes(base::SessionIndex index) const;
    /// Nullopt if no session of this one takes it.
    [[nodiscard]] std::optional<link::DatagramResult> handle_sealed(const wire::SealedHeader& header,
                                                                    base::ByteView datagram, base::LocalTime now);
    void handle_wakeup(base::LocalTime now);
    /// Begins probes that are due. Each change of a peer's state is an event.
    void flush(Outbox& outbox, base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;

  private:
    enum class State : std::uint8_t { unknown = 1, answering, silent, refused };
    struct Peer {
        base::Address at;
        State state{State::unknown};
        base::LocalTime probe_at{};
        std::unique_ptr<Connection> probe{};
        /// Of the probe at work.
        State found{State::unknown};
        /// Probes in a row that failed.
        int failures{0};
        /// The next probe is at the creation door.
        bool asks_identity{false};
    };

    [[nodiscard]] Connection::Options probe_options(const Peer& peer) const;
    void handle(Peer& peer, const Connection::Event& event, base::LocalTime now) const;
    void conclude(Peer& peer, Outbox& outbox, base::LocalTime now) const;

    Options options_;
    crypto::SeededRandom random_;
    std::vector<Peer> peers_;
};

} // namespace plenum::node
