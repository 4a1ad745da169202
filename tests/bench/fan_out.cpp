// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/fan_out.h"

#include "core/base/check.h"
#include "core/crypto/datagram_seal.h"
#include "core/runtime/clock.h"
#include "tests/bench/process.h"

#include <netinet/in.h>
#include <netinet/udp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <memory>

namespace plenum::bench {

namespace {

constexpr std::size_t header_bytes = 16;
constexpr std::size_t sealed_bytes = header_bytes + datagram_payload_bytes + crypto::tag_size;
/// Pictures' first and the run's last datagram is told by its first byte.
constexpr std::uint8_t last_mark = 0xff;

crypto::SecretKey key() {
    std::array<std::uint8_t, 32> bytes{};
    bytes[0] = 7;
    return crypto::SecretKey{base::SecretKey{bytes}};
}

/// What our own links agree on where both sides are this machine.
crypto::Cipher cipher() {
    return crypto::available(crypto::Cipher::aes256_gcm) ? crypto::Cipher::aes256_gcm
                                                         : crypto::Cipher::chacha20_poly1305;
}

sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

struct Bound {
    runtime::Descriptor socket;
    std::uint16_t port{0};
};

Bound bind_any() {
    Bound bound{runtime::Descriptor{::socket(AF_INET, SOCK_DGRAM, 0)}};
    const int buffer_bytes = 2 * 1024 * 1024;
    (void)::setsockopt(bound.socket.value(), SOL_SOCKET, SO_RCVBUF, &buffer_bytes, sizeof buffer_bytes);
    (void)::setsockopt(bound.socket.value(), SOL_SOCKET, SO_SNDBUF, &buffer_bytes, sizeof buffer_bytes);
    auto address = loopback(0);
    socklen_t size = sizeof address;
    CHECK(::bind(bound.socket.value(), reinterpret_cast<sockaddr*>(&address), size) == 0);
    CHECK(::getsockname(bound.socket.value(), reinterpret_cast<sockaddr*>(&address), &size) == 0);
    bound.port = ntohs(address.sin_port);
    return bound;
}

/// One receiver as the bare relay knows it.
struct Receiver {
    sockaddr_in address;
    crypto::DatagramSealer sealer{key(), cipher()};
    std::uint64_t number{0};
    std::array<std::uint8_t, datagrams_per_picture * sealed_bytes> buffer{};
};

class BareRelay {
  public:
    BareRelay(Bound bound, const std::vector<std::uint16_t>& ports) : bound_{std::move(bound)} {
        for (const auto port : ports)
            receivers_.push_back(std::make_unique<Receiver>(Receiver{loopback(port)}));
        const int size = sealed_bytes;
        segments_ = ::setsockopt(bound_.socket.value(), SOL_UDP, UDP_SEGMENT, &size, sizeof size) == 0;
    }
    /// Until the last datagram of the run.
    void run() {
        while (!over_)
            pass_on(receive());
    }
    [[nodiscard]] std::uint64_t sent() const { return sent_; }

  private:
    /// Plaintexts, one behind the other; how many.
    std::size_t receive() {
        std::array<mmsghdr, datagrams_per_picture> headers{};
        std::array<iovec, datagrams_per_picture> pieces{};
        for (std::size_t i = 0; i < headers.size(); ++i) {
            pieces[i] = {incoming_[i].data(), incoming_[i].size()};
            headers[i].msg_hdr.msg_iov = &pieces[i];
            headers[i].msg_hdr.msg_iovlen = 1;
        }
        const auto count = ::recvmmsg(bound_.socket.value(), headers.data(), headers.size(), MSG_WAITFORONE, nullptr);
        CHECK(count > 0);
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
            open(i);
        return static_cast<std::size_t>(count);
    }
    void open(std::size_t place) {
        const base::MutableByteView bytes{incoming_[place]};
        base::ByteView header = bytes.first(header_bytes);
        const auto opened = opener_.open(bytes.subspan(header_bytes), header, bytes.subspan(header_bytes),
                                         base::PacketNumber{opened_++});
        CHECK(opened.result == crypto::OpenResult::opened);
        if (header[0] == last_mark) over_ = true;
    }
    void pass_on(std::size_t count) {
        std::vector<mmsghdr> headers;
        std::vector<iovec> pieces;
        headers.reserve(receivers_.size() * count);
        pieces.reserve(receivers_.size() * count);
        for (const auto& receiver : receivers_) {
            for (std::size_t i = 0; i < count; ++i)
                seal(*receiver, i);
            const auto messages = segments_ ? 1 : count;
            for (std::size_t i = 0; i < messages; ++i) {
                pieces.push_back({&receiver->buffer[i * sealed_bytes], sealed_bytes * count / messages});
                mmsghdr header{};
                header.msg_hdr.msg_name = &receiver->address;
                header.msg_hdr.msg_namelen = sizeof receiver->address;
                header.msg_hdr.msg_iov = &pieces.back();
                header.msg_hdr.msg_iovlen = 1;
                headers.push_back(header);
            }
        }
        for (std::size_t done = 0; done < headers.size();) {
            const auto taken = ::sendmmsg(bound_.socket.value(), &headers[done],
                                          static_cast<unsigned>(std::min<std::size_t>(headers.size() - done, 64)), 0);
            CHECK(taken > 0);
            done += static_cast<std::size_t>(taken);
        }
        sent_ += receivers_.size() * count;
    }
    void seal(Receiver& receiver, std::size_t place) {
        const auto bytes = base::MutableByteView{receiver.buffer}.subspan(place * sealed_bytes, sealed_bytes);
        const auto header = bytes.first(header_bytes);
        (void)receiver.sealer.seal(bytes.subspan(header_bytes), header,
                                   base::ByteView{incoming_[place]}.subspan(header_bytes, datagram_payload_bytes),
                                   base::PacketNumber{receiver.number++});
    }

