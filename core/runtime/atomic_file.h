// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"

#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>

/// Files that are written whole. For media too, which need nothing else from here. Errors are one sentence for people.
namespace plenum::runtime {

/// Who may read a new file.
enum class Readers : std::uint8_t {
    owner = 1, ///< mode 0600
    umask = 2, ///< mode 0666 without the bits of the process's umask
};

/// Makes names in a folder as lasting as the files are, where the system can.
void sync_folder(const std::filesystem::path& folder);

/// The contents in a new file in the folder of `file`, synced, under a name that nobody can foresee. Gives its path.
[[nodiscard]] std::expected<std::filesystem::path, std::string>
write_beside(const std::filesystem::path& file, base::ByteView contents, Readers readers = Readers::owner);

/// The whole file anew or not at all, also when power fails: written beside, synced, renamed. A symbolic link stays,
/// and the file that it names is replaced. A device, a pipe and an open file (/dev/stdout) are written to as they are.
[[nodiscard]] std::expected<void, std::string>
write_atomically(const std::filesystem::path& file, base::ByteView contents, Readers readers = Readers::owner);

} // namespace plenum::runtime
