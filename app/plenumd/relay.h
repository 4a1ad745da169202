// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenumd/config.h"
#include "app/plenumd/log.h"

#include <expected>
#include <memory>
#include <string>

namespace plenum::app {

/// Everything of a running relay.
class Relay {
  public:
    /// Opens what it needs; error: one sentence.
    [[nodiscard]] static std::expected<Relay, std::string> open(const Config& config, const Log& log, bool json);
    Relay(Relay&&) noexcept;
    Relay& operator=(Relay&&) noexcept;
    ~Relay();

    /// Prints the ready line and serves until SIGINT or SIGTERM; then tells everyone and returns. A second signal ends
    /// it at once.
    void run();

  private:
    struct Impl;
    explicit Relay(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace plenum::app
