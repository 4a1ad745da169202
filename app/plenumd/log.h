// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenumd/config.h"

#include <memory>
#include <string_view>

namespace spdlog {
class logger;
}

namespace plenum::app {

/// plenumd's log on standard error, one line an event: when, how grave, what. Neither names nor addresses of people
/// belong into it.
class Log {
  public:
    Log(LogLevel level, bool json);

    void error(std::string_view text) const { write(LogLevel::error, text); }
    void warning(std::string_view text) const { write(LogLevel::warning, text); }
    void info(std::string_view text) const { write(LogLevel::info, text); }
    void debug(std::string_view text) const { write(LogLevel::debug, text); }

  private:
    void write(LogLevel level, std::string_view text) const;

    std::shared_ptr<spdlog::logger> logger_;
    bool json_;
};

} // namespace plenum::app
