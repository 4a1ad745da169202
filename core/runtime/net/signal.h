// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/runtime/net/signal_ends.h"

#include <expected>
#include <string>
#include <utility>

namespace plenum::runtime {

/// A flag with a file descriptor: set by one thread, waited for by another, or by whatever waits for descriptors (an
/// event loop, QSocketNotifier). Setting twice is setting once. Every member may be called by any thread.
class Signal {
  public:
    /// Fails, with a sentence, only when the process is out of descriptors.
    [[nodiscard]] static std::expected<Signal, std::string> create();

    void set() const { raise_signal(ends_); }
    void clear() const { clear_signal(ends_); }
    /// Whether it is set, after waiting at most `timeout` for it. Leaves it set.
    [[nodiscard]] bool wait(base::Duration timeout) const;
    /// Readable while set. To be waited for only, neither read nor closed.
    [[nodiscard]] int descriptor() const { return ends_.read.value(); }

  private:
    explicit Signal(SignalEnds ends) : ends_{std::move(ends)} {}

    SignalEnds ends_;
};

} // namespace plenum::runtime
