// SPDX-License-Identifier: Apache-2.0
#include "app/files/file_store.h"

#include "core/runtime/net/descriptor.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <system_error>

namespace plenum::app {
namespace {

using std::filesystem::path;

constexpr std::size_t block_bytes = 256 * 1024;

bool write_all(int to, base::ByteView bytes, std::uint64_t offset) {
    while (!bytes.empty()) {
        const auto written = ::pwrite(to, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(written));
        offset += static_cast<std::uint64_t>(written);
    }
    return true;
}

std::optional<FileFault> copy_all(int from, int to, std::uint64_t bytes) {
    base::Bytes block(block_bytes);
    std::uint64_t done = 0;
    for (;;) {
        const auto got = ::read(from, block.data(), block.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return FileFault::not_readable;
        if (got == 0) break;
        const auto count = static_cast<std::size_t>(got);
        if (!write_all(to, base::ByteView{block}.first(count), done)) return fault_of(errno, FileFault::not_writable);
        done += count;
    }
    return done == bytes ? std::nullopt : std::optional{FileFault::not_readable};
}

/// Other threads make files, too: nothing is changed, not even for a moment.
mode_t own_mask() {
    std::ifstream status{"/proc/self/status"};
    for (std::string word; status >> word;) {
        unsigned mask = 0;
        if (word == "Umask:" && status >> std::oct >> mask) return static_cast<mode_t>(mask);
    }
    return S_IRWXG | S_IRWXO;
}

std::optional<FileFault> put(const std::string& aside, const FileStore::Place& place) {
    const auto* to = place.path.c_str();
    const auto rename = [&]() -> std::optional<FileFault> {
        if (::rename(aside.c_str(), to) == 0) return std::nullopt;
        return fault_of(errno, FileFault::not_writable);
    };
    if (place.over) return rename();
    if (::link(aside.c_str(), to) == 0) {
        ::unlink(aside.c_str());
        return std::nullopt;
    }
    // Some file systems know no links.
    const bool no_links = errno == EPERM || errno == ENOTSUP || errno == EMLINK;
    if (!no_links) return fault_of(errno, FileFault::not_writable);
    struct stat there{};
    return ::lstat(to, &there) == 0 ? std::optional{FileFault::exists} : rename();
}

/// Folders whose programs are no more.
void remove_left_behind(const path& parent) {
    std::error_code error;
    for (std::filesystem::directory_iterator each{parent, error}, end; !error && each != end; each.increment(error)) {
        std::error_code ignored;
        if (each->is_symlink(ignored) || !each->is_directory(ignored)) continue;
        if (runtime::FolderLock::take(each->path())) std::filesystem::remove_all(each->path(), ignored);
    }
}

} // namespace

std::string sentence_of(FileFault fault) {
    switch (fault) {
    case FileFault::not_found: return "There is no such file.";
    case FileFault::no_file: return "That is no file.";
    case FileFault::empty: return "The file is empty.";
    case FileFault::too_large: return "The file is larger than 100 MB.";
    case FileFault::not_readable: return "The file cannot be read.";
    case FileFault::not_writable: return "The file cannot be written there.";
    case FileFault::disk_full: return "The disk is full.";
    case FileFault::too_many: return "The files of this conference are too large together.";
    case FileFault::exists: return "There is a file of this name already.";
    case FileFault::changed: return "The file changed while it was read.";
    }
    return {};
}

FileFault fault_of(int error, FileFault otherwise) {
    if (error == ENOSPC || error == EDQUOT || error == EFBIG) return FileFault::disk_full;
    if (error == ENOENT || error == ENOTDIR) return FileFault::not_found;
    return error == EEXIST ? FileFault::exists : otherwise;
}

std::expected<std::unique_ptr<FileStore>, std::string> FileStore::open(const path& parent) {
    if (const auto made = runtime::make_folder(parent); !made) return std::unexpected{made.error()};
    remove_left_behind(parent);
    auto name = (parent / "call-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) return std::unexpected{parent.string() + " cannot be written."};
    auto lock = runtime::FolderLock::take(name);
    if (!lock) return std::unexpected{lock.error()};
    return std::unique_ptr<FileStore>{new FileStore{path{name}, std::move(*lock)}};
}

FileStore::~FileStore() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

path FileStore::path_of(const file::Content& content) const { return folder_ / base::to_hex(content.hash.view()); }

std::optional<base::Bytes> FileStore::read(const file::Content& content, std::uint64_t offset, std::size_t count) {
    const runtime::Descriptor from{::open(path_of(content).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)};
    if (!from.valid()) return std::nullopt;
    base::Bytes bytes(count);
    std::size_t there = 0;
    while (there < count) {
        const auto got = ::pread(from.value(), bytes.data() + there, count - there, static_cast<off_t>(offset + there));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return std::nullopt;
        there += static_cast<std::size_t>(got);
    }
    return bytes;
}

bool FileStore::write(const file::Content& content, std::uint64_t offset, base::ByteView bytes) {
    if (!contents_.contains(content)) {
        if (!has_room(content.bytes)) return false;
        contents_[content] = content.bytes;
        bytes_ += content.bytes;
    }
    const runtime::Descriptor to{
        ::open(path_of(content).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR)};
    return to.valid() && write_all(to.value(), bytes, offset);
}

void FileStore::drop(const file::Content& content) {
    const auto found = contents_.find(content);
    if (found == contents_.end()) return;
    bytes_ -= found->second;
    contents_.erase(found);
    std::error_code ignored;
    std::filesystem::remove(path_of(content), ignored);
}

std::optional<FileFault> FileStore::adopt(const file::Content& content, const path& file) {
    std::error_code error;
    if (!contents_.contains(content)) {
        if (!has_room(content.bytes)) return FileFault::too_many;
        contents_[content] = content.bytes;
        bytes_ += content.bytes;
    }
    std::filesystem::rename(file, path_of(content), error);
    if (!error) return std::nullopt;
    drop(content);
    return fault_of(error.value(), FileFault::not_writable);
}

/// Written aside, then put in its place wholly or not at all.
std::optional<FileFault> FileStore::save(const file::Content& content, const Place& place) const {
    const runtime::Descriptor from{::open(path_of(content).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)};
    if (!from.valid()) return FileFault::not_readable;
    auto aside = (place.path.parent_path() / ".plenum-XXXXXX").string();
    const runtime::Descriptor to{::mkostemp(aside.data(), O_CLOEXEC)};
    if (!to.valid()) return fault_of(errno, FileFault::not_writable);
    auto fault = copy_all(from.value(), to.value(), content.bytes);
    // As new files of this person are, and never executable.
    if (!fault) {
        constexpr mode_t readers = S_IRUSR | S_IRGRP | S_IROTH;
        constexpr mode_t writers = S_IWUSR | S_IWGRP | S_IWOTH;
        const auto mode = place.read_only ? readers : readers | writers;
        const bool kept = ::fchmod(to.value(), mode & ~own_mask()) == 0 && ::fsync(to.value()) == 0;
        if (!kept) fault = fault_of(errno, FileFault::not_writable);
    }
    if (!fault) fault = put(aside, place);
    if (fault) ::unlink(aside.c_str());
    return fault;
}

} // namespace plenum::app
