// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/file/content.h"
#include "core/runtime/files.h"

#include <expected>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace plenum::app {

/// Why something could not be done with a file.
enum class FileFault : std::uint8_t {
    not_found = 1,
    no_file, ///< a folder or a device
    empty,
    too_large,
    not_readable,
    not_writable,
    disk_full,
    too_many, ///< the store holds as much as it may
    exists,   ///< there is a file of that name already
    changed,  ///< while it was read
};
[[nodiscard]] std::string sentence_of(FileFault fault);
/// Of a call that failed.
[[nodiscard]] FileFault fault_of(int error, FileFault otherwise);

/// Contents in a folder that only this program reads and that goes with it. A program that was killed leaves its
/// folder; the next one removes it.
class FileStore : public file::Store {
  public:
    /// All contents together, those on their way counted whole.
    static constexpr std::uint64_t bytes_max = 1024ULL * 1024 * 1024;

    /// In a folder of its own below `parent`, made anew.
    [[nodiscard]] static std::expected<std::unique_ptr<FileStore>, std::string>
    open(const std::filesystem::path& parent);
    ~FileStore() override;

    [[nodiscard]] std::optional<base::Bytes> read(const file::Content& content, std::uint64_t offset,
                                                  std::size_t count) override;
    [[nodiscard]] bool write(const file::Content& content, std::uint64_t offset, base::ByteView bytes) override;
    void drop(const file::Content& content) override;

    /// Takes over a file that lies in `folder`, under the name of its content.
    [[nodiscard]] std::optional<FileFault> adopt(const file::Content& content, const std::filesystem::path& file);
    [[nodiscard]] bool has_room(std::uint64_t bytes) const { return bytes_ + bytes <= bytes_max; }
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    [[nodiscard]] std::filesystem::path path_of(const file::Content& content) const;
    struct Place {
        std::filesystem::path path;
        /// In place of a file of that name.
        bool over{false};
        bool read_only{false};
    };
    /// A copy for the person; from any thread. Nobody sees a part of it under that name.
    [[nodiscard]] std::optional<FileFault> save(const file::Content& content, const Place& place) const;

  private:
    FileStore(std::filesystem::path folder, runtime::FolderLock lock)
        : folder_{std::move(folder)},
          lock_{std::move(lock)} {}

    std::filesystem::path folder_;
    runtime::FolderLock lock_;
    /// Bytes that each counts.
    std::map<file::Content, std::uint64_t> contents_;
    std::uint64_t bytes_{0};
};

} // namespace plenum::app
