// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/link/acceptor.h"
#include "core/link/dialer.h"
#include "core/link/link.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

/// Two links that met by a real handshake, in virtual time over a path as bad as told.
namespace plenum::link::test {

/// Time of the little world; each side's own clock differs from it.
using base::Duration;

struct PathOptions {
    Duration delay_min{std::chrono::milliseconds{1}};
    Duration delay_max{std::chrono::milliseconds{1}};
    std::uint32_t loss_permille{0};
    std::uint32_t duplicate_permille{0};
};

/// One direction of a path. Draws each datagram's delay on its own, so that unequal bounds reorder.
class Path {
  public:
    Path(PathOptions options, std::uint64_t seed) : options_{options}, random_{seed} {}
    void send(base::Bytes datagram, Duration now);
    [[nodiscard]] std::optional<base::Bytes> receive(Duration now);
    [[nodiscard]] Duration next_at() const;

    PathOptions& options() { return options_; }
    bool cut{false};
    /// Longer ones do not pass.
    std::size_t carries{SIZE_MAX};
    std::uint64_t datagrams{0};
    std::uint64_t bytes{0};
    /// Every datagram that was sent, where asked for.
    bool keep{false};
    std::vector<base::Bytes> kept;

  private:
    PathOptions options_;
    base::Random random_;
    std::uint64_t order_{0};
    std::map<std::pair<Duration, std::uint64_t>, base::Bytes> under_way_;
};

struct SideClock {
    Duration offset{std::chrono::seconds{1}};
    std::int64_t drift_ppm{0};

    [[nodiscard]] base::LocalTime local(Duration world) const;
    /// The first time of the world at which this clock shows `local` or more.
    [[nodiscard]] Duration world(base::LocalTime local) const;
};

struct PairOptions {
    PathOptions to_relay;
    PathOptions to_client;
    SideClock client_clock;
    SideClock relay_clock{std::chrono::seconds{5000}, 0};
    RateOptions rate{};
    wire::HandshakePattern pattern{wire::HandshakePattern::known_relay};
    wire::CipherSet ciphers{};
    std::optional<KeyLimits> key_limits;
    std::uint64_t seed{1};
    Duration dead_after{std::chrono::seconds{10}};
    Duration keep_alive_interval{std::chrono::milliseconds{500}};
    /// The client asks the relay for no clock.
    bool client_serves{false};
};

[[nodiscard]] inline PathOptions jittery(std::uint32_t loss_permille, std::uint32_t duplicate_permille = 0) {
    return {std::chrono::milliseconds{30}, std::chrono::milliseconds{70}, loss_permille, duplicate_permille};
}

/// Of flow 1 and member 1.
[[nodiscard]] FragmentToSend fragment_of(std::uint64_t sequence, std::size_t size, base::PriorityClass priority,
                                         base::LocalTime deadline);

class LinkPair : private AcceptorHost {
  public:
    struct Side {
        SideClock clock;
        std::optional<Session> session;
        std::optional<Link> link;
        std::map<base::PriorityClass, std::vector<base::Bytes>> messages;
        std::vector<std::pair<wire::FragmentFrame, Duration>> fragments;
        std::vector<wire::Shim> shims;
        std::size_t given_up{0};
        std::vector<Duration> silent_at;
        std::vector<Duration> heard_at;
        std::optional<Duration> established_at;
        std::optional<std::pair<Closed, Duration>> closed;
        std::map<DatagramResult, std::uint64_t> results;
    };

    explicit LinkPair(PairOptions options);

    /// Calls `action` at a time of the world.
    void at(Duration time, std::function<void()> action) { actions_.emplace(time, std::move(action)); }
    void every(Duration interval, Duration from, Duration until, const std::function<void()>& action);
    void run_until(Duration time);
    /// Runs until both sides opened something of the other's.
    [[nodiscard]] bool establish(Duration limit = std::chrono::seconds{10});
    void pump();
    /// A further handshake of the client's, for new keys of the session or, without `continues`, for nothing.
    void dial(std::optional<base::SessionIndex> continues);

    [[nodiscard]] base::LocalTime client_now() const { return client.clock.local(now); }
    [[nodiscard]] base::LocalTime relay_now() const { return relay.clock.local(now); }

    Duration now{};
    /// Where datagrams of the client come from; a test may move it.
    base::Address client_address{base::Address::v4(127, 0, 0, 1, 40000)};
    base::Address relay_address{base::Address::v4(127, 0, 0, 2, 7700)};
    Path to_relay;
    Path to_client;
    Side client;
    Side relay;
    std::optional<Dialer> dialer;
    std::optional<Acceptor> acceptor;
    /// How often a wake-up did nothing and asked for another at once.
    std::uint64_t idle_wakeups{0};
    /// Times at which the client heard something under new keys.
    std::vector<Duration> rekeyed_at;
    std::vector<Moved> moves;
    /// Whether the client dials when its keys are old.
    bool rekeys{true};

  private:
    [[nodiscard]] const crypto::SecretKey* access_key(wire::HandshakePattern pattern,
                                                      const base::ConferenceHandle& conference) override;
    [[nodiscard]] base::SessionIndex draw_index() override;
    [[nodiscard]] base::Seed draw_seed() override;

    void make_link(Side& side, bool serves);
    void take_session(Side& side, Session session);
    void take(Side& side, const base::Bytes& datagram);
    void take_handshake(Side& side, const base::Bytes& datagram);
    bool pump_side(Side& side, Path& path);
    void note(Side& side, LinkEvent event);
    [[nodiscard]] Duration next_at() const;

    PairOptions options_;
    base::Random random_;
    crypto::SecretKey access_;
    crypto::ExchangeKeyPair client_keys_;
    base::ExchangeKey relay_key_;
    std::multimap<Duration, std::function<void()>> actions_;
};

} // namespace plenum::link::test
