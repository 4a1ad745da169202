// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/log.h"

#include <nlohmann/json.hpp>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <string>

namespace plenum::app {

namespace {

spdlog::level::level_enum to_spdlog(LogLevel level) {
    switch (level) {
    case LogLevel::error: return spdlog::level::err;
    case LogLevel::warning: return spdlog::level::warn;
    case LogLevel::info: return spdlog::level::info;
    case LogLevel::debug: return spdlog::level::debug;
    }
    return spdlog::level::info;
}

} // namespace

Log::Log(LogLevel level, bool json)
    : logger_{std::make_shared<spdlog::logger>("plenumd", std::make_shared<spdlog::sinks::stderr_sink_st>())},
      json_{json} {
    logger_->set_level(to_spdlog(level));
    logger_->flush_on(spdlog::level::debug);
    constexpr auto* time = "%Y-%m-%dT%H:%M:%S.%eZ";
    const auto pattern =
        json ? std::string{R"({"time":")"} + time + R"(","level":"%l","text":%v})" : std::string{time} + " %l %v";
    logger_->set_pattern(pattern, spdlog::pattern_time_type::utc);
}

void Log::write(LogLevel level, std::string_view text) const {
    const auto line =
        json_ ? nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) : std::string{text};
    logger_->log(to_spdlog(level), "{}", line);
}

} // namespace plenum::app
