// SPDX-License-Identifier: Apache-2.0
// Alone in its file: whoever does not call it does not link sodium_init, and with it the system's entropy.
#include "core/crypto/initialise.h"

#include <sodium.h>

namespace plenum::crypto {

bool initialise() { return sodium_init() >= 0; }

} // namespace plenum::crypto
