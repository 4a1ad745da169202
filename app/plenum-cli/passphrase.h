// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <string>

namespace plenum::cli {

/// Asked for at the terminal, which shows nothing of it. Error where there is no terminal.
[[nodiscard]] std::expected<std::string, std::string> ask_passphrase(const std::string& question);

} // namespace plenum::cli
