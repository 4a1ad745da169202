// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/relay_repairs.h"

#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plenum::app {

/// What relays say of their repairs, as numbers and, in `words`, as sentences for people (docs/guide-operator.md,
/// Repair map). No names, addresses or content.
[[nodiscard]] std::string repairs_json(std::span<const node::RelayRepairs> seen);
/// The reverse, without regard to `words`. The error is a sentence.
[[nodiscard]] std::expected<std::vector<node::RelayRepairs>, std::string> read_repairs_json(std::string_view text);

inline constexpr auto json_content_type = "application/json";

} // namespace plenum::app
