// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/error.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

namespace plenum::media {

/// The room on the disk of a recording.
struct DiskSpace {
    /// Free bytes of the disk that a path is on; nullopt where nobody knows.
    using Free = std::function<std::optional<std::uint64_t>(const std::filesystem::path&)>;
    [[nodiscard]] static std::optional<std::uint64_t> free_of(const std::filesystem::path& path);

    /// With less nothing begins, and with less than the second it ends: other programs need room, too.
    std::uint64_t free_begin_min{std::uint64_t{512} << 20U};
    std::uint64_t free_min{std::uint64_t{128} << 20U};
    Free free{free_of};

    /// Whether there is room to begin, and to go on. Errors: bad_file.
    [[nodiscard]] Result<void> check_begin(const std::filesystem::path& path) const;
    [[nodiscard]] Result<void> check(const std::filesystem::path& path) const;
    /// Whether there is room to go on after so many bytes.
    [[nodiscard]] bool has(std::uint64_t bytes, const std::filesystem::path& path) const;
};

} // namespace plenum::media
