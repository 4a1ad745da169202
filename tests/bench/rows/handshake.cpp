// SPDX-License-Identifier: Apache-2.0
#include "core/base/check.h"
#include "core/link/dialer.h"
#include "core/link/link.h"
#include "core/member/link_book.h"
#include "core/runtime/clock.h"
#include "core/runtime/entropy.h"
#include "core/runtime/net/udp_socket.h"
#include "tests/bench/handshakes.h"
#include "tests/bench/node_end.h"
#include "tests/bench/peers/peers.h"
#include "tests/bench/relay_process.h"
#include "tests/bench/rows/rows.h"

#include <poll.h>

#include <thread>

/// From nothing to a link that both sides know to work, between a client and plenumd on one core: XKpsk3 with fresh
/// ephemeral keys, the relay's hello with its signature, until the first sealed datagram of the relay has opened.
/// Drawing entropy and opening the socket come before.
namespace plenum::bench {

namespace {

/// One client's handshakes, each from a session index and keys of its own.
class Caller {
  public:
    explicit Caller(const node::ConferenceLink& link) : link_{link}, relay_{relay_of(link)} {}

    /// Microseconds; nullopt when there was no answer.
    std::optional<double> call() {
        auto socket = open();
        const auto ephemeral = runtime::draw_seed().value();
        const auto own = crypto::ExchangeKeyPair::from_seed(runtime::draw_seed().value());
        const auto keys = node::LinkKeys::from(link_.secret);
        const auto before = runtime::now();
        link::DialOptions options;
        options.conference = keys.door;
        options.static_keys = own.copy();
        options.remote_static = link_.relay_key;
        options.psk = keys.access.copy();
        options.local = base::SessionIndex{++index_};
        options.ephemeral_seed = ephemeral;
        options.now = before;
        link::Dialer dialer{std::move(options)};
        auto link = set_up(socket, dialer);
        if (!link) return std::nullopt;
        const std::chrono::duration<double, std::micro> taken = runtime::now() - before;
        hang_up(socket, *link);
        return taken.count();
    }

  private:
    /// From ever other prefixes, so that none of the relay's bounds per address and prefix is met.
    runtime::UdpSocket open() const {
        const auto third = static_cast<std::uint8_t>(2 + index_ % 250);
        return runtime::UdpSocket::open({.bind = base::Address::v4(127, 0, third, 1, 0)}).value();
    }
    std::optional<link::Link> set_up(runtime::UdpSocket& socket, link::Dialer& dialer) const {
        std::optional<link::Link> link;
        for (;;) {
            const auto now = runtime::now();
            while (auto datagram = dialer.poll_datagram(now))
                socket.send({relay_, std::move(*datagram)});
            (void)socket.flush();
            pollfd waited{socket.descriptor(), POLLIN, 0};
            if (::poll(&waited, 1, 2000) != 1) return std::nullopt;
            for (const auto& datagram : socket.receive())
                handle(datagram, dialer, link);
            if (link && link->stats().datagrams_received > 0) return link;
        }
    }
    static void handle(const runtime::IncomingDatagram& datagram, link::Dialer& dialer,
                       std::optional<link::Link>& link) {
        const auto now = runtime::now();
        const auto bytes = datagram.bytes;
        const auto header = wire::decode<wire::SealedHeader>(bytes.first(std::min(bytes.size(), std::size_t{16})));
        if (link && header && header->datagram_type == wire::DatagramType::sealed) {
            (void)link->handle_datagram(*header, bytes, datagram.from, now);
        } else if (auto session = dialer.handle_response(bytes, now)) {
            link::LinkOptions options;
            options.local = session->local;
            options.remote = session->remote;
            options.keys = std::move(session->keys);
            options.cipher = session->cipher;
            options.initiator = true;
            options.peer = {datagram.from, false, {}};
            options.now = now;
            link.emplace(std::move(options));
        }
    }
    void hang_up(runtime::UdpSocket& socket, link::Link& link) const {
        const auto now = runtime::now();
        link.close(wire::CloseReason::leaving, now);
        while (auto outgoing = poll_datagram(link, now))
            socket.send({relay_, std::move(outgoing->datagram)});
        (void)socket.flush();
    }

    const node::ConferenceLink& link_;
    base::Address relay_;
    std::uint32_t index_{0};
};

void found(const Teller& teller, const base::Address& relay) {
    NodeEnd end{NodeEnd::Role::member};
    end.on_link = [&](const std::string& link) { teller.line(link); };
    end.create(relay);
    end.run();
}

void call(const Teller& teller, const std::string& text) {
    const auto link = node::parse_link(text);
    CHECK(link.has_value());
    Caller caller{*link};
    Samples samples;
    for (std::size_t i = 0; i < handshakes_first + handshakes; ++i) {
        std::this_thread::sleep_for(handshake_rest);
        const auto taken = caller.call();
        if (!taken) return;
        if (i >= handshakes_first) samples.push_back(*taken);
    }
    teller.samples(samples);
}

Run cold_handshake() {
    const auto relay = RelayProcess::start(core_first);
    if (!relay) return std::unexpected(relay.error());
    auto founder = Process::fork(core_second, [&](const Teller& teller) { found(teller, relay->address()); });
    const auto link = founder.line();
    if (!link) return std::unexpected("no conference was made");
    auto near = Process::fork(core_first, [&](const Teller& teller) { call(teller, *link); });
    auto samples = near.samples();
    if (samples.empty()) return std::unexpected("the relay did not answer a handshake");
    return samples;
}

std::vector<Row> handshake(const ContestOptions& options) {
    return hold({.name = "handshake-cold",
                 .unit = "us",
                 .contestants = {{"plenum", cold_handshake}, {"QUIC (ngtcp2)", quic_handshake, "<= 0.6"}},
                 .gauged = true},
                options);
}

} // namespace

std::vector<Measure> handshake_measures() { return {{"handshake-cold", handshake}}; }

} // namespace plenum::bench
