// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/crypto/passphrase.h"

#include <expected>
#include <filesystem>
#include <optional>
#include <string>

/// The file that holds a device's identity: a bare seed, or one that a passphrase keeps (core/crypto/passphrase.h).
namespace plenum::runtime {

/// Where the device's own lies: `identity.key` in the user's configuration folder.
[[nodiscard]] std::expected<std::filesystem::path, std::string> device_identity_file();

/// A line without its end, from a descriptor that whoever started this program opened (`--passphrase-fd`).
[[nodiscard]] std::expected<std::string, std::string> read_passphrase(int descriptor);

struct IdentityFailure {
    enum class Kind : std::uint8_t {
        file = 1,              ///< missing where it must be there, somebody else's, damaged, not to be written
        passphrase_needed = 2, ///< the file is kept by one, and none was given
        passphrase_wrong = 3,  ///< or the file was altered
        no_passphrase = 4,     ///< one was given for a file that none keeps
        no_memory = 5,
    };
    Kind kind{Kind::file};
    /// For people: what happened and what to do.
    std::string sentence;
};

/// As `load_or_create_seed`; a file that is made anew has no passphrase, whatever was given.
[[nodiscard]] std::expected<base::Seed, IdentityFailure> load_identity(const std::filesystem::path& file,
                                                                       const std::optional<std::string>& passphrase);

/// Sets, changes or removes the passphrase of a file that is there. The file is the old one or the new one, whole, also
/// when power fails meanwhile. An empty `now` is refused: it would keep nothing.
struct PassphraseChange {
    std::optional<std::string> before;
    std::optional<std::string> now;
    crypto::PassphraseCost cost{};
};
[[nodiscard]] std::expected<void, IdentityFailure> change_passphrase(const std::filesystem::path& file,
                                                                     const PassphraseChange& change);
/// False too where there is no such file.
[[nodiscard]] bool has_passphrase(const std::filesystem::path& file);

} // namespace plenum::runtime
