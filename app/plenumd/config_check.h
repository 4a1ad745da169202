// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenumd/config_file.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace plenum::app {

/// What would keep a folder from being used, or made.
[[nodiscard]] std::optional<std::string> wrong_with_folder(const std::filesystem::path& folder);
/// What would keep these plug-ins from being used. Loads them, so that their code runs.
[[nodiscard]] std::optional<std::string> wrong_with_plugins(const std::vector<std::filesystem::path>& places);
/// The same of a relay's data: also folders that others may write into, its key, and conferences whose key is not
/// there.
[[nodiscard]] std::optional<std::string> wrong_with_data(const std::filesystem::path& data);

/// What in files, folders and addresses would keep plenumd from running with this configuration, as the user who asks.
[[nodiscard]] std::vector<ConfigMistake> check_surroundings(const ParsedConfig& parsed);

} // namespace plenum::app
