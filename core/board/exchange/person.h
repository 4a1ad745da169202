// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/board/ids.h"

namespace plenum::board {

/// The number of the person with this key: the same at every member, and after every return. Two keys with the same
/// first bytes count as one person, who may then change each other's work.
[[nodiscard]] inline PersonIndex person_of(const base::IdentityKey& key) {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < sizeof number; ++i)
        number = number << 8 | key.bytes[i];
    return PersonIndex{number};
}

} // namespace plenum::board
