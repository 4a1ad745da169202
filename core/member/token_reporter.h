// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/peer/outbox.h"
#include "core/peer/token_tracer.h"

#include <set>
#include <vector>

namespace plenum::node {

/// Collects what entries did to tokens until the application is to be told.
class TokenReporter {
  public:
    /// `state` outlives it, and is that after each entry.
    TokenReporter(const log::State& state, Outbox& outbox) : state_{state}, outbox_{outbox} {}

    /// The log begins with a checkpoint.
    void begin();
    void handle(const log::Applied& applied) { untold_.insert(applied.tokens.begin(), applied.tokens.end()); }
    /// How tokens stand that changed since. `cause` may be null.
    [[nodiscard]] std::vector<TokenChanged> take_changes(const std::shared_ptr<const TokenChanged::Cause>& cause);
    /// `begins`: the entry is the checkpoint that the log begins with.
    void trace(const log::Applied& applied, bool begins);

  private:
    [[nodiscard]] base::LogPosition position() const { return base::LogPosition{state_.size.value() - 1}; }

    const log::State& state_;
    Outbox& outbox_;
    /// Tokens that the application does not know the state of.
    std::set<base::TokenId> untold_;
    TokenTracer tracer_;
};

} // namespace plenum::node
