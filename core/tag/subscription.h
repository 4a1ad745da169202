// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <optional>

namespace plenum::tag {

/// Where a stream is thinned (push-pull §2.2, Proxy-Mode-1 to 3).
enum class ProxyPlace : std::uint8_t {
    subscriber = 1, ///< the subscriber gets everything and drops what it does not want
    publisher = 2,  ///< the publisher sends no more than anybody asks for; the relay thins for those who ask for less
    relay = 3,      ///< the relay in front of the subscriber
};

/// What a subscriber wants of one tag, or of one publisher's part of it.
struct Subscription {
    /// Messages a second; absent is as many as are published. 0 is none: the subscriber pulls.
    std::optional<std::uint32_t> rate_hz;
    ProxyPlace place{ProxyPlace::relay};
    /// Of a camera that is sent in two sizes, the small one is enough.
    bool small{false};

    /// As if nothing had been said.
    [[nodiscard]] bool is_everything() const { return !rate_hz && !small; }
    friend bool operator==(const Subscription&, const Subscription&) = default;
};

} // namespace plenum::tag
