// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/session.h"

#include <filesystem>
#include <optional>
#include <string>

namespace plenum::cli {

/// `plenum-cli identity`: what keeps the device's key.
struct IdentityOptions {
    /// Empty: the device's own.
    std::filesystem::path file;
    std::optional<int> passphrase_fd;
    std::optional<int> new_passphrase_fd;
    bool set_passphrase{false};
    bool remove_passphrase{false};
    bool json{false};
};

/// Exit status.
[[nodiscard]] int run_identity(const IdentityOptions& options);

/// Fills in the passphrase where the key needs one: from the descriptor, else asked for. Error: one sentence.
[[nodiscard]] std::expected<void, std::string> unlock(client::Identity& identity, std::optional<int> passphrase_fd);

} // namespace plenum::cli
