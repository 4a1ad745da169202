// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/files/file_store.h"
#include "core/crypto/hash.h"
#include "core/runtime/net/descriptor.h"

#include <expected>
#include <filesystem>
#include <memory>
#include <optional>

namespace plenum::app {

/// Copies a file of the person into the store, step by step, and finds its hash. The copy stays as it is, whatever
/// happens to the file later.
class FileImport {
  public:
    /// Read by one step: some milliseconds.
    static constexpr std::size_t step_bytes = 1024 * 1024;

    /// `store` outlives this.
    [[nodiscard]] static std::expected<std::unique_ptr<FileImport>, FileFault> open(const std::filesystem::path& file,
                                                                                    FileStore& store);
    FileImport(const FileImport&) = delete;
    FileImport& operator=(const FileImport&) = delete;
    ~FileImport();

    /// Reads on. The content once all is there, which ends it; nullopt before.
    [[nodiscard]] std::expected<std::optional<file::Content>, FileFault> step();
    [[nodiscard]] std::uint64_t bytes_done() const { return done_; }
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

  private:
    FileImport(FileStore& store, runtime::Descriptor from, std::uint64_t bytes)
        : store_{store},
          from_{std::move(from)},
          bytes_{bytes} {}

    FileStore& store_;
    runtime::Descriptor from_;
    runtime::Descriptor to_;
    std::filesystem::path copy_;
    std::uint64_t bytes_;
    std::uint64_t done_{0};
    crypto::Hasher hasher_;
};

} // namespace plenum::app
