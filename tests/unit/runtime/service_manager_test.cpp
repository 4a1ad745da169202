// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/service_manager.h"

#include "core/runtime/metrics/time_histogram.h"
#include "tests/unit/runtime/temporary_folder.h"

#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cstdlib>
#include <cstring>
#include <numeric>

namespace plenum::runtime {
namespace {

class ServiceManagerTest : public testing::Test {
  protected:
    ~ServiceManagerTest() override {
        for (const auto* name : {"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "JOURNAL_STREAM"})
            ::unsetenv(name);
    }
    /// Takes what a manager is told; `name` may begin with '@'.
    void listen(const std::string& name) {
        ASSERT_EQ(::setenv("NOTIFY_SOCKET", name.c_str(), 1), 0);
        heard_ = Descriptor{::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0)};
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path, name.data(), name.size());
        if (name[0] == '@') address.sun_path[0] = '\0';
        const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
        ASSERT_EQ(::bind(heard_.value(), reinterpret_cast<const sockaddr*>(&address), size), 0);
    }
    std::string hear() const {
        std::array<char, 256> text{};
        const auto size = ::recv(heard_.value(), text.data(), text.size(), 0);
        return size < 0 ? std::string{} : std::string{text.data(), static_cast<std::size_t>(size)};
    }
    static std::optional<base::Duration> watchdog_with(const char* interval, const char* pid) {
        ::setenv("WATCHDOG_USEC", interval, 1);
        ::setenv("WATCHDOG_PID", pid, 1);
        return ServiceManager::from_environment().watchdog();
    }

    TemporaryFolder folder_;
    Descriptor heard_;
};

TEST_F(ServiceManagerTest, says_nothing_where_nobody_listens) {
    const auto manager = ServiceManager::from_environment();
    EXPECT_FALSE(manager.there());
    EXPECT_FALSE(manager.watchdog().has_value());
    manager.tell("READY=1");
}

TEST_F(ServiceManagerTest, tells_a_socket_in_a_folder) {
    listen(folder_ / "notify");
    const auto manager = ServiceManager::from_environment();
    EXPECT_TRUE(manager.there());
    manager.tell("READY=1\nSTATUS=here");
    EXPECT_EQ(hear(), "READY=1\nSTATUS=here");
}

TEST_F(ServiceManagerTest, tells_an_abstract_socket) {
    listen("@plenum-test-" + std::to_string(::getpid()));
    ServiceManager::from_environment().tell("STOPPING=1");
    EXPECT_EQ(hear(), "STOPPING=1");
}

TEST_F(ServiceManagerTest, never_waits_for_a_manager_that_does_not_read) {
    listen(folder_ / "notify");
    const auto manager = ServiceManager::from_environment();
    for (int time = 0; time < 10'000; ++time)
        manager.tell("WATCHDOG=1");
    EXPECT_EQ(hear(), "WATCHDOG=1");
}

TEST_F(ServiceManagerTest, passes_over_places_that_are_none) {
    for (const auto* name : {"", "x", "relative/path", "/", "@"}) {
        ::setenv("NOTIFY_SOCKET", name, 1);
        EXPECT_FALSE(ServiceManager::from_environment().there()) << name;
    }
    ::setenv("NOTIFY_SOCKET", ("/" + std::string(200, 'x')).c_str(), 1);
    EXPECT_FALSE(ServiceManager::from_environment().there());
}

TEST_F(ServiceManagerTest, knows_the_watchdog_that_is_meant_for_this_process) {
    listen(folder_ / "notify");
    const auto own = std::to_string(::getpid());
    EXPECT_EQ(watchdog_with("30000000", own.c_str()), std::chrono::seconds{30});
    EXPECT_EQ(watchdog_with("30000000", ""), std::chrono::seconds{30});
    EXPECT_FALSE(watchdog_with("30000000", "1").has_value());
    for (const auto* wrong : {"0", "", "-3", "12x", "99999999999999999999", "99999999999999"})
        EXPECT_FALSE(watchdog_with(wrong, own.c_str()).has_value()) << wrong;
}

TEST_F(ServiceManagerTest, knows_the_journal_by_device_and_inode) {
    EXPECT_FALSE(leads_to_journal(STDERR_FILENO));
    struct stat status{};
    ASSERT_EQ(::fstat(STDERR_FILENO, &status), 0);
    const auto name = std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino);
    ::setenv("JOURNAL_STREAM", name.c_str(), 1);
    EXPECT_TRUE(leads_to_journal(STDERR_FILENO));
    ::setenv("JOURNAL_STREAM", (name + "0").c_str(), 1);
    EXPECT_FALSE(leads_to_journal(STDERR_FILENO));
    ::setenv("JOURNAL_STREAM", "junk", 1);
    EXPECT_FALSE(leads_to_journal(STDERR_FILENO));
}

TEST(TimeHistogram, puts_each_time_below_its_bound) {
    TimeHistogram times;
    times.add({});
    times.add(TimeHistogram::bounds.front());
    times.add(TimeHistogram::bounds.front() + base::Duration{1});
    times.add(std::chrono::hours{1});
    EXPECT_EQ(times.counts.front(), 2U);
    EXPECT_EQ(times.counts[1], 1U);
    EXPECT_EQ(times.counts.back(), 1U);
    EXPECT_EQ(std::accumulate(times.counts.begin(), times.counts.end(), std::uint64_t{}), 4U);
    EXPECT_EQ(times.sum, std::chrono::hours{1} + 2 * TimeHistogram::bounds.front() + base::Duration{1});
    EXPECT_TRUE(std::ranges::is_sorted(TimeHistogram::bounds));
}

} // namespace
} // namespace plenum::runtime
