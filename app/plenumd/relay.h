// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenumd/config_file.h"
#include "app/plenumd/log.h"

#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace plenum::app {

/// Everything of a running relay.
class Relay {
  public:
    /// The configuration as it stands in its file now; what it says wrong.
    using Reload = std::function<std::expected<Config, std::vector<ConfigMistake>>()>;
    struct Options {
        Config config;
        /// The ready line and the log in JSON.
        bool json{false};
        Reload reload;
    };

    /// Opens what it needs; error: one sentence.
    [[nodiscard]] static std::expected<Relay, std::string> open(Options options);
    Relay(Relay&&) noexcept;
    Relay& operator=(Relay&&) noexcept;
    ~Relay();

    /// Prints the ready line and serves until it is told to end: by SIGTERM, with which clients wait for the next one
    /// to go on, or SIGINT, with which their conferences end. A second such signal ends it at once. SIGHUP reads the
    /// configuration again.
    void run();

  private:
    struct Impl;
    explicit Relay(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace plenum::app
