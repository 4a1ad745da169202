// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/safety_number.h"

#include "core/crypto/hash.h"

#include <algorithm>

namespace plenum::app {
namespace {

constexpr std::size_t group_digits = 5;
constexpr std::size_t group_bytes = 5;
static_assert(safety_number_digits / group_digits * group_bytes <= base::Hash::size);

} // namespace

std::string safety_number(std::vector<base::IdentityKey> identities) {
    if (identities.empty()) return {};
    std::ranges::sort(identities);
    crypto::Hasher hasher;
    hasher.add(base::as_bytes("plenum safety number 1")).add_u64(identities.size());
    for (const auto& identity : identities)
        hasher.add(identity.view());
    const auto hash = hasher.finish();
    std::string digits;
    for (std::size_t group = 0; group < safety_number_digits / group_digits; ++group) {
        std::uint64_t number = 0;
        for (std::size_t byte = 0; byte < group_bytes; ++byte)
            number = number << 8 | hash.bytes[group * group_bytes + byte];
        const auto text = std::to_string(number % 100'000);
        digits += std::string(group_digits - text.size(), '0') + text;
    }
    return digits;
}

std::string short_code(const base::IdentityKey& identity) {
    constexpr std::string_view letters{"0123456789ABCDEFGHJKMNPQRSTVWXYZ"};
    const auto hash = crypto::Hasher{}.add(base::as_bytes("plenum short code 1")).add(identity.view()).finish();
    std::string code;
    for (std::size_t at = 0; at < 4; ++at)
        code += letters[hash.bytes[at] % letters.size()];
    return code;
}

} // namespace plenum::app
