// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/netem/router.h"

#include <expected>
#include <string>
#include <utility>

namespace plenum::netem {

/// A file descriptor that closes itself.
class Descriptor {
  public:
    explicit Descriptor(int value) : value_{value} {}
    Descriptor(Descriptor&& other) noexcept : value_{std::exchange(other.value_, -1)} {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(value_, other.value_);
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor();
    [[nodiscard]] int get() const { return value_; }
    [[nodiscard]] bool valid() const { return value_ >= 0; }

  private:
    int value_;
};

struct TunOptions {
    std::string network_namespace; ///< as `ip netns` names it
    Ipv4 address;
    int prefix_bits{24};
    int mtu{1500};
};

/// Makes the device `net0` in that namespace, gives it the address, and brings it and the loopback up. The descriptor
/// is non-blocking; a read is one outgoing IP packet of the namespace, a write one incoming; the device goes with it.
/// Error: which step failed and why. Needs root.
[[nodiscard]] std::expected<Descriptor, std::string> open_tun(const TunOptions& options);

} // namespace plenum::netem
