// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/entropy.h"

#include "core/crypto/initialise.h"

#include <sys/random.h>

#include <cerrno>
#include <cstring>
#include <span>

namespace plenum::runtime {

std::expected<base::Seed, std::string> draw_seed() {
    if (!crypto::initialise()) return std::unexpected("This system gives no random numbers, so no key can be made.");
    base::Seed seed;
    std::span<std::uint8_t> rest{seed.bytes};
    while (!rest.empty()) {
        const auto got = ::getrandom(rest.data(), rest.size(), 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0)
            return std::unexpected(std::string{"This system gives no random numbers, so no key can be made: "} +
                                   std::strerror(errno) + ".");
        rest = rest.subspan(static_cast<std::size_t>(got));
    }
    return seed;
}

} // namespace plenum::runtime
