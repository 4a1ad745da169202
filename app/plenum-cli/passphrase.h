// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace plenum::cli {

/// Asked for at the terminal, which shows nothing of it. Error where there is no terminal; it names the option by which
/// to give it.
[[nodiscard]] std::expected<std::string, std::string> ask_passphrase(const std::string& question,
                                                                     std::string_view option);

} // namespace plenum::cli
