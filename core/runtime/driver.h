// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/core.h"
#include "core/runtime/store.h"
#include "core/runtime/time_histogram.h"
#include "core/runtime/udp_socket.h"

#include <expected>
#include <string>
#include <vector>

namespace plenum::runtime {

/// Where what a node tells goes. Called on the loop's thread, never while the node is being asked.
class Sink {
  public:
    Sink() = default;
    Sink(const Sink&) = delete;
    Sink& operator=(const Sink&) = delete;
    virtual ~Sink() = default;
    virtual void handle_event(node::Event event) = 0;
    virtual void handle_notice(StoreNotice notice) = 0;
};

/// Takes a node through its contract, one turn at a time, and keeps the order that its promises need: first everything
/// that is to be kept becomes durable, then datagrams leave, then the application is told.
class Driver {
  public:
    /// `store` may be null where nothing is kept. All must outlive the driver.
    Driver(Core& core, Store* store, Sink& sink);

    /// Gives the store's conferences to the node; those that cannot be used are set aside with a notice. Before the
    /// first `handle`.
    void restore(base::LocalTime now);
    /// One input; its outputs wait for `finish_turn`.
    void handle(const node::Input& input, base::LocalTime now);
    /// The same, but datagrams leave from `socket` as soon as enough are gathered, if nothing is to be kept before.
    void handle(const node::Input& input, base::LocalTime now, UdpSocket& socket);
    /// Stores, sends what the socket takes, tells.
    void finish_turn(UdpSocket& socket, base::LocalTime now);
    /// When `handle(WakeUp{})` is wanted.
    [[nodiscard]] base::LocalTime wake() const;
    /// Datagrams that a turn gathers: more leave in longer runs to one address, and the first wait longer for the last.
    static constexpr std::size_t turn_datagrams_max = 256;
    /// Enough is gathered that the turn should be finished.
    [[nodiscard]] bool turn_full() const { return outgoing_.size() >= turn_datagrams_max; }

    /// How long commits took.
    [[nodiscard]] const TimeHistogram& commits() const { return commits_; }

  private:
    /// `socket` null: nothing is sent yet.
    std::expected<void, node::ContractError> take(const node::Input& input, base::LocalTime now,
                                                  UdpSocket* socket = nullptr);
    void send(UdpSocket& socket);
    void commit(base::LocalTime now);

    Core& core_;
    Store* store_;
    Sink& sink_;
    base::LocalTime wake_{base::local_time_max};
    std::vector<OutgoingDatagram> outgoing_;
    std::vector<node::Event> events_;
    TimeHistogram commits_;
};

} // namespace plenum::runtime
