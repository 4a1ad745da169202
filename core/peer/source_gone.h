// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/state.h"
#include "core/tag/subscriber.h"

namespace plenum::node {

/// Whether a subscription to this source can get nothing any more: the flow was closed, or its publisher left.
[[nodiscard]] inline bool is_gone(const log::State& state, tag::Subscriber::Source source) {
    const bool left = source.second.value() != 0 && state.find(source.second) == nullptr;
    return left || state.find_open(source.first) == nullptr;
}

} // namespace plenum::node
