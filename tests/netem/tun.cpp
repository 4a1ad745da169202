// SPDX-License-Identifier: Apache-2.0
#include "tests/netem/tun.h"

#include <cerrno>
#include <cstring>

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace plenum::netem {

namespace {

constexpr const char* device_name = "net0";
/// Packets that the kernel holds while the emulator is busy; its default of 500 drops without a word.
constexpr int device_queue_packets = 10'000;

std::unexpected<std::string> failed(const std::string& step) {
    return std::unexpected{step + ": " + std::strerror(errno)};
}

ifreq request(const char* name) {
    ifreq result{};
    std::strncpy(result.ifr_name, name, IFNAMSIZ - 1);
    return result;
}

void put_address(sockaddr& place, std::uint32_t network_order) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = network_order;
    std::memcpy(&place, &address, sizeof address);
}

bool bring_up(int control, const char* name) {
    auto flags = request(name);
    if (ioctl(control, SIOCGIFFLAGS, &flags) < 0) return false;
    flags.ifr_flags = static_cast<short>(flags.ifr_flags | IFF_UP | IFF_RUNNING);
    return ioctl(control, SIOCSIFFLAGS, &flags) >= 0;
}

std::expected<void, std::string> configure(const TunOptions& options) {
    const Descriptor control{socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
    if (!control.valid()) return failed("socket");
    auto mtu = request(device_name);
    mtu.ifr_mtu = options.mtu;
    if (ioctl(control.get(), SIOCSIFMTU, &mtu) < 0) return failed("setting the MTU");
    auto queue = request(device_name);
    queue.ifr_qlen = device_queue_packets;
    if (ioctl(control.get(), SIOCSIFTXQLEN, &queue) < 0) return failed("setting the queue length");
    auto address = request(device_name);
    std::uint32_t network_order{};
    std::memcpy(&network_order, options.address.data(), sizeof network_order);
    put_address(address.ifr_addr, network_order);
    if (ioctl(control.get(), SIOCSIFADDR, &address) < 0) return failed("setting the address");
    auto mask = request(device_name);
    put_address(mask.ifr_netmask, htonl(~0U << (32 - options.prefix_bits)));
    if (ioctl(control.get(), SIOCSIFNETMASK, &mask) < 0) return failed("setting the network mask");
    if (!bring_up(control.get(), device_name)) return failed("bringing the device up");
    if (!bring_up(control.get(), "lo")) return failed("bringing the loopback up");
    return {};
}

std::expected<Descriptor, std::string> make_device(const TunOptions& options) {
    Descriptor tun{open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC)};
    if (!tun.valid()) return failed("opening /dev/net/tun");
    auto device = request(device_name);
    device.ifr_flags = IFF_TUN | IFF_NO_PI;
    if (ioctl(tun.get(), TUNSETIFF, &device) < 0) return failed("making the TUN device");
    if (const auto configured = configure(options); !configured) return std::unexpected{configured.error()};
    return tun;
}

} // namespace

Descriptor::~Descriptor() {
    if (value_ >= 0) close(value_);
}

std::expected<Descriptor, std::string> open_tun(const TunOptions& options) {
    const Descriptor home{open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC)};
    const Descriptor there{open(("/run/netns/" + options.network_namespace).c_str(), O_RDONLY | O_CLOEXEC)};
    if (!home.valid() || !there.valid()) return failed("opening the namespace " + options.network_namespace);
    if (setns(there.get(), CLONE_NEWNET) < 0) return failed("entering the namespace " + options.network_namespace);
    auto device = make_device(options);
    if (setns(home.get(), CLONE_NEWNET) < 0) return failed("leaving the namespace " + options.network_namespace);
    return device;
}

} // namespace plenum::netem
