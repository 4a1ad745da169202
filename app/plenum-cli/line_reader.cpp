// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/line_reader.h"

#include <fcntl.h>
#include <sys/select.h>
#include <unistd.h>

#include <array>
#include <utility>

namespace plenum::cli {
namespace {

constexpr std::size_t line_bytes_max = 64 * 1024;

} // namespace

std::optional<LineReader> LineReader::open(const std::filesystem::path& path) {
    if (path.empty()) return LineReader{STDIN_FILENO, false};
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return std::nullopt;
    return LineReader{descriptor, true};
}

LineReader::LineReader(LineReader&& other) noexcept
    : descriptor_{std::exchange(other.descriptor_, -1)},
      owned_{std::exchange(other.owned_, false)},
      ended_{other.ended_},
      buffer_{std::move(other.buffer_)} {}

LineReader::~LineReader() {
    if (owned_) ::close(descriptor_);
}

bool LineReader::is_terminal() const { return ::isatty(descriptor_) == 1; }

std::optional<std::string> LineReader::next(base::Duration timeout) {
    for (;;) {
        const auto end = buffer_.find('\n');
        if (end != std::string::npos) {
            auto line = buffer_.substr(0, end);
            buffer_.erase(0, end + 1);
            return line;
        }
        if (ended_ || buffer_.size() >= line_bytes_max) {
            if (buffer_.empty()) return std::nullopt;
            return std::exchange(buffer_, {});
        }
        fd_set readable;
        FD_ZERO(&readable);
        FD_SET(descriptor_, &readable);
        timeval wait{0, static_cast<suseconds_t>(base::to_us(timeout) % 1'000'000)};
        if (::select(descriptor_ + 1, &readable, nullptr, nullptr, &wait) <= 0) return std::nullopt;
        std::array<char, 4096> chunk;
        const auto got = ::read(descriptor_, chunk.data(), chunk.size());
        if (got <= 0)
            ended_ = true;
        else
            buffer_.append(chunk.data(), static_cast<std::size_t>(got));
    }
}

} // namespace plenum::cli
