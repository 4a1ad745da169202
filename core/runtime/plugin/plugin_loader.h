// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/plugin.h"

#include <expected>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

/// Shared objects of strangers as files (docs/plugins.md). What is loaded runs with all rights of the program, so that
/// nothing is opened that others than its owner could have put there. Errors are sentences for people.
namespace plenum::runtime {

/// Whether this file, or folder, and all folders above it belong to this user or root, and nobody else may write there
/// (but for folders like /tmp, in which each may remove only what is theirs).
[[nodiscard]] std::expected<void, std::string> check_owned(const std::filesystem::path& place);

/// The file itself; of a folder all `*.so` in it, by name.
[[nodiscard]] std::expected<std::vector<std::filesystem::path>, std::string>
plugin_files(const std::filesystem::path& place);

/// Loads it for the rest of the process's life, and gives the descriptors that it shows: of this program's version,
/// each with all that its kind needs and all texts within their bounds.
[[nodiscard]] std::expected<std::span<const base::PluginDescriptor>, std::string>
open_plugin(const std::filesystem::path& file);

} // namespace plenum::runtime
