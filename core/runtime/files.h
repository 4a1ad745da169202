// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/ids.h"
#include "core/runtime/atomic_file.h"
#include "core/runtime/net/descriptor.h"

#include <expected>
#include <filesystem>
#include <string>

/// Files of ours and where they lie (XDG Base Directory Specification 0.8). Errors are one sentence for people.
namespace plenum::runtime {

/// $XDG_CONFIG_HOME/plenum or ~/.config/plenum: settings and keys. Not created by asking.
[[nodiscard]] std::expected<std::filesystem::path, std::string> config_folder();
/// $XDG_STATE_HOME/plenum or ~/.local/state/plenum: what should last but is no setting.
[[nodiscard]] std::expected<std::filesystem::path, std::string> state_folder();

/// $XDG_DATA_HOME/plenum or ~/.local/share/plenum: what a person installs for themselves. Not created by asking.
[[nodiscard]] std::expected<std::filesystem::path, std::string> data_folder();

/// The folder and those above it, readable by its owner alone where it is new.
[[nodiscard]] std::expected<void, std::string> make_folder(const std::filesystem::path& folder);

/// At most `bytes_max` bytes of a file; longer is an error.
[[nodiscard]] std::expected<base::Bytes, std::string> read_whole(const std::filesystem::path& file,
                                                                 std::size_t bytes_max);

/// The same of a regular file only, so that no pipe keeps the caller waiting.
[[nodiscard]] std::expected<base::Bytes, std::string> read_regular(const std::filesystem::path& file,
                                                                   std::size_t bytes_max);

/// The same of a secret; refuses a file that others may read or write, or of another owner.
[[nodiscard]] std::expected<base::Bytes, std::string> read_private(const std::filesystem::path& file,
                                                                   std::size_t bytes_max);

/// The secret seed of a key, made on first use. Refuses a file that others may read or write, of another owner or
/// size, rather than use a key that may be known or make a new one over it. Of several first uses at a time one wins.
[[nodiscard]] std::expected<base::Seed, std::string> load_or_create_seed(const std::filesystem::path& file);

/// Keeps other processes out of a folder as long as it lives (flock on `lock`), also after being killed.
class FolderLock {
  public:
    [[nodiscard]] static std::expected<FolderLock, std::string> take(const std::filesystem::path& folder);

  private:
    explicit FolderLock(Descriptor file) : file_{std::move(file)} {}
    Descriptor file_;
};

} // namespace plenum::runtime
