// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/crypto/keys.h"

namespace plenum::node {

/// Long-term keys of a relay.
struct RelayKeys {
    crypto::IdentityKeyPair identity;
    crypto::ExchangeKeyPair exchange;
    [[nodiscard]] static RelayKeys from(const base::Seed& seed) {
        return {crypto::IdentityKeyPair::from_seed(seed), crypto::ExchangeKeyPair::from_seed(seed)};
    }
};

} // namespace plenum::node
