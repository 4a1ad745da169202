// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/session.h"
#include "core/cluster/exchange/cluster_flows.h"

#include <tuple>
#include <utility>
#include <variant>

namespace plenum::app {

/// What finds no room is lost, and sent again where it matters.
inline void post_command(client::Session& session, cluster::Command command) {
    if (auto* message = std::get_if<node::Publish>(&command))
        std::ignore = session.publish(std::move(*message));
    else if (const auto* create = std::get_if<node::CreateFlow>(&command))
        std::ignore = session.act(*create);
    else if (const auto* close = std::get_if<node::CloseFlow>(&command))
        std::ignore = session.act(*close);
}

} // namespace plenum::app
