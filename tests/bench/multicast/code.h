// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tree/fec/erasure_code.h"

#include <cstddef>
#include <memory>

namespace plenum::bench::multicast {

/// Null if this build has no erasure code, or none for blocks of this size.
[[nodiscard]] std::unique_ptr<tree::ErasureCode> make_code(std::size_t source_symbols);

} // namespace plenum::bench::multicast
