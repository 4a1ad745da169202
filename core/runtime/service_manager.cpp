// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/service_manager.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>

namespace plenum::runtime {

namespace {

std::string environment(const char* name) {
    const auto* value = std::getenv(name);
    return value == nullptr ? std::string{} : std::string{value};
}

std::optional<std::uint64_t> number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// $WATCHDOG_USEC, if it is meant for this process.
std::optional<base::Duration> wanted_watchdog() {
    const auto pid = environment("WATCHDOG_PID");
    if (!pid.empty() && number(pid) != static_cast<std::uint64_t>(::getpid())) return std::nullopt;
    const auto interval = number(environment("WATCHDOG_USEC"));
    constexpr std::uint64_t us_max = 86'400'000'000;
    if (!interval || *interval == 0 || *interval > us_max) return std::nullopt;
    return std::chrono::microseconds{*interval};
}

} // namespace

ServiceManager ServiceManager::from_environment() {
    ServiceManager result;
    auto path = environment("NOTIFY_SOCKET");
    // A path from the root, or the name of an abstract socket after '@'.
    if (path.size() < 2 || path.size() >= sizeof(sockaddr_un::sun_path) || (path[0] != '/' && path[0] != '@'))
        return result;
    result.socket_ = Descriptor{::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
    if (result.socket_.value() < 0) return result;
    if (path[0] == '@') path[0] = '\0';
    result.path_ = std::move(path);
    result.watchdog_ = wanted_watchdog();
    return result;
}

void ServiceManager::tell(std::string_view lines) const {
    if (path_.empty()) return;
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    std::memcpy(to.sun_path, path_.data(), path_.size());
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path_.size());
    (void)::sendto(socket_.value(), lines.data(), lines.size(), MSG_NOSIGNAL | MSG_DONTWAIT,
                   reinterpret_cast<const sockaddr*>(&to), size);
}

bool leads_to_journal(int descriptor) {
    const auto stream = environment("JOURNAL_STREAM");
    const auto colon = stream.find(':');
    if (colon == std::string::npos) return false;
    const auto device = number(std::string_view{stream}.substr(0, colon));
    const auto inode = number(std::string_view{stream}.substr(colon + 1));
    struct stat status{};
    return device && inode && ::fstat(descriptor, &status) == 0 && status.st_dev == *device && status.st_ino == *inode;
}

} // namespace plenum::runtime
