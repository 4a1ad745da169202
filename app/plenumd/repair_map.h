// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/relay_repairs.h"

#include <span>
#include <string>

namespace plenum::app {

/// Who repairs whom between the relays of each conference (docs/guide-operator.md, Repair map): a relay says what it
/// sees itself. No names, addresses or content.
[[nodiscard]] std::string repairs_json(std::span<const node::RelayRepairs> seen);
/// The same as a picture. What several relays say of the same tree is drawn as one.
[[nodiscard]] std::string repairs_svg(std::span<const node::RelayRepairs> seen);

inline constexpr auto json_content_type = "application/json";
inline constexpr auto svg_content_type = "image/svg+xml";

} // namespace plenum::app
