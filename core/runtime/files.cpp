// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/files.h"

#include "core/runtime/entropy.h"

#include <fcntl.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

namespace plenum::runtime {

namespace {

using std::filesystem::path;

std::unexpected<std::string> fault(const path& where, std::string_view what, int error) {
    return std::unexpected(where.string() + " " + std::string{what} + ": " + std::strerror(error) + ".");
}

std::expected<path, std::string> xdg_folder(const char* variable, const char* under_home) {
    // The specification has relative paths ignored.
    if (const auto* set = std::getenv(variable); set != nullptr && path{set}.is_absolute()) return path{set} / "plenum";
    if (const auto* home = std::getenv("HOME"); home != nullptr && path{home}.is_absolute())
        return path{home} / under_home / "plenum";
    if (const auto* user = ::getpwuid(::getuid()); user != nullptr && path{user->pw_dir}.is_absolute())
        return path{user->pw_dir} / under_home / "plenum";
    return std::unexpected("There is no home folder: set HOME or " + std::string{variable} + ".");
}

std::expected<base::Bytes, std::string> read_open(const path& file, int descriptor, std::size_t bytes_max) {
    base::Bytes contents(bytes_max + 1);
    std::size_t size = 0;
    while (size < contents.size()) {
        const auto got = ::read(descriptor, contents.data() + size, contents.size() - size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return fault(file, "cannot be read", errno);
        if (got == 0) break;
        size += static_cast<std::size_t>(got);
    }
    if (size > bytes_max)
        return std::unexpected(file.string() + " is longer than " + std::to_string(bytes_max) + " bytes.");
    contents.resize(size);
    return contents;
}

/// A pipe without a writer would keep the caller waiting.
Descriptor open_unblocked(const path& file) {
    return Descriptor{::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)};
}

/// Of this user, and closed to all others.
std::expected<void, std::string> check_own(const path& file, int descriptor) {
    struct stat about{};
    if (::fstat(descriptor, &about) != 0) return fault(file, "cannot be read", errno);
    if (!S_ISREG(about.st_mode)) return std::unexpected(file.string() + " is no file, and a key's is needed there.");
    if (about.st_uid != ::geteuid())
        return std::unexpected(file.string() + " belongs to another user; a key must be one's own.");
    if ((about.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return std::unexpected(file.string() + " can be read or written by other users, so the key may be known: if " +
                               "it is yours and nobody read it, run \"chmod 600\" on it; else take another key.");
    return {};
}

std::expected<base::Seed, std::string> read_seed(const path& file, int descriptor) {
    if (const auto own = check_own(file, descriptor); !own) return std::unexpected(own.error());
    const auto contents = read_open(file, descriptor, base::Seed::size);
    const auto seed = contents ? base::Seed::from(*contents) : std::nullopt;
    if (seed && !seed->is_zero()) return *seed;
    const auto size = std::to_string(base::Seed::size);
    const auto what = seed ? "all of its " + size + " bytes are zero, which is no key."
                           : "it should hold " + size + " bytes of a key.";
    return std::unexpected(file.string() + " is damaged: " + what +
                           " Restore it from a backup, or move it away to get a new key, which nobody knows.");
}

} // namespace

std::expected<path, std::string> config_folder() { return xdg_folder("XDG_CONFIG_HOME", ".config"); }
std::expected<path, std::string> data_folder() { return xdg_folder("XDG_DATA_HOME", ".local/share"); }
std::expected<path, std::string> state_folder() { return xdg_folder("XDG_STATE_HOME", ".local/state"); }

std::expected<void, std::string> make_folder(const path& folder) {
    std::error_code error;
    const auto is_new = std::filesystem::create_directories(folder, error);
    if (error) return std::unexpected("Folder " + folder.string() + " cannot be made: " + error.message() + ".");
    if (is_new) std::filesystem::permissions(folder, std::filesystem::perms::owner_all, error);
    if (!std::filesystem::is_directory(folder, error))
        return std::unexpected(folder.string() + " is no folder, and one is needed there.");
    return {};
}

std::expected<base::Bytes, std::string> read_whole(const path& file, std::size_t bytes_max) {
    const Descriptor opened{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
    if (!opened.valid()) return fault(file, "cannot be read", errno);
    return read_open(file, opened.value(), bytes_max);
}

std::expected<base::Bytes, std::string> read_regular(const path& file, std::size_t bytes_max) {
    const auto opened = open_unblocked(file);
    if (!opened.valid()) return fault(file, "cannot be read", errno);
    struct stat about{};
    if (::fstat(opened.value(), &about) != 0) return fault(file, "cannot be read", errno);
    if (S_ISDIR(about.st_mode)) return std::unexpected(file.string() + " is a folder, and a file is needed there.");
    if (!S_ISREG(about.st_mode))
        return std::unexpected(file.string() + " is a pipe or a device, and an ordinary file is needed there.");
    return read_open(file, opened.value(), bytes_max);
}

std::expected<base::Bytes, std::string> read_private(const path& file, std::size_t bytes_max) {
    const auto opened = open_unblocked(file);
    if (!opened.valid()) return fault(file, "cannot be read", errno);
    if (const auto own = check_own(file, opened.value()); !own) return std::unexpected(own.error());
    return read_open(file, opened.value(), bytes_max);
}

std::expected<base::Seed, std::string> load_or_create_seed(const path& file) {
    if (const auto existing = open_unblocked(file); existing.valid()) return read_seed(file, existing.value());
    if (errno != ENOENT) return fault(file, "cannot be read", errno);
    if (const auto made = make_folder(file.parent_path()); !made) return std::unexpected(made.error());
    const auto seed = draw_seed();
    if (!seed) return seed;
    const auto beside = write_beside(file, seed->view());
    if (!beside) return std::unexpected(beside.error());
    // Unlike rename, link does not put it over another's.
    const auto linked = ::link(beside->c_str(), file.c_str()) == 0;
    const auto error = errno;
    ::unlink(beside->c_str());
    if (!linked && error != EEXIST) return fault(file, "cannot be written", error);
    sync_folder(file.parent_path());
    const auto written = open_unblocked(file);
    if (!written.valid()) return fault(file, "cannot be read", errno);
    return read_seed(file, written.value());
}

std::expected<FolderLock, std::string> FolderLock::take(const path& folder) {
    const auto name = folder / "lock";
    Descriptor file{::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR)};
    if (!file.valid()) return fault(folder, "cannot be written", errno);
    if (::flock(file.value(), LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) return std::unexpected(folder.string() + " is in use by another process.");
        return fault(name, "cannot be locked", errno);
    }
    return FolderLock{std::move(file)};
}

} // namespace plenum::runtime
