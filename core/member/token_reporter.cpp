// SPDX-License-Identifier: Apache-2.0
#include "core/member/token_reporter.h"

namespace plenum::node {

void TokenReporter::begin() {
    for (const auto& [id, token] : state_.tokens.tokens)
        untold_.insert(id);
}

std::vector<TokenChanged> TokenReporter::take_changes(const std::shared_ptr<const TokenChanged::Cause>& cause) {
    std::vector<TokenChanged> changes;
    for (const auto id : std::exchange(untold_, {})) {
        auto token = std::make_shared<const token::Token>(state_.tokens.at(id));
        changes.push_back({std::move(token), cause, position(), state_.at});
    }
    return changes;
}

void TokenReporter::trace(const log::Applied& applied, bool begins) {
    for (auto& each : begins ? tracer_.begin(state_, position()) : tracer_.handle(applied, state_, position()))
        outbox_.push(std::move(each));
}

} // namespace plenum::node
