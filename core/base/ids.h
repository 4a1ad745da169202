// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"

namespace plenum::base {

/// What relays know a conference by: derived from its link, tells nothing of the secret (security.md, Link).
using ConferenceHandle = FixedBytes<struct ConferenceHandleTag, 16>;
/// Ed25519 public key: a device, or a relay's signing key.
using IdentityKey = FixedBytes<struct IdentityKeyTag, 32>;
/// X25519 public key.
using ExchangeKey = FixedBytes<struct ExchangeKeyTag, 32>;
/// Ed25519 signature.
using Signature = FixedBytes<struct SignatureTag, 64>;
/// BLAKE2b-256.
using Hash = FixedBytes<struct HashTag, 32>;
/// Seed of every random draw of one node; the runtime fills it from the system's entropy.
using Seed = FixedBytes<struct SeedTag, 32>;
/// A symmetric key of 32 bytes.
using SecretKey = FixedBytes<struct SecretKeyTag, 32>;

} // namespace plenum::base
