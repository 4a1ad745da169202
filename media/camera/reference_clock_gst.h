// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "media/error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace plenum::media {

/// A clock in the network that the machines of a camera cluster read.
class ReferenceClock {
  public:
    /// IEEE 1588-2008 over UDP, on all interfaces. GStreamer's helper program needs the right to use ports below 1024.
    struct Ptp {
        std::uint8_t domain{0};
    };
    /// A net clock of GStreamer, such as `ReferenceClockServer`.
    struct Net {
        /// As all machines name it: another name counts as another clock.
        std::string host;
        std::uint16_t port{0};
        /// While the host has no address, it is looked for so often.
        base::Duration search_interval{std::chrono::seconds{10}};
    };
    using Source = std::variant<Ptp, Net>;

    /// Begins to follow it, also where a net clock's host is not known yet. Errors: missing_element, no_device.
    [[nodiscard]] static Result<std::unique_ptr<ReferenceClock>> open(const Source& source);
    virtual ~ReferenceClock() = default;

    struct Reading {
        /// Names the clock: of PTP the grandmaster and the domain.
        std::uint64_t id{0};
        /// Ahead of `local_now`.
        base::Duration ahead{};
    };
    /// Nullopt until this machine is in step with it. Of a net clock also while its server has not answered for ten
    /// seconds. To be called several times a second.
    [[nodiscard]] virtual std::optional<Reading> read() = 0;
};

/// This machine's clock, for others that read it as `ReferenceClock::Net`, until it is destroyed.
class ReferenceClockServer {
  public:
    /// `port`: 0 for any that is free. Errors: no_device.
    [[nodiscard]] static Result<std::unique_ptr<ReferenceClockServer>> start(std::uint16_t port);
    virtual ~ReferenceClockServer() = default;
    [[nodiscard]] virtual std::uint16_t port() const = 0;
};

} // namespace plenum::media
