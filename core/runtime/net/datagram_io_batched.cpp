// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/datagram_io.h"
#include "core/runtime/net/socket_address.h"

#include <netinet/in.h>
#include <netinet/udp.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>

/// Many datagrams a system call, and many a pass through the kernel. A relay's cost is the kernel's pass for each
/// datagram (routing, firewall, device), more than the system call itself, so what goes to one receiver in one turn
/// goes as one run that is cut up last of all (UDP_SEGMENT), and what one sender sends in a row may come as one
/// (UDP_GRO). The kernel cuts by one size, of which the last datagram may fall short; what does not fit a run, or what
/// the kernel refuses as a run, goes one by one.
namespace plenum::runtime {

namespace {

/// Datagrams in one run (UDP_MAX_SEGMENTS of kernels before 6.9), and its bytes: what fits an IPv4 packet.
constexpr std::size_t run_datagrams_max = 64;
constexpr std::size_t run_bytes_max = 65'535 - 20 - 8;

/// Room for one control message with an int, aligned as the system wants it.
union Control {
    cmsghdr align;
    std::array<std::uint8_t, CMSG_SPACE(sizeof(int))> bytes;
};

/// Whether this kernel cuts runs: an older one would take the wish for nothing and send one huge datagram.
bool can_segment(int socket) {
    static const bool answer = [socket] {
        int size = 0;
        socklen_t length = sizeof size;
        return ::getsockopt(socket, SOL_UDP, UDP_SEGMENT, &size, &length) == 0;
    }();
    return answer;
}

/// Size of the datagrams that were joined; nullopt for a single one.
std::optional<std::size_t> joined_size(msghdr header) {
    for (auto* control = CMSG_FIRSTHDR(&header); control != nullptr; control = CMSG_NXTHDR(&header, control)) {
        if (control->cmsg_level != SOL_UDP || control->cmsg_type != UDP_GRO) continue;
        int size = 0;
        std::memcpy(&size, CMSG_DATA(control), sizeof size);
        if (size > 0) return static_cast<std::size_t>(size);
    }
    return std::nullopt;
}

/// What recvmmsg is told. Made once, since that costs more than a system call that brings one datagram; after each call
/// only what the system wrote is made ready again.
struct Messages {
    explicit Messages(ReceiveBuffer::Slots& slots) {
        for (std::size_t i = 0; i < batch_max; ++i) {
            pieces[i] = {slots[i].data(), slot_bytes};
            headers[i].msg_hdr = {};
            headers[i].msg_hdr.msg_iov = &pieces[i];
            headers[i].msg_hdr.msg_iovlen = 1;
            make_ready(i);
        }
    }
    void make_ready(std::size_t place) {
        auto& header = headers[place].msg_hdr;
        header.msg_name = &sources[place];
        header.msg_namelen = sizeof sources[place];
        header.msg_control = controls[place].bytes.data();
        header.msg_controllen = sizeof controls[place];
    }

    std::array<mmsghdr, batch_max> headers;
    std::array<iovec, batch_max> pieces;
    std::array<sockaddr_in6, batch_max> sources;
    std::array<Control, batch_max> controls;
};

void add_datagrams(ReceiveBuffer& into, const base::Address& from, base::ByteView bytes, std::size_t size) {
    do {
        const auto datagram = bytes.first(std::min(size, bytes.size()));
        bytes = bytes.subspan(datagram.size());
        if (datagram.size() > receive_bytes_max)
            ++into.oversized;
        else
            into.datagrams.push_back({from, datagram});
    } while (!bytes.empty());
}

bool may_join(const OutgoingDatagram& first, const OutgoingDatagram& next) {
    return next.to == first.to && !next.bytes.empty() && next.bytes.size() <= first.bytes.size();
}

/// How many of the first go as one run.
std::size_t run_length(std::span<const OutgoingDatagram> datagrams) {
    const auto size = datagrams.front().bytes.size();
    if (size == 0) return 1;
    const auto most = std::min({datagrams.size(), run_datagrams_max, run_bytes_max / size});
    std::size_t length = 1;
    while (length < most && may_join(datagrams.front(), datagrams[length])) {
        ++length;
        // A shorter one ends the run.
        if (datagrams[length - 1].bytes.size() < size) break;
    }
    return length;
}

/// What one call of sendmmsg gives: messages of one datagram or one run each.
class Batch {
  public:
    /// Takes from the front of `datagrams` as many as fit.
    Batch(int family, std::span<const OutgoingDatagram> datagrams, bool segment) {
        while (!datagrams.empty() && messages_ < batch_max && pieces_used_ < pieces_.size()) {
            const auto room = datagrams.first(std::min(datagrams.size(), pieces_.size() - pieces_used_));
            const auto length = segment ? run_length(room) : 1;
            add(family, datagrams.first(length));
            datagrams = datagrams.subspan(length);
        }
    }

