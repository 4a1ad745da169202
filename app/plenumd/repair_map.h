// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/relay_repairs.h"

#include <span>
#include <string>

namespace plenum::app {

/// Who repairs whom between the relays of each conference, as a picture (docs/guide-operator.md, Repair map). What
/// several relays say of the same tree is drawn as one.
[[nodiscard]] std::string repairs_svg(std::span<const node::RelayRepairs> seen);

inline constexpr auto svg_content_type = "image/svg+xml";

} // namespace plenum::app
