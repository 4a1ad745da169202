// SPDX-License-Identifier: Apache-2.0
#include "core/client/probe.h"

#include "core/crypto/random.h"
#include "core/link/dialer.h"
#include "core/node/pipeline.h"
#include "core/peer/hello.h"
#include "core/runtime/clock.h"
#include "core/runtime/entropy.h"
#include "core/runtime/net/resolver.h"
#include "core/runtime/net/signal.h"
#include "core/runtime/net/udp_socket.h"
#include "core/runtime/net/wait_readable.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace plenum::client {
namespace {

/// Names of relays have one or two addresses; all are asked at once.
constexpr std::size_t targets_max = 4;

/// What name servers say, from a thread that may outlive the question.
struct Answer {
    explicit Answer(runtime::Signal signal) : news{std::move(signal)} {}
    runtime::Signal news;
    std::mutex mutex;
    std::optional<runtime::Resolved> resolved;
};

class Probe {
  public:
    Probe(runtime::UdpSocket socket, crypto::SeededRandom random)
        : socket_{std::move(socket)},
          random_{std::move(random)} {}

    void aim(const std::vector<base::Address>& addresses, const ProbeOptions& options) {
        for (const auto& address : addresses)
            if (socket_.can_reach(address) && targets_.size() < targets_max)
                targets_.push_back({address, dialer(options), {}});
    }
    [[nodiscard]] bool has_targets() const { return !targets_.empty(); }
    /// Whether the system sent anything.
    [[nodiscard]] bool sent() const { return socket_.counters().sent > 0; }

    void send() {
        const auto now = runtime::now();
        for (auto& target : targets_) {
            while (auto datagram = target.dialer.poll_datagram(now)) {
                target.sent_at = now;
                socket_.send({target.address, std::move(*datagram)});
            }
        }
        (void)socket_.flush();
    }
    void wait(const runtime::Signal& stopped, base::LocalTime deadline) const {
        auto until = deadline;
        for (const auto& target : targets_)
            until = std::min(until, target.dialer.next_wakeup());
        runtime::wait_readable({socket_.descriptor(), stopped.descriptor()}, until - runtime::now());
    }
    [[nodiscard]] std::optional<ProbeAnswer> receive() {
        for (auto datagrams = socket_.receive(); !datagrams.empty(); datagrams = socket_.receive())
            for (const auto& datagram : datagrams)
                if (auto answer = handle(datagram.bytes)) return answer;
        return std::nullopt;
    }

  private:
    struct Target {
        base::Address address;
        link::Dialer dialer;
        base::LocalTime sent_at{};
    };

    [[nodiscard]] link::Dialer dialer(const ProbeOptions& options) {
        link::DialOptions dial;
        dial.pattern = wire::HandshakePattern::open;
        dial.conference = node::creation_door();
        dial.psk = node::creation_key(options.create_secret);
        dial.static_keys = crypto::ExchangeKeyPair::from_seed(random_.draw<base::Seed>());
        dial.local = base::SessionIndex{random_.next_u32()};
        dial.ephemeral_seed = random_.draw<base::Seed>();
        dial.jitter_seed = random_.next_u64();
        dial.now = runtime::now();
        dial.give_up_after = options.patience;
        return link::Dialer{std::move(dial)};
    }
    [[nodiscard]] std::optional<ProbeAnswer> handle(base::ByteView bytes) {
        using Type = wire::DatagramType;
        const auto way = node::route(bytes);
        if (!way || (way->type != Type::handshake_response && way->type != Type::cookie_reply)) return std::nullopt;
        const auto now = runtime::now();
        for (auto& target : targets_) {
            if (target.dialer.local() != way->receiver) continue;
            // A relay under load wants the request once more first.
            if (target.dialer.handle_cookie(bytes, now)) continue;
            if (target.dialer.handle_response(bytes, now)) return ProbeAnswer{target.address, now - target.sent_at};
        }
        return std::nullopt;
    }

    runtime::UdpSocket socket_;
    crypto::SeededRandom random_;
    std::vector<Target> targets_;
};

std::expected<std::vector<base::Address>, ProbeFailure> find(const runtime::HostPort& where,
                                                             const std::shared_ptr<Answer>& answer,
                                                             const std::stop_token& stop, base::LocalTime deadline) {
    runtime::resolve_async(where, [answer](runtime::Resolved resolved) {
        const std::lock_guard lock{answer->mutex};
        answer->resolved = std::move(resolved);
        answer->news.set();
    });
    (void)answer->news.wait(deadline - runtime::now());
    // Before the question whether to stop, whose flag it is too.
    answer->news.clear();
    if (stop.stop_requested()) return std::unexpected(ProbeFailure::stopped);
    const std::lock_guard lock{answer->mutex};
    if (!answer->resolved || !*answer->resolved) return std::unexpected(ProbeFailure::unknown_host);
    return **answer->resolved;
}

} // namespace

std::expected<ProbeAnswer, ProbeFailure> probe_relay(const ProbeOptions& options, const std::stop_token& stop) {
    const auto deadline = runtime::now() + options.patience;
    const auto where = runtime::parse_host_port(options.relay);
    if (!where || where->port == 0) return std::unexpected(ProbeFailure::bad_address);
    auto signal = runtime::Signal::create();
    const auto seed = runtime::draw_seed();
    auto socket = runtime::UdpSocket::open({.bind = {}});
    if (!signal || !seed || !socket) return std::unexpected(ProbeFailure::internal);
    const auto answer = std::make_shared<Answer>(std::move(*signal));
    const std::stop_callback wake{stop, [&answer] { answer->news.set(); }};
    const auto addresses = find(*where, answer, stop, deadline);
    if (!addresses) return std::unexpected(addresses.error());

    Probe probe{std::move(*socket), crypto::SeededRandom{*seed}};
    probe.aim(*addresses, options);
    if (!probe.has_targets()) return std::unexpected(ProbeFailure::no_route);
    while (runtime::now() < deadline) {
        probe.send();
        probe.wait(answer->news, deadline);
        if (stop.stop_requested()) return std::unexpected(ProbeFailure::stopped);
        if (const auto found = probe.receive()) return *found;
    }
    return std::unexpected(probe.sent() ? ProbeFailure::silent : ProbeFailure::no_route);
}

} // namespace plenum::client
