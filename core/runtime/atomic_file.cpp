// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/atomic_file.h"

#include "core/runtime/net/descriptor.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>

namespace plenum::runtime {

namespace {

using std::filesystem::path;
using Written = std::expected<void, std::string>;

/// As many as the kernel follows (path_resolution(7)).
constexpr int links_max = 40;

std::unexpected<std::string> not_written(const path& file, int error) {
    return std::unexpected(file.string() + " cannot be written: " + std::strerror(error) + ".");
}

/// An errno, or 0.
int write_all(int file, base::ByteView contents) {
    while (!contents.empty()) {
        const auto written = ::write(file, contents.data(), contents.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        contents = contents.subspan(static_cast<std::size_t>(written));
    }
    return 0;
}

/// Links there name open files, wherever these are (proc_pid_fd(5)).
bool is_in_proc(const path& file) {
    std::error_code error;
    return std::filesystem::canonical(file.parent_path(), error).string().starts_with("/proc/");
}

/// The file that symbolic links lead to, which need not exist; nullopt for one that is named as an open file.
std::optional<path> target_of(path file) {
    std::error_code error;
    for (int links = 0; links < links_max; ++links) {
        if (!std::filesystem::is_symlink(std::filesystem::symlink_status(file, error))) break;
        if (is_in_proc(file)) return std::nullopt;
        const auto to = std::filesystem::read_symlink(file, error);
        if (error) break;
        file = file.parent_path() / to;
    }
    return file;
}

Written write_in_place(const path& file, base::ByteView contents) {
    const Descriptor opened{::open(file.c_str(), O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC)};
    if (!opened.valid()) return not_written(file, errno);
    if (const auto error = write_all(opened.value(), contents); error != 0) return not_written(file, error);
    return {};
}

Written replace(const path& file, base::ByteView contents, Readers readers) {
    const auto beside = write_beside(file, contents, readers);
    if (!beside) return std::unexpected(beside.error());
    if (::rename(beside->c_str(), file.c_str()) != 0) {
        const auto error = errno;
        ::unlink(beside->c_str());
        return not_written(file, error);
    }
    sync_folder(file.parent_path());
    return {};
}

} // namespace

void sync_folder(const path& folder) {
    const auto* name = folder.empty() ? "." : folder.c_str();
    const Descriptor opened{::open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (opened.valid()) (void)::fsync(opened.value());
}

std::expected<path, std::string> write_beside(const path& file, base::ByteView contents, Readers readers) {
    std::array<std::uint8_t, 8> random{};
    if (::getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size()))
        return not_written(file, errno);
    const auto name = file.string() + "." + base::to_hex(random);
    const mode_t mode = readers == Readers::owner ? 0600 : 0666;
    const Descriptor beside{::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)};
    if (!beside.valid()) return not_written(file, errno);
    auto error = write_all(beside.value(), contents);
    if (error == 0 && ::fsync(beside.value()) != 0) error = errno;
    if (error == 0) return path{name};
    ::unlink(name.c_str());
    return not_written(file, error);
}

Written write_atomically(const path& file, base::ByteView contents, Readers readers) {
    struct stat about{};
    const bool is_there = ::stat(file.c_str(), &about) == 0;
    if (!is_there && errno != ENOENT) return not_written(file, errno);
    const auto target = target_of(file);
    if (!target || (is_there && !S_ISREG(about.st_mode))) return write_in_place(file, contents);
    return replace(*target, contents, readers);
}

} // namespace plenum::runtime