    /// In order; stops at the first that the system does not take.
    SendResult send(int socket) {
        SendResult result{0, 0};
        for (std::size_t done = 0; done < messages_;) {
            const auto taken =
                ::sendmmsg(socket, headers_.data() + done, static_cast<unsigned>(messages_ - done), MSG_DONTWAIT);
            if (taken < 0) {
                // After a partial batch the error of the next message is told by the next call.
                refused_run_ = headers_[done].msg_hdr.msg_iovlen > 1 ? headers_[done].msg_hdr.msg_iovlen : 0;
                result.error = errno;
                return result;
            }
            for (std::size_t i = 0; i < static_cast<std::size_t>(taken); ++i)
                result.sent += headers_[done++].msg_hdr.msg_iovlen;
        }
        return result;
    }
    /// Datagrams of the run that the system did not take; 0 for a single one, or none.
    [[nodiscard]] std::size_t refused_run() const { return refused_run_; }

  private:
    void add(int family, std::span<const OutgoingDatagram> run) {
        auto& header = headers_[messages_].msg_hdr;
        const auto target = to_socket_address(run.front().to, family).value_or(SocketAddress{});
        std::memcpy(&targets_[messages_], &target.storage, target.size);
        header = {};
        header.msg_name = &targets_[messages_];
        header.msg_namelen = target.size;
        header.msg_iov = &pieces_[pieces_used_];
        header.msg_iovlen = run.size();
        // sendmmsg does not write what it is given.
        for (const auto& datagram : run)
            pieces_[pieces_used_++] = {const_cast<std::uint8_t*>(datagram.bytes.data()), datagram.bytes.size()};
        if (run.size() > 1) ask_to_cut(header, run.front().bytes.size());
        ++messages_;
    }
    void ask_to_cut(msghdr& header, std::size_t bytes) {
        auto& control = controls_[messages_];
        header.msg_control = control.bytes.data();
        header.msg_controllen = CMSG_SPACE(sizeof(std::uint16_t));
        auto* wish = CMSG_FIRSTHDR(&header);
        wish->cmsg_level = SOL_UDP;
        wish->cmsg_type = UDP_SEGMENT;
        wish->cmsg_len = CMSG_LEN(sizeof(std::uint16_t));
        const auto size = static_cast<std::uint16_t>(bytes);
        std::memcpy(CMSG_DATA(wish), &size, sizeof size);
    }

    std::array<mmsghdr, batch_max> headers_;
    /// Long enough for either family; like all of these written as far as it is used.
    std::array<sockaddr_in6, batch_max> targets_;
    std::array<Control, batch_max> controls_;
    std::array<iovec, 4 * batch_max> pieces_;
    std::size_t messages_{0};
    std::size_t pieces_used_{0};
    std::size_t refused_run_{0};
};

void discover(int socket, int family, int v4, int v6) {
    (void)::setsockopt(socket, IPPROTO_IP, IP_MTU_DISCOVER, &v4, sizeof v4);
    if (family == AF_INET6) (void)::setsockopt(socket, IPPROTO_IPV6, IPV6_MTU_DISCOVER, &v6, sizeof v6);
}

/// What the kernel answers to a run that it would take in pieces: the path's MTU is smaller, so that pieces must be
/// cut up further, or the device leaves checksums to us.
bool is_about_runs(int error) { return error == EINVAL || error == EMSGSIZE || error == EIO || error == EOPNOTSUPP; }

} // namespace

int receive_batch(int socket, ReceiveBuffer& into) {
    if (!into.kept) {
        // Where the kernel cannot, every message stays one datagram.
        const int yes = 1;
        (void)::setsockopt(socket, SOL_UDP, UDP_GRO, &yes, sizeof yes);
        into.kept = std::make_shared<Messages>(*into.slots);
    }
    auto& messages = *static_cast<Messages*>(into.kept.get());
    into.datagrams.clear();
    into.oversized = 0;
    const auto count = ::recvmmsg(socket, messages.headers.data(), batch_max, MSG_DONTWAIT, nullptr);
    if (count < 0) return errno;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        const auto& header = messages.headers[i];
        const auto from = from_socket_address(reinterpret_cast<const sockaddr*>(&messages.sources[i]));
        const base::ByteView bytes{(*into.slots)[i].data(), header.msg_len};
        if (from) add_datagrams(into, *from, bytes, joined_size(header.msg_hdr).value_or(slot_bytes));
        messages.make_ready(i);
    }
    return 0;
}

void forbid_fragments(int socket, int family) { discover(socket, family, IP_PMTUDISC_PROBE, IPV6_PMTUDISC_PROBE); }

void allow_fragments(int socket, int family) { discover(socket, family, IP_PMTUDISC_DONT, IPV6_PMTUDISC_DONT); }

SendResult send_batch(int socket, int family, std::span<const OutgoingDatagram> datagrams) {
    Batch batch{family, datagrams, can_segment(socket)};
    const auto result = batch.send(socket);
    if (batch.refused_run() == 0 || !is_about_runs(result.error)) return result;
    const auto [sent, error] = Batch{family, datagrams.subspan(result.sent, batch.refused_run()), false}.send(socket);
    return {result.sent + sent, error};
}

} // namespace plenum::runtime
