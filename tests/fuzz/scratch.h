// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"

#include <filesystem>
#include <string_view>

/// Files of bodies whose code reads files: in a folder of this process, gone with it unless it fails.
namespace plenum::fuzz {

[[nodiscard]] std::filesystem::path scratch_file(std::string_view name);
void write_scratch(const std::filesystem::path& file, base::ByteView contents);

} // namespace plenum::fuzz