    Bound bound_;
    std::vector<std::unique_ptr<Receiver>> receivers_;
    std::array<std::array<std::uint8_t, sealed_bytes>, datagrams_per_picture> incoming_{};
    crypto::DatagramOpener opener_{key(), cipher()};
    std::uint64_t opened_{0};
    std::uint64_t sent_{0};
    bool segments_{false};
    bool over_{false};
};

/// Sends pictures in time, and throws away what comes back.
class Load {
  public:
    explicit Load(std::size_t receivers) : receivers_(receivers) {
        for (auto& receiver : receivers_)
            receiver = bind_any();
    }
    [[nodiscard]] std::vector<std::uint16_t> ports() const {
        std::vector<std::uint16_t> ports;
        for (const auto& receiver : receivers_)
            ports.push_back(receiver.port);
        return ports;
    }
    void run(std::uint16_t relay) {
        const auto target = loopback(relay);
        auto at = runtime::now();
        for (std::size_t picture = 0; picture < pictures_per_run; ++picture, at += picture_interval) {
            while (runtime::now() < at)
                drain();
            for (std::size_t i = 0; i < datagrams_per_picture; ++i)
                send(target, picture + 1 == pictures_per_run && i + 1 == datagrams_per_picture);
        }
    }

  private:
    void send(const sockaddr_in& target, bool last) {
        std::array<std::uint8_t, sealed_bytes> bytes{};
        if (last) bytes[0] = last_mark;
        const auto view = base::MutableByteView{bytes};
        const std::array<std::uint8_t, datagram_payload_bytes> content{};
        (void)sealer_.seal(view.subspan(header_bytes), view.first(header_bytes), content,
                           base::PacketNumber{number_++});
        CHECK(::sendto(receivers_.front().socket.value(), bytes.data(), bytes.size(), 0,
                       reinterpret_cast<const sockaddr*>(&target), sizeof target) > 0);
    }
    void drain() {
        std::array<std::uint8_t, 65536> bytes{};
        for (const auto& receiver : receivers_) {
            while (::recv(receiver.socket.value(), bytes.data(), bytes.size(), MSG_DONTWAIT) > 0) {
            }
        }
    }

    std::vector<Bound> receivers_;
    crypto::DatagramSealer sealer_{key(), cipher()};
    std::uint64_t number_{0};
};

} // namespace

Run bare_fan_out(std::size_t receivers) {
    Load load{receivers};
    auto bound = bind_any();
    const auto port = bound.port;
    const auto ports = load.ports();
    auto relay = Process::fork(core_first, [&](const Teller& teller) {
        BareRelay bare{std::move(bound), ports};
        bare.run();
        teller.line(std::to_string(bare.sent()));
        // Alive until its time has been read.
        (void)::poll(nullptr, 0, -1);
    });
    const auto before = relay.processor_time();
    auto source = Process::fork(core_second, [&](const Teller&) { load.run(port); });
    const auto sent = relay.line();
    if (!sent || std::stoull(*sent) == 0) return std::unexpected("the bare relay sent nothing");
    const std::chrono::duration<double, std::micro> spent = relay.processor_time() - before;
    return Samples{spent.count() / static_cast<double>(std::stoull(*sent))};
}

} // namespace plenum::bench
