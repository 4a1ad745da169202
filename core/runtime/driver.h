// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/core.h"
#include "core/runtime/net/udp_socket.h"
#include "core/runtime/store/store_writer.h"

#include <expected>
#include <memory>
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

/// Takes a node through its contract, one turn at a time: what is to be kept goes to the store's writer, datagrams
/// leave, then the application is told. Nothing waits for the disk: a node speaks of what is kept once it was told so
/// (RelayOptions::stored).
class Driver {
  public:
    /// Where nothing is kept, `store` and `writer` are null. All must outlive the driver.
    Driver(Core& core, Store* store, std::unique_ptr<StoreWriter> writer, Sink& sink);

    /// Gives the store's conferences to the node; those that cannot be used are set aside with a notice. Before the
    /// first `handle`; from then on the writer has the store.
    void restore(base::LocalTime now);
    /// Tells the node what was kept, when the writer woke and after `wake`.
    void handle_kept(base::LocalTime now);
    /// Commits what waits. Nothing is kept any more.
    void end_writing() { writer_.reset(); }
    /// One input; its outputs wait for `finish_turn`.
    void handle(const node::Input& input, base::LocalTime now);
    /// The same, but datagrams leave from `socket` as soon as enough are gathered.
    void handle(const node::Input& input, base::LocalTime now, UdpSocket& socket);
    /// Sends what the socket takes, tells.
    void finish_turn(UdpSocket& socket, base::LocalTime now);
    /// When `handle_kept` and `handle(WakeUp{})` are wanted.
    [[nodiscard]] base::LocalTime wake() const;
    /// Datagrams that a turn gathers: more leave in longer runs to one address, and the first wait longer for the last.
    static constexpr std::size_t turn_datagrams_max = 256;
    /// Enough is gathered that the turn should be finished.
    [[nodiscard]] bool turn_full() const { return outgoing_.size() >= turn_datagrams_max; }

    /// How long commits took, and what else the store counts.
    [[nodiscard]] TimeHistogram commits() const { return writer_ ? writer_->commits() : TimeHistogram{}; }
    [[nodiscard]] Store::Counters store_counters() const { return writer_ ? writer_->counters() : Store::Counters{}; }

  private:
    /// `socket` null: nothing is sent yet.
    std::expected<void, node::ContractError> take(const node::Input& input, base::LocalTime now,
                                                  UdpSocket* socket = nullptr);
    /// Everything that the node says, up to when it wants to be woken.
    void drain(base::LocalTime now, UdpSocket* socket);
    void send(UdpSocket& socket);
    void restore(base::ConferenceHandle conference, base::LocalTime now);
    /// Whether the node takes it.
    [[nodiscard]] bool give_back(Store::Loaded loaded, base::LocalTime now);
    void keep(StoreItem item, base::LocalTime now);

    Core& core_;
    Store* store_;
    Sink& sink_;
    base::LocalTime wake_{base::local_time_max};
    std::vector<OutgoingDatagram> outgoing_;
    std::vector<node::Event> events_;
    /// Being told; both keep their memory.
    std::vector<node::Event> told_;
    std::unique_ptr<StoreWriter> writer_;
};

} // namespace plenum::runtime
