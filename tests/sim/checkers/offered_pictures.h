// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/api/events.h"

#include <deque>
#include <map>
#include <optional>
#include <set>

namespace plenum::sim {

/// What a session publishes of cameras that it offers in two sizes. Commands say how a message is, publications only
/// that it went out; in between the node may refuse it.
class OfferedPictures {
  public:
    void handle(const node::Command& command) {
        if (const auto* publish = std::get_if<node::Publish>(&command)) {
            pending_[publish->flow].push_back(publish->flags);
        } else if (const auto* offer = std::get_if<node::OfferSizes>(&command)) {
            if (offer->two) offered_.insert(offer->flow);
        }
    }
    void handle(const node::CommandRefused& refused) {
        auto& pending = pending_[refused.flow];
        if (refused.command == node::CommandKind::of<node::Publish>() && !pending.empty()) pending.pop_back();
    }
    /// Of the next publication on this flow; nullopt where it is no camera in two sizes.
    [[nodiscard]] std::optional<wire::MessageFlags> take(base::FlowId flow) {
        auto& pending = pending_[flow];
        if (pending.empty()) return std::nullopt;
        const auto flags = pending.front();
        pending.pop_front();
        return offered_.contains(flow) ? std::optional{flags} : std::nullopt;
    }

  private:
    std::set<base::FlowId> offered_;
    /// Published, and not yet told of.
    std::map<base::FlowId, std::deque<wire::MessageFlags>> pending_;
};

} // namespace plenum::sim
