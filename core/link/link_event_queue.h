// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ring.h"
#include "core/link/link_events.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>

namespace plenum::link {

/// Events that the owner of a link has not polled for.
class LinkEventQueue {
  public:
    /// Fragments nobody polled for.
    static constexpr std::size_t events_max = 4096;

    void push(LinkEvent&& event) {
        // The others are few, and must not be lost.
        const bool many =
            std::holds_alternative<FragmentReceived>(event) || std::holds_alternative<RelayedFragmentReceived>(event) ||
            std::holds_alternative<FragmentGivenUp>(event) || std::holds_alternative<FragmentDropped>(event) ||
            std::holds_alternative<TreePacketReceived>(event);
        if (events_.size() >= events_max && many) {
            ++dropped_;
            return;
        }
        events_.push_back(std::move(event));
    }
    [[nodiscard]] bool empty() const { return events_.empty(); }
    /// Precondition: not empty.
    [[nodiscard]] LinkEvent pop() { return events_.pop_front(); }
    /// Events that found no room.
    [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

  private:
    base::Ring<LinkEvent> events_;
    std::uint64_t dropped_{0};
};

} // namespace plenum::link
