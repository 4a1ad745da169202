// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/node/node.h"
#include "plugins/floor/floor_styles.h"

#include <functional>
#include <map>
#include <vector>

namespace plenum::test {

using namespace std::chrono_literals;

/// Nodes joined by a perfect network of constant delay, in virtual time: enough to test nodes by themselves. The
/// simulator (tests/sim) has everything that goes wrong.
class Hall {
  public:
    struct Place {
        base::Address address;
        std::unique_ptr<node::Node> node;
        base::LocalTime wake{base::local_time_max};
        std::vector<node::Event> events;
        /// What a relay had to store, in order.
        node::ConferenceStored stored;
        /// All entries of it, also those that a checkpoint covers.
        std::vector<base::Bytes> log;
        /// The number of the last of it.
        std::uint64_t put{0};
        std::size_t transmitted{0};
        /// Conferences that a relay need not store any longer.
        std::size_t forgotten{0};
        /// Of a relay: who stands by for it, and whether it copies its conferences there.
        std::vector<node::RelayPlace> standby;
        bool replicate{true};
        std::vector<node::RelayPlace> peers;
        /// Of an endpoint's person.
        base::Seed identity{};
        /// What it did, where that is told.
        std::vector<base::TraceEvent> steps;
    };
    /// May alter or drop (empty) a datagram on its way.
    using Tamper = std::function<base::Bytes(const base::Address& from, const base::Address& to, base::Bytes)>;
    /// How long a datagram of that size is on its way; nullopt if it is lost.
    using Way = std::function<std::optional<base::Duration>(const base::Address& from, const base::Address& to,
                                                            std::size_t bytes)>;

    explicit Hall(base::Duration delay = 5ms) : delay_{delay} {}

    /// `stored`: nothing counts as kept before `tell_kept`.
    Place& add_relay(std::string create_secret = {}, bool stored = false, node::LoopShare loop = {});
    /// All that the relay had to store so far, or up to that number, is durable; or is not, and it is to go on without.
    void tell_kept(Place& relay, bool durable = true, std::optional<std::uint64_t> number = {});
    Place& add_endpoint();
    /// Replaces an endpoint by one of the same person that remembers nothing: a crash and a restart.
    void restart_endpoint(Place& place);
    /// Replaces a relay by one with the same keys and what it had stored: a crash and a restart.
    void restart_relay(Place& place, bool stored = false);
    /// The same, with nothing.
    void restart_relay_empty(Place& place);
    void give(Place& place, const node::Input& input);
    void command(Place& place, node::Command command);
    /// In one turn of the node.
    void commands(Place& place, const std::vector<node::Command>& commands);
    /// Moves virtual time on.
    void run(base::Duration duration);
    /// Of what is sent from here on.
    void set_delay(base::Duration delay) { delay_ = delay; }
    void drop_all_to(const base::Address& address, bool drop);

    [[nodiscard]] node::ConferenceLink create(Place& endpoint, const Place& relay, std::string title = "Design review",
                                              log::Policy policy = {});
    void join(Place& endpoint, const Place& relay, const node::ConferenceLink& link, std::string name);
    void say(Place& endpoint, std::string_view text, base::FlowId flow = base::FlowId{3});
    /// At once, past the network; gives what the node counted.
    node::Node::DatagramCounters deliver(const base::Address& from, const base::Address& to, base::ByteView bytes);
    void inject(const base::Address& from, const base::Address& to, base::Bytes bytes);

    template <class T>
    [[nodiscard]] static std::vector<T> all(const Place& place) {
        std::vector<T> found;
        for (const auto& event : place.events) {
            if (const auto* match = std::get_if<T>(&event)) found.push_back(*match);
        }
        return found;
    }
    [[nodiscard]] static std::vector<std::string> texts(const Place& place);
    [[nodiscard]] static bool joined(const Place& place);

    Tamper tamper;
    /// Instead of the constant delay.
    Way way;
    /// Of relays that are added or restarted from here on.
    std::span<const base::PluginDescriptor> styles{floor::floor_styles()};
    /// Of endpoints that are added from here on.
    node::CheckpointInterval checkpoints;
    /// What relays say that are added from here on. All of them have the same keys.
    std::vector<node::RelayPlace> standby;
    bool replicate{true};
    std::vector<node::RelayPlace> peers;
    /// Whether relays have a register, which the test answers.
    bool cluster{false};
    /// Whether members' programs stand by for relays, and offer it, that are added from here on.
    bool succession{false};
    /// Every datagram that left, with its way.
    struct Sent {
        base::Address from;
        base::Address to;
        base::Bytes bytes;
    };
    std::vector<Sent> captured;
    bool capture{false};
    /// Handshakes of strangers: each has an ephemeral key of its own.
    std::uint64_t handshakes{0};
    /// Whether those who come from then on tell what they do, step by step.
    bool trace{false};
    base::LocalTime now{1s};

  private:
    /// How much there was, but for the last, which says when to wake.
    std::size_t drain(Place& place);
    Place& place_at(std::size_t number);
    [[nodiscard]] base::Seed seed(std::uint8_t salt);
    void start_endpoint(Place& place, const base::Seed& drawn);

    base::Duration delay_;
    std::vector<std::unique_ptr<Place>> places_;
    std::multimap<base::LocalTime, Sent> on_the_way_;
    std::vector<base::Address> cut_;
    std::uint32_t seeds_{0};
};

} // namespace plenum::test
