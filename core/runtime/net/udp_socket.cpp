// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/udp_socket.h"

#include "core/base/limits.h"
#include "core/runtime/net/socket_address.h"

#include <fcntl.h>
#include <netinet/in.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <tuple>
#include <utility>

namespace plenum::runtime {

namespace {

/// About what a turn sends at a time (driver.h).
constexpr std::size_t spent_max = 320;

SocketError to_error(int error, const base::Address& address) {
    const auto where = "UDP " + to_text(address);
    switch (error) {
    case EADDRINUSE: return {SocketError::Kind::address_in_use, where + " is taken by another program."};
    case EADDRNOTAVAIL:
    case EAFNOSUPPORT: return {SocketError::Kind::no_such_address, where + " is no address of this machine."};
    case EACCES:
    case EPERM: return {SocketError::Kind::not_permitted, "Listening on " + where + " is not permitted here."};
    default: return {SocketError::Kind::other, "Listening on " + where + " failed: " + std::strerror(error) + "."};
    }
}

bool set_flags(int socket) {
    const auto flags = ::fcntl(socket, F_GETFL);
    return flags >= 0 && ::fcntl(socket, F_SETFL, flags | O_NONBLOCK) == 0 && ::fcntl(socket, F_SETFD, FD_CLOEXEC) == 0;
}

/// errno or 0.
int prepare(int socket, int family, const SocketOptions& options, const SocketAddress& bind) {
    if (!set_flags(socket)) return errno;
    const int no = 0;
    if (family == AF_INET6 && ::setsockopt(socket, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no) != 0) return errno;
    forbid_fragments(socket, family);
    const int yes = 1;
    if (options.shared && ::setsockopt(socket, SOL_SOCKET, SO_REUSEPORT, &yes, sizeof yes) != 0) return errno;
    // The system gives what it allows; less is slower, not wrong.
    (void)::setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &options.buffer_bytes, sizeof options.buffer_bytes);
    (void)::setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &options.buffer_bytes, sizeof options.buffer_bytes);
    return ::bind(socket, bind.get(), bind.size) == 0 ? 0 : errno;
}

} // namespace

std::expected<UdpSocket, SocketError> UdpSocket::open(const SocketOptions& options) {
    const auto family = is_v4(options.bind) ? AF_INET : AF_INET6;
    const auto bind = to_socket_address(options.bind, family).value_or(SocketAddress{});
    Descriptor descriptor{::socket(family, SOCK_DGRAM, 0)};
    const auto error = descriptor.valid() ? prepare(descriptor.value(), family, options, bind) : errno;
    if (family == AF_INET6 && is_any(options.bind) && (error == EAFNOSUPPORT || error == EADDRNOTAVAIL)) {
        auto without_v6 = options;
        without_v6.bind = base::Address::v4(0, 0, 0, 0, options.bind.port);
        return open(without_v6);
    }
    if (error != 0) return std::unexpected(to_error(error, options.bind));
    SocketAddress bound;
    bound.size = sizeof bound.storage;
    if (::getsockname(descriptor.value(), bound.get(), &bound.size) != 0)
        return std::unexpected(to_error(errno, options.bind));
    const auto local = from_socket_address(bound.get());
    return UdpSocket{std::move(descriptor), family, local.value_or(options.bind)};
}

std::span<const IncomingDatagram> UdpSocket::receive() {
    if (pending() == 0) refill();
    const auto count = std::min(pending(), batch_max);
    const auto first = std::exchange(incoming_given_, incoming_given_ + count);
    return std::span{incoming_.datagrams}.subspan(first, count);
}

void UdpSocket::refill() {
    incoming_given_ = 0;
    // Oversized ones alone are no reason to end a turn: others may stand behind them.
    for (std::size_t tries = 0; tries < batch_max; ++tries) {
        const auto error = receive_batch(descriptor_.value(), incoming_);
        counters_.oversized += incoming_.oversized;
        counters_.received += incoming_.datagrams.size();
        if (!incoming_.datagrams.empty() || error == EAGAIN || error == EWOULDBLOCK) break;
        // Others are ICMP's word on something sent earlier, which anyone can forge: the next call goes on behind it.
        if (error != 0 && error != EINTR) ++counters_.receive_errors;
    }
}

bool UdpSocket::can_reach(const base::Address& address) const { return family_ == AF_INET6 || is_v4(address); }

void UdpSocket::send(OutgoingDatagram datagram) {
    if (!can_reach(datagram.to)) {
        ++counters_.refused;
        return;
    }
    if (backlog() >= backlog_max) {
        ++counters_.dropped;
        return;
    }
    outgoing_.push_back(std::move(datagram));
}

/// What goes to one address becomes neighbours, which the system takes as one run. What an earlier flush left stays in
/// front, so that no address always comes last. Most come as neighbours, so it is neighbours that are put in order.
void UdpSocket::gather() {
    runs_.clear();
    for (auto place = outgoing_gathered_; place < outgoing_.size(); ++place) {
        if (runs_.empty() || outgoing_[runs_.back().first].to != outgoing_[place].to)
            runs_.push_back({place, 1});
        else
            ++runs_.back().length;
    }
    std::ranges::sort(runs_, [this](const Run& a, const Run& b) {
        return std::tie(outgoing_[a.first].to, a.first) < std::tie(outgoing_[b.first].to, b.first);
    });
    for (const auto& run : runs_)
        for (auto place = run.first; place < run.first + run.length; ++place)
            gathered_.push_back(std::move(outgoing_[place]));
    std::ranges::move(gathered_, outgoing_.begin() + static_cast<std::ptrdiff_t>(outgoing_gathered_));
    gathered_.clear();
    outgoing_gathered_ = outgoing_.size();
}

UdpSocket::Flushed UdpSocket::flush() {
    gather();
    while (outgoing_sent_ < outgoing_.size()) {
        const std::span<const OutgoingDatagram> rest{outgoing_.begin() + static_cast<std::ptrdiff_t>(outgoing_sent_),
                                                     outgoing_.end()};
        const auto [sent, error] = send_batch(descriptor_.value(), family_, rest);
        outgoing_sent_ += sent;
        counters_.sent += sent;
        if (error == EAGAIN || error == EWOULDBLOCK) {
            outgoing_.erase(outgoing_.begin(), outgoing_.begin() + static_cast<std::ptrdiff_t>(outgoing_sent_));
            outgoing_sent_ = 0;
            outgoing_gathered_ = outgoing_.size();
            return Flushed::blocked;
        }
        if (error == 0 || error == EINTR) continue;
        const bool every_path_carries = outgoing_[outgoing_sent_].bytes.size() <= base::limits::datagram_bytes_max;
        if (error == EMSGSIZE && every_path_carries && !fragments_allowed_) {
            // An interface narrower than any should be: in pieces, rather than not at all.
            fragments_allowed_ = true;
            allow_fragments(descriptor_.value(), family_);
            continue;
        }
        // This one cannot go; those behind it may.
        ++counters_.refused;
        ++outgoing_sent_;
    }
    for (auto& datagram : outgoing_)
        if (spent_.size() < spent_max) spent_.push_back(std::move(datagram.bytes));
    outgoing_.clear();
    outgoing_sent_ = outgoing_gathered_ = 0;
    return Flushed::all;
}

} // namespace plenum::runtime
