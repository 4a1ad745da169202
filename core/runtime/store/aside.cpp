// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/store/aside.h"

#include "core/runtime/files.h"

#include <array>
#include <system_error>

namespace plenum::runtime {

namespace {

/// What SQLite keeps beside a file; these move first.
constexpr std::array companions{"-wal", "-shm", "-journal"};
constexpr int names_max = 1000;

/// The first name that nothing has; the last of them if all are taken.
std::filesystem::path free_name(const std::filesystem::path& file) {
    auto target = file.string() + ".aside";
    std::error_code error;
    for (int number = 2; std::filesystem::exists(target, error) && number < names_max; ++number)
        target = file.string() + ".aside-" + std::to_string(number);
    return target;
}

/// Nothing to rename is well, too.
std::error_code rename(const std::string& from, const std::string& to) {
    std::error_code error;
    if (!std::filesystem::exists(std::filesystem::symlink_status(from, error))) return {};
    std::filesystem::rename(from, to, error);
    return error;
}

} // namespace

std::expected<std::filesystem::path, std::string> move_aside(const std::filesystem::path& file) {
    const auto target = free_name(file);
    std::error_code error;
    if (std::filesystem::exists(target, error)) return std::unexpected("no name is left for it");
    std::size_t moved = 0;
    while (moved < companions.size() && !error) {
        error = rename(file.string() + companions[moved], target.string() + companions[moved]);
        moved += error ? 0 : 1;
    }
    if (!error) error = rename(file.string(), target.string());
    if (!error) {
        sync_folder(file.parent_path());
        return target;
    }
    while (moved > 0) {
        --moved;
        (void)rename(target.string() + companions[moved], file.string() + companions[moved]);
    }
    return std::unexpected(error.message());
}

std::expected<void, std::string> remove_whole(const std::filesystem::path& file) {
    std::error_code error;
    std::filesystem::remove(file, error);
    if (error) return std::unexpected(error.message());
    for (const auto* companion : companions)
        std::filesystem::remove(file.string() + companion, error);
    if (error) return std::unexpected(error.message());
    sync_folder(file.parent_path());
    return {};
}

} // namespace plenum::runtime
