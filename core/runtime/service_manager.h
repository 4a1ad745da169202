// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/runtime/net/descriptor.h"

#include <optional>
#include <string>
#include <string_view>

namespace plenum::runtime {

/// Tells a service manager how a service does (sd_notify(3): lines of NAME=VALUE in a datagram to $NOTIFY_SOCKET).
/// libsystemd was the alternative: it brings four compression libraries and libgcrypt into a process that holds keys,
/// for what is one `sendto`; its own manual page offers the protocol for that.
class ServiceManager {
  public:
    /// From the environment, which is left as it is. Without a manager every call does nothing.
    [[nodiscard]] static ServiceManager from_environment();

    /// Lines such as `READY=1`, joined by '\n'. Never waits: what the manager does not take is lost.
    void tell(std::string_view lines) const;
    /// How often the manager wants to hear `WATCHDOG=1` of this process at the least; absent if it does not.
    [[nodiscard]] std::optional<base::Duration> watchdog() const { return watchdog_; }
    [[nodiscard]] bool there() const { return !path_.empty(); }

  private:
    Descriptor socket_;
    /// Of the socket; begins with a zero where it is abstract.
    std::string path_;
    std::optional<base::Duration> watchdog_;
};

/// Whether a descriptor leads into systemd's journal, which then wants `<N>` before each line and has the time itself
/// ($JOURNAL_STREAM, systemd.exec(5)).
[[nodiscard]] bool leads_to_journal(int descriptor);

} // namespace plenum::runtime
