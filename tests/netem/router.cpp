// SPDX-License-Identifier: Apache-2.0
#include "tests/netem/router.h"

#include <algorithm>
#include <utility>

namespace plenum::netem {

namespace {

constexpr std::size_t ip_header_bytes_min = 20;
constexpr std::size_t protocol_offset = 9;
constexpr std::size_t destination_offset = 16;
constexpr std::uint8_t protocol_udp = 17;
constexpr std::size_t udp_checksum_offset = 6;
constexpr std::size_t udp_header_bytes = 8;

std::optional<Ipv4> destination(base::ByteView packet) {
    if (packet.size() < ip_header_bytes_min || packet[0] >> 4 != 4) return std::nullopt;
    Ipv4 address{};
    std::copy_n(packet.begin() + destination_offset, address.size(), address.begin());
    return address;
}

} // namespace

Router::Router(std::vector<std::pair<std::string, Ipv4>> ports, std::uint64_t seed) : random_{seed} {
    for (auto& [name, address] : ports) {
        const auto up = random_.next();
        const auto down = random_.next();
        ports_.push_back({std::move(name), address, Link{up}, Link{down}});
    }
}

void Router::handle_packet(std::size_t port, base::ByteView packet, LocalTime now) {
    const auto to = destination(packet);
    const auto receiver = std::ranges::find_if(ports_, [&](const Port& each) { return to && each.address == *to; });
    if (receiver == ports_.end()) {
        counters_.unroutable += 1;
        return;
    }
    const auto index = static_cast<std::size_t>(receiver - ports_.begin());
    enter(ports_[port].up, index, true, {packet.begin(), packet.end()}, now);
}

void Router::enter(Link& link, std::size_t port, bool through_down, const base::Bytes& packet, LocalTime now) {
    const auto passages = link.offer(packet.size(), now);
    for (const auto& passage : passages) {
        if (pending_.size() >= packets_max) {
            counters_.overflow += 1;
            continue;
        }
        auto copy = packet;
        if (passage.corrupt) corrupt(copy, random_);
        pending_.push({passage.at, order_++, port, through_down, std::move(copy)});
    }
}

std::optional<Delivery> Router::poll(LocalTime now) {
    while (!pending_.empty() && pending_.top().at <= now) {
        auto due = pending_.top();
        pending_.pop();
        if (due.through_down) {
            enter(ports_[due.port].down, due.port, false, due.packet, due.at);
            continue;
        }
        const auto late = now - due.at;
        counters_.late_max = std::max(counters_.late_max, late);
        return Delivery{due.port, std::move(due.packet), late};
    }
    return std::nullopt;
}

std::optional<LocalTime> Router::wake_up() const {
    if (pending_.empty()) return std::nullopt;
    return pending_.top().at;
}

void corrupt(base::Bytes& packet, base::Random& random) {
    const auto header = static_cast<std::size_t>(packet[0] & 0x0f) * 4;
    auto first = header;
    if (packet[protocol_offset] == protocol_udp && packet.size() > header + udp_header_bytes) {
        packet[header + udp_checksum_offset] = 0;
        packet[header + udp_checksum_offset + 1] = 0;
        first = header + udp_header_bytes;
    }
    if (first >= packet.size()) return;
    const auto place = first + random.below(packet.size() - first);
    packet[place] = static_cast<std::uint8_t>(packet[place] ^ 1U << random.below(8));
}

} // namespace plenum::netem
