// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"

#include <string>
#include <string_view>
#include <vector>

namespace plenum::vectors {

/// The cases of one file of the vectors folder, one a line, split at '|'. Empty if the file is not there.
[[nodiscard]] std::vector<std::vector<std::string>> read_cases(std::string_view file_name);
/// Why a test is skipped whose file is not there.
[[nodiscard]] std::string reason_absent(std::string_view file_name);

[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);
/// Throws away nothing: text that is no hexadecimal fails the test.
[[nodiscard]] base::Bytes unhex(std::string_view text);

} // namespace plenum::vectors
