// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/fuzz/hostile/attacks.h"

#include <memory>

namespace plenum::fuzz {

/// A relay with two members in a call. All that it does follows from nothing but calls of this class.
class CallWorld {
  public:
    CallWorld();
    /// Both say something, and time moves on.
    void go_on();
    /// Gives the datagram to whom it is for. What is wrong with what came of it; empty where nothing came.
    [[nodiscard]] std::string suffer(const Hostile& hostile);
    [[nodiscard]] std::vector<base::Address> addresses() const;
    /// What was sent since this was last asked.
    [[nodiscard]] std::vector<test::Hall::Sent> take_sent();
    /// All that can be told of the three nodes but how many hostile datagrams they counted: what they told and stored,
    /// what they hold, when they want to be woken, the relay's statistics.
    [[nodiscard]] std::vector<std::uint64_t> state() const;
    [[nodiscard]] bool talks() const;
    /// Of what came in, all three together.
    [[nodiscard]] node::Node::DatagramCounters counters() const;

  private:
    [[nodiscard]] test::Hall::Place& at(const base::Address& address);

    test::Hall hall_;
    test::Hall::Place& relay_{hall_.add_relay()};
    test::Hall::Place& alice_{hall_.add_endpoint()};
    test::Hall::Place& bob_{hall_.add_endpoint()};
    std::uint64_t said_{0};
};

struct HostileCounts {
    /// By type byte (0 for none and any other) and attack.
    std::array<base::EnumArray<Attack, std::uint64_t>, 6> made{};
    std::uint64_t datagrams{0};
    std::uint64_t rounds{0};
    node::Node::DatagramCounters counted;
};

struct HostileOptions {
    std::uint64_t datagrams{100'000};
    std::uint64_t seed{1};
    /// After so many both worlds go on.
    std::uint64_t batch{2000};
    /// A datagram that is genuine and new goes among the hostile ones: must be noticed.
    bool canary{false};
    /// Told now and then how far it came.
    std::function<void(const HostileCounts&)> progress;
};

/// Error: what changed, and by which datagram or in which round.
[[nodiscard]] std::expected<HostileCounts, std::string> attack_twins(const HostileOptions& options);

} // namespace plenum::fuzz
