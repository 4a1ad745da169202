// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/udp_socket.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <net/if.h>
#include <netinet/in.h>
#include <netinet/udp.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <array>
#include <cstring>

// What only the batched path does: runs of datagrams as one message (UDP_SEGMENT, UDP_GRO).

namespace plenum::runtime {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

constexpr auto loopback = base::Address::v4(127, 0, 0, 1, 0);

UdpSocket open() { return UdpSocket::open({.bind = loopback}).value(); }

/// One for which the kernel joins what it can, before anything came.
UdpSocket open_joining() {
    auto socket = open();
    const int yes = 1;
    EXPECT_EQ(::setsockopt(socket.descriptor(), SOL_UDP, UDP_GRO, &yes, sizeof yes), 0);
    return socket;
}

bool kernel_cuts_runs() {
    const auto socket = open();
    int size = 0;
    socklen_t length = sizeof size;
    return ::getsockopt(socket.descriptor(), SOL_UDP, UDP_SEGMENT, &size, &length) == 0;
}

base::Bytes datagram(std::size_t number, std::size_t size) {
    base::Bytes bytes(size, static_cast<std::uint8_t>(size));
    bytes[0] = static_cast<std::uint8_t>(number);
    return bytes;
}

std::vector<base::Bytes> take(UdpSocket& socket, std::size_t count) {
    std::vector<base::Bytes> result;
    pollfd waited{socket.descriptor(), POLLIN, 0};
    while (result.size() < count && (socket.pending() > 0 || ::poll(&waited, 1, 2000) == 1)) {
        for (const auto& each : socket.receive())
            result.emplace_back(each.bytes.begin(), each.bytes.end());
    }
    return result;
}

/// Sizes of the messages in which the kernel brings datagrams to a socket that joins them.
std::vector<std::size_t> message_sizes(const UdpSocket& socket, std::size_t bytes) {
    std::vector<std::size_t> sizes;
    std::array<std::uint8_t, 65536> buffer{};
    pollfd waited{socket.descriptor(), POLLIN, 0};
    for (std::size_t sum = 0; sum < bytes && ::poll(&waited, 1, 2000) == 1; sum += sizes.back()) {
        const auto size = ::recv(socket.descriptor(), buffer.data(), buffer.size(), 0);
        if (size < 0) break;
        sizes.push_back(static_cast<std::size_t>(size));
    }
    return sizes;
}

class DatagramRuns : public testing::Test {
  protected:
    void SetUp() override {
        if (!kernel_cuts_runs()) GTEST_SKIP() << "this kernel does not cut runs of datagrams";
    }
};

TEST_F(DatagramRuns, give_the_kernel_neighbours_of_one_size_as_one_message) {
    auto sender = open();
    const auto receiver = open_joining();
    for (const auto size : std::array<std::size_t, 7>{100, 100, 60, 60, 60, 100, 7})
        sender.send({receiver.local(), datagram(0, size)});
    EXPECT_EQ(sender.flush(), UdpSocket::Flushed::all);
    EXPECT_EQ(sender.counters().sent, 7U);
    // A shorter one ends its run, a longer one begins the next.
    EXPECT_THAT(message_sizes(receiver, 487), ElementsAre(260, 120, 107));
}

TEST_F(DatagramRuns, are_no_longer_than_a_packet_and_what_the_kernel_cuts) {
    auto sender = open();
    const auto receiver = open_joining();
    for (std::size_t i = 0; i < 70; ++i)
        sender.send({receiver.local(), datagram(i, 10)});
    for (std::size_t i = 0; i < 60; ++i)
        sender.send({receiver.local(), datagram(i, 1200)});
    EXPECT_EQ(sender.flush(), UdpSocket::Flushed::all);
    EXPECT_EQ(sender.counters().refused, 0U);
    EXPECT_THAT(message_sizes(receiver, 700 + 60 * 1200), ElementsAre(640, 60, 54 * 1200, 6 * 1200));
}

TEST_F(DatagramRuns, gather_what_goes_to_each_address_and_keep_its_order) {
    auto sender = open();
    std::array receivers{open(), open()};
    const auto watched = open_joining();
    for (std::size_t i = 0; i < 20; ++i) {
        for (const auto& receiver : receivers)
            sender.send({receiver.local(), datagram(i, 50)});
        sender.send({watched.local(), datagram(i, 50)});
    }
    EXPECT_EQ(sender.flush(), UdpSocket::Flushed::all);
    EXPECT_THAT(message_sizes(watched, 1000), ElementsAre(1000));
    std::vector<base::Bytes> expected;
    for (std::size_t i = 0; i < 20; ++i)
        expected.push_back(datagram(i, 50));
    for (auto& receiver : receivers)
        EXPECT_THAT(take(receiver, 20), ElementsAreArray(expected));
}

TEST_F(DatagramRuns, are_cut_again_on_arrival_and_given_a_batch_at_a_time) {
    auto sender = open();
    auto receiver = open();
    // The first call tells the kernel to join.
    EXPECT_TRUE(receiver.receive().empty());
    for (std::size_t i = 0; i < batch_max + 5; ++i)
        sender.send({receiver.local(), datagram(i, 33)});
    (void)sender.flush();
    pollfd waited{receiver.descriptor(), POLLIN, 0};
    ASSERT_EQ(::poll(&waited, 1, 2000), 1);
    const auto first = receiver.receive();
    ASSERT_EQ(first.size(), batch_max);
    for (std::size_t i = 0; i < batch_max; ++i) {
        EXPECT_EQ(first[i].from, sender.local());
        EXPECT_EQ((base::Bytes{first[i].bytes.begin(), first[i].bytes.end()}), datagram(i, 33));
    }
    EXPECT_EQ(receiver.pending(), 5U);
    EXPECT_EQ(take(receiver, 5).back(), datagram(batch_max + 4, 33));
    EXPECT_EQ(receiver.pending(), 0U);
}

TEST_F(DatagramRuns, of_strangers_too_long_for_us_are_thrown_away_piece_by_piece) {
    auto sender = open();
    auto receiver = open();
    EXPECT_TRUE(receiver.receive().empty());
    for (std::size_t i = 0; i < 3; ++i)
        sender.send({receiver.local(), datagram(i, receive_bytes_max + 1)});
    sender.send({receiver.local(), datagram(9, receive_bytes_max)});
    (void)sender.flush();
    EXPECT_THAT(take(receiver, 1), ElementsAre(datagram(9, receive_bytes_max)));
    EXPECT_EQ(receiver.counters().oversized, 3U);
}

/// A network of its own, whose loopback takes packets of `bytes` only; false where that is not permitted.
bool enter_narrow_path(int bytes) {
    if (::unshare(CLONE_NEWNET) != 0) return false;
    const Descriptor control{::socket(AF_INET, SOCK_DGRAM, 0)};
    ifreq device{};
    std::strcpy(device.ifr_name, "lo");
    device.ifr_mtu = bytes;
    if (::ioctl(control.value(), SIOCSIFMTU, &device) != 0) return false;
    device.ifr_flags = IFF_UP;
    return ::ioctl(control.value(), SIOCSIFFLAGS, &device) == 0;
}

/// Exit status: 0 success, 1 failure, 2 not permitted.
int on_a_narrow_path() {
    if (!enter_narrow_path(800)) return 2;
    auto sender = open();
    auto receiver = open();
    for (std::size_t i = 0; i < 10; ++i)
        sender.send({receiver.local(), datagram(i, 1200)});
    if (sender.flush() != UdpSocket::Flushed::all || sender.counters().refused > 0) return 1;
    const auto taken = take(receiver, 10);
    for (std::size_t i = 0; i < taken.size(); ++i)
        if (taken[i] != datagram(i, 1200)) return 1;
    return taken.size() == 10 ? 0 : 1;
}

/// What is longer than the path is refused and not cut up, alone or in a run; what fits goes on.
int beyond_the_path() {
    if (!enter_narrow_path(1300)) return 2;
    auto sender = open();
    auto receiver = open();
    sender.send({receiver.local(), datagram(0, 1400)});
    sender.send({receiver.local(), datagram(1, 1200)});
    if (sender.flush() != UdpSocket::Flushed::all || sender.counters().refused != 1) return 1;
    for (std::size_t i = 2; i < 5; ++i)
        sender.send({receiver.local(), datagram(i, 1400)});
    sender.send({receiver.local(), datagram(5, 1272)});
    if (sender.flush() != UdpSocket::Flushed::all || sender.counters().refused != 4) return 1;
    const auto taken = take(receiver, 2);
    return taken.size() == 2 && taken[0] == datagram(1, 1200) && taken[1] == datagram(5, 1272) ? 0 : 1;
}

void expect_success_of(int (*act)()) {
    const auto child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) ::_exit(act());
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    if (WEXITSTATUS(status) == 2) GTEST_SKIP() << "a network of one's own needs root";
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(DatagramRuns, go_one_by_one_where_the_path_takes_only_smaller_packets) { expect_success_of(on_a_narrow_path); }

TEST_F(DatagramRuns, are_not_cut_up_by_the_system) { expect_success_of(beyond_the_path); }

} // namespace
} // namespace plenum::runtime
