// SPDX-License-Identifier: Apache-2.0
#include "app/files/file_import.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace plenum::app {

std::expected<std::unique_ptr<FileImport>, FileFault> FileImport::open(const std::filesystem::path& file,
                                                                       FileStore& store) {
    // Without waiting, where it is a pipe.
    runtime::Descriptor from{::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (!from.valid()) return std::unexpected{fault_of(errno, FileFault::not_readable)};
    struct stat about{};
    if (::fstat(from.value(), &about) != 0) return std::unexpected{FileFault::not_readable};
    if (!S_ISREG(about.st_mode)) return std::unexpected{FileFault::no_file};
    const auto bytes = static_cast<std::uint64_t>(about.st_size);
    if (bytes == 0) return std::unexpected{FileFault::empty};
    if (bytes > file::limits::content_bytes_max) return std::unexpected{FileFault::too_large};
    if (!store.has_room(bytes)) return std::unexpected{FileFault::too_many};
    std::unique_ptr<FileImport> import{new FileImport{store, std::move(from), bytes}};
    auto copy = (store.folder() / "import-XXXXXX").string();
    import->to_ = runtime::Descriptor{::mkostemp(copy.data(), O_CLOEXEC)};
    if (!import->to_.valid()) return std::unexpected{fault_of(errno, FileFault::not_writable)};
    import->copy_ = copy;
    return import;
}

FileImport::~FileImport() {
    std::error_code ignored;
    if (!copy_.empty()) std::filesystem::remove(copy_, ignored);
}

std::expected<std::optional<file::Content>, FileFault> FileImport::step() {
    base::Bytes block(static_cast<std::size_t>(std::min<std::uint64_t>(step_bytes, bytes_ - done_)));
    const auto got = ::read(from_.value(), block.data(), block.size());
    if (got < 0 && errno == EINTR) return std::optional<file::Content>{};
    if (got < 0) return std::unexpected{FileFault::not_readable};
    if (got == 0) return std::unexpected{FileFault::changed};
    base::ByteView left{block.data(), static_cast<std::size_t>(got)};
    hasher_.add(left);
    done_ += left.size();
    while (!left.empty()) {
        const auto written = ::write(to_.value(), left.data(), left.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return std::unexpected{fault_of(errno, FileFault::not_writable)};
        left = left.subspan(static_cast<std::size_t>(written));
    }
    if (done_ < bytes_) return std::optional<file::Content>{};
    const file::Content content{hasher_.finish(), bytes_};
    if (const auto fault = store_.adopt(content, copy_)) return std::unexpected{*fault};
    copy_.clear();
    return std::optional{content};
}

} // namespace plenum::app
