// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/events.h"

#include <nlohmann/json.hpp>

namespace plenum::cli {

using Json = nlohmann::ordered_json;

/// One event as an object: `event` is its name in snake_case, then its fields. Bodies of chat messages stand as text,
/// other bodies as their length.
[[nodiscard]] Json to_json(const client::Event& event);

/// "open", "lobby" or "closed", as events name them.
[[nodiscard]] std::optional<base::Admission> admission_of(std::string_view name);

} // namespace plenum::cli
