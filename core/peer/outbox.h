// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/io.h"
#include "core/base/ring.h"
#include "core/link/link.h"

#include <utility>
#include <vector>

namespace plenum::node {

/// What the parts of a node want done, in order, until `Node::poll` hands it out. What a store must keep stands before
/// what promises it, since both are pushed in order.
class Outbox {
  public:
    explicit Outbox(bool trace) : trace_{trace} {}

    void transmit(const base::Address& to, base::Bytes datagram);
    /// Made where it waits: most of what goes through here are events.
    template <class T>
    void event(T event) {
        add_event(std::move(event));
    }
    void push(Output&& output);
    /// The event is made only where somebody wants traces.
    template <class Make>
    void trace(Make&& make) {
        if (trace_) push(base::TraceEvent{std::forward<Make>(make)()});
    }

    [[nodiscard]] bool traces() const { return trace_; }
    [[nodiscard]] bool empty() const { return outputs_.empty(); }
    /// Precondition: not empty.
    [[nodiscard]] Output& front() { return outputs_.front(); }
    Output pop();

    /// Memory for a datagram, of one that is gone if there is any.
    [[nodiscard]] base::Bytes spare();
    void reuse(base::Bytes memory);
    /// Everything that `link` has to send now.
    void transmit_all(link::Link& link, base::LocalTime now);

  private:
    /// Compiled once, in outbox.cpp, for each alternative of `Event`.
    template <class T>
    void add_event(T&& event);
    template <class Choice>
    struct EventAdders;

    /// What a turn of the loop sends at a time (runtime/driver.h) and a little more: 400 kB.
    static constexpr std::size_t spare_max = 320;

    bool trace_;
    base::Ring<Output> outputs_;
    std::vector<base::Bytes> spare_;
};

} // namespace plenum::node
