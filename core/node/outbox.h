// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/node/node.h"

#include <deque>
#include <utility>

namespace plenum::node {

/// What the parts of a node want done, in order, until `Node::poll` hands it out. What a store must keep stands before
/// what promises it, since both are pushed in order.
class Outbox {
  public:
    explicit Outbox(bool trace) : trace_{trace} {}

    void transmit(const base::Address& to, base::Bytes datagram) { push(Transmit{to, std::move(datagram)}); }
    void event(Event event) { push(std::move(event)); }
    void push(Output output) { outputs_.push_back(std::move(output)); }
    /// The event is made only where somebody wants traces.
    template <class Make>
    void trace(Make&& make) {
        if (trace_) push(base::TraceEvent{std::forward<Make>(make)()});
    }

    [[nodiscard]] bool traces() const { return trace_; }
    [[nodiscard]] bool empty() const { return outputs_.empty(); }
    Output pop() {
        auto output = std::move(outputs_.front());
        outputs_.pop_front();
        return output;
    }

  private:
    bool trace_;
    std::deque<Output> outputs_;
};

} // namespace plenum::node
