// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/token/table.h"

#include <algorithm>
#include <map>
#include <set>

namespace plenum::node {

/// Numbers of a member's own messages, flow by flow, so that a release can name the last that count.
class SentMessages {
  public:
    /// Of the next message on this flow.
    [[nodiscard]] base::SequenceNumber take_number(base::FlowId flow) {
        auto& last = last_[flow];
        return last = last.next();
    }
    /// On each flow of the token, ascending.
    [[nodiscard]] std::vector<token::LastSent> last_of(const token::Token& token) const {
        std::vector<token::LastSent> last;
        for (const auto flow : std::set(token.flows.begin(), token.flows.end())) {
            const auto found = last_.find(flow);
            last.push_back({flow, found == last_.end() ? base::SequenceNumber{} : found->second});
        }
        return last;
    }

    /// A message was accepted from the application and gets its number later.
    void defer(base::FlowId flow) { ++deferred_[flow]; }
    /// All of them have their numbers, or were refused.
    void handle_deferred() { deferred_.clear(); }
    [[nodiscard]] bool defers(const token::Token& token) const {
        return std::ranges::any_of(token.flows, [this](base::FlowId flow) { return deferred_.contains(flow); });
    }

    /// The last messages of this grant were named: nothing more is sent by it.
    void close(base::TokenId token, base::TokenEpoch epoch) { closed_.insert_or_assign(token, epoch); }
    /// The entry that would have named them did not come to be.
    void reopen(base::TokenId token) { closed_.erase(token); }
    void reopen_all() { closed_.clear(); }
    [[nodiscard]] bool is_closed(base::TokenId token, base::TokenEpoch epoch) const {
        const auto found = closed_.find(token);
        return found != closed_.end() && found->second == epoch;
    }

  private:
    std::map<base::FlowId, base::SequenceNumber> last_;
    std::map<base::FlowId, std::size_t> deferred_;
    std::map<base::TokenId, base::TokenEpoch> closed_;
};

} // namespace plenum::node
