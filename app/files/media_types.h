// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace plenum::app {

/// By the end of its name; "application/octet-stream" for others. It is told to others and believed by nobody.
[[nodiscard]] std::string media_type_of(std::string_view file_name);

} // namespace plenum::app
