// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"

#include <string>

namespace plenum::node {

/// Where a relay can be reached; `host` as links name it.
struct RelayPlace {
    std::string host;
    base::Address address;
    friend bool operator==(const RelayPlace&, const RelayPlace&) = default;
};

} // namespace plenum::node
