// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/secret.h"

#include <sodium.h>

namespace plenum::crypto {

void wipe(base::MutableByteView bytes) { sodium_memzero(bytes.data(), bytes.size()); }

} // namespace plenum::crypto
