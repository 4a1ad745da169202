// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/peers/peers.h"

namespace plenum::bench {

Run quic_handshake() {
    return std::unexpected(
        "not built in (Debian packages libngtcp2-dev and libngtcp2-crypto-gnutls-dev were not there)");
}

} // namespace plenum::bench
