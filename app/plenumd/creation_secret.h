// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenumd/config_file.h"

#include <expected>
#include <filesystem>
#include <optional>
#include <string>

namespace plenum::app {

/// A secret in a configuration that everyone may read.
[[nodiscard]] std::optional<ConfigMistake> wrong_with_secrecy(const ParsedConfig& parsed,
                                                              const std::filesystem::path& file);

/// `create_secret`, or what stands in `create_secret_file` without the newline at its end. Refuses a file that everyone
/// may read.
[[nodiscard]] std::expected<std::string, std::string> creation_secret(const Config& config);

} // namespace plenum::app
