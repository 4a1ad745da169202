// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <string>
#include <vector>

namespace plenum::app {

/// Decimal digits of a safety number: about 2^100 of them, beyond anyone's search for a second key that fits.
inline constexpr std::size_t safety_number_digits = 30;

/// A number that people compare over another channel: the same for all who see the same set of keys, in whatever order.
/// BLAKE2b-256 over a label, the count and the sorted keys; each five digits are five bytes of it modulo 100 000 (as
/// Signal's do). Empty without a key.
[[nodiscard]] std::string safety_number(std::vector<base::IdentityKey> identities);

/// A few characters of a key's hash, in letters and digits that are not taken for one another (Crockford's base 32): 20
/// bits, which whoever wants to can meet by trying keys.
[[nodiscard]] std::string short_code(const base::IdentityKey& identity);

} // namespace plenum::app
