// SPDX-License-Identifier: Apache-2.0
#include "media/recording/disk_space.h"

#include <string>
#include <system_error>

namespace plenum::media {
namespace {

std::string megabytes(std::uint64_t bytes) { return std::to_string(bytes >> 20U) + " MB"; }

} // namespace

std::optional<std::uint64_t> DiskSpace::free_of(const std::filesystem::path& path) {
    std::error_code failed;
    auto folder = path.parent_path();
    if (folder.empty()) folder = ".";
    const auto space = std::filesystem::space(folder, failed);
    return failed ? std::nullopt : std::optional<std::uint64_t>{space.available};
}

Result<void> DiskSpace::check_begin(const std::filesystem::path& path) const {
    const auto left = free(path);
    if (!left || *left >= free_begin_min) return {};
    return media_error(MediaError::Kind::bad_file, "There is too little space for a recording: " + megabytes(*left) +
                                                       " are free, " + megabytes(free_begin_min) + " are needed.");
}

Result<void> DiskSpace::check(const std::filesystem::path& path) const {
    const auto left = free(path);
    if (!left || *left >= free_min) return {};
    return media_error(MediaError::Kind::bad_file,
                       "The recording ended, for the disk is nearly full: " + megabytes(*left) +
                           " are free. What was recorded until then is kept.");
}

bool DiskSpace::has(std::uint64_t bytes, const std::filesystem::path& path) const {
    const auto left = free(path);
    return !left || *left >= free_min + bytes;
}

} // namespace plenum::media
