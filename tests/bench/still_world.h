// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/node/node.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

/// A relay and members in one process, without sockets and in virtual time: what they do is the same in each run, to
/// the instruction, so it can be counted. Datagrams arrive at once and none is lost.
namespace plenum::bench {

class StillWorld {
  public:
    /// Assembles a conference of `members`, beside `idle` others of one member each; aborts if one of them takes more
    /// than ten seconds of its time.
    explicit StillWorld(std::size_t members, std::size_t idle = 0);

    /// The first member publishes a message on its first flow of `kind`, and all is delivered.
    void publish(base::FlowKind kind, std::size_t bytes);
    /// So many in one turn of the node, as a loop gives them.
    void publish_together(base::FlowKind kind, std::size_t bytes, std::size_t count);
    void pass(base::Duration time);

    /// Messages that reached members.
    [[nodiscard]] std::uint64_t received() const { return received_; }
    /// Sealed datagrams that the relay sent, acknowledgements too.
    [[nodiscard]] std::uint64_t relay_datagrams() const { return relay_datagrams_; }
    /// All members but the first subscribe to a flow of this kind.
    void subscribe(base::FlowKind kind, const tag::Subscription& wanted);
    enum class Watched : std::uint8_t { relay = 1, members = 2, all = 3 };
    /// Called before and after all that the watched do.
    std::function<void(bool begins)> watch;
    Watched watched{Watched::relay};

  private:
    struct Peer {
        base::Address address;
        std::unique_ptr<node::Node> node;
        base::LocalTime wake{base::local_time_max};
        bool joined{false};
        bool clock{false};
        std::size_t present{0};
        std::map<base::FlowKind, base::FlowId> flows;
    };
    struct InFlight {
        base::Address from;
        base::Address to;
        base::Bytes bytes;
    };

    void open_relay();
    void prepare(Peer& peer, std::size_t number);
    /// One makes a conference, and all join it.
    void assemble(std::span<Peer> members);
    void handle(Peer& peer, const node::Input& input);
    void handle_watched(Peer& peer, const node::Input& input);
    void take(Peer& peer, const node::Input& input);
    void poll(Peer& peer);
    void note(Peer& peer, node::Event& event);
    void deliver();
    [[nodiscard]] std::size_t deliver_to_relay(std::size_t first);
    void send(const base::Address& from, const base::Address& to, base::ByteView bytes);
    bool pass_until(const std::function<bool()>& done, base::Duration limit);
    [[nodiscard]] bool complete() const;

    base::LocalTime now_{base::Duration{std::chrono::seconds{100}}};
    Peer relay_;
    std::vector<Peer> members_;
    std::vector<Peer> idle_;
    std::map<base::Address, Peer*> by_address_;
    /// These keep their memory, so that they allocate nothing while the relay is watched.
    std::deque<InFlight> in_flight_;
    std::size_t in_flight_used_{0};
    std::vector<node::DatagramReceived> together_;
    std::optional<node::ConferenceLink> link_;
    std::uint64_t received_{0};
    std::uint64_t relay_datagrams_{0};
};

} // namespace plenum::bench
