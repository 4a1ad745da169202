// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/hostile/twins.h"

#include "core/base/check.h"
#include "core/base/enums.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace plenum::fuzz {
namespace {

using namespace std::chrono_literals;
using test::Hall;

void add(std::vector<std::uint64_t>& to, base::ByteView bytes) {
    // FNV-1a (Fowler, Noll, Vo), for comparing and nothing else.
    std::uint64_t hash = 0xcbf2'9ce4'8422'2325;
    for (const auto byte : bytes)
        hash = (hash ^ byte) * 0x100'0000'01b3;
    to.push_back(hash);
}

void add(std::vector<std::uint64_t>& to, const Hall::Place& place) {
    to.push_back(static_cast<std::uint64_t>(place.wake.time_since_epoch().count()));
    to.push_back(place.transmitted);
    to.push_back(place.forgotten);
    for (const auto& event : place.events) {
        to.push_back(event.index());
        if (const auto* message = std::get_if<node::MessageReceived>(&event)) add(to, message->body);
    }
    for (const auto& entry : place.stored.entries)
        add(to, entry);
    const auto load = place.node->load();
    to.insert(to.end(),
              {load.sessions, load.queued_packets, load.stream_bytes, load.history_bytes, load.reassembly_bytes});
    to.push_back(place.node->datagrams().opened);
    to.push_back(place.node->datagrams().malformed);
}

void add(std::vector<std::uint64_t>& to, const node::RelayStatistics& relay) {
    to.insert(to.end(), {relay.sessions,
                         relay.conferences,
                         relay.conferences_in_use,
                         relay.members,
                         relay.members_present,
                         relay.log_entries,
                         relay.history_bytes,
                         relay.sessions_opened,
                         relay.sessions_refused_full,
                         relay.sessions_refused_address,
                         relay.conferences_created,
                         relay.conferences_refused_full,
                         relay.conferences_forgotten,
                         relay.links.packets_lost,
                         relay.links.packets_spurious,
                         relay.links.stream_bytes_resent,
                         relay.links.fragments_resent,
                         relay.links.fragments_given_up,
                         relay.links.events_dropped,
                         relay.links.drops.total()});
    to.insert(to.end(), relay.sessions_closed.begin(), relay.sessions_closed.end());
    to.insert(to.end(), relay.messages_unheard.begin(), relay.messages_unheard.end());
    for (const auto* traffic : {&relay.received, &relay.sent}) {
        to.insert(to.end(), traffic->datagrams.begin(), traffic->datagrams.end());
        to.insert(to.end(), traffic->bytes.begin(), traffic->bytes.end());
    }
}

bool same(const std::vector<Hall::Sent>& a, const std::vector<Hall::Sent>& b) {
    return std::ranges::equal(a, b, [](const Hall::Sent& x, const Hall::Sent& y) {
        return x.from == y.from && x.to == y.to && x.bytes == y.bytes;
    });
}

bool is_phase(const node::Event& event) {
    return std::holds_alternative<node::PhaseChanged>(event) || std::holds_alternative<node::Ended>(event);
}

std::string describe(const Hostile& hostile, std::string_view what) {
    return fmt::format("{} datagram of type {} and {} bytes: {}: {}", base::enumerator_name(hostile.attack),
                       hostile.bytes.empty() ? 0 : hostile.bytes.front(), hostile.bytes.size(), what,
                       base::to_hex(hostile.bytes));
}

} // namespace

CallWorld::CallWorld() {
    hall_.capture = true;
    const auto link = hall_.create(alice_, relay_);
    hall_.join(alice_, relay_, link, "Alice");
    hall_.run(500ms);
    hall_.join(bob_, relay_, link, "Bob");
    hall_.run(1s);
    CHECK(Hall::joined(alice_) && Hall::joined(bob_));
    go_on();
}

void CallWorld::go_on() {
    ++said_;
    hall_.say(alice_, fmt::format("from Alice, {}", said_));
    hall_.say(bob_, std::string(1500 + said_ % 700, 'v'), base::FlowId{2});
    hall_.run(100ms);
    // Nothing is left to be done at this very moment: what comes of a datagram comes of it alone.
    const auto due = [&] {
        return std::ranges::any_of(std::array{&relay_, &alice_, &bob_},
                                   [&](const auto* place) { return place->wake <= hall_.now; });
    };
    while (due())
        hall_.run(10us);
    for (auto* place : {&relay_, &alice_, &bob_}) {
        // Kept small, since what was told is compared each time; in which phase a member is must stay.
        if (place->events.size() < 400) continue;
        const auto old = std::stable_partition(place->events.begin(), place->events.end() - 200, is_phase);
        place->events.erase(old, place->events.end() - 200);
    }
}

Hall::Place& CallWorld::at(const base::Address& address) {
    for (auto* place : {&relay_, &alice_}) {
        if (place->address == address) return *place;
    }
    return bob_;
}

std::string CallWorld::suffer(const Hostile& hostile) {
    auto& place = at(hostile.to);
    const auto before = place.node->datagrams();
    if (!place.node->handle(node::DatagramReceived{hostile.from, hostile.bytes}, hall_.now))
        return describe(hostile, "the node refused to be told");
    const auto output = place.node->poll();
    const auto* wake = std::get_if<node::Wake>(&output);
    if (wake == nullptr) return describe(hostile, "something came of it");
    if (wake->at != place.wake) return describe(hostile, "the node wants to be woken at another time");
    const auto& after = place.node->datagrams();
    if (after.opened != before.opened || after.malformed != before.malformed) return describe(hostile, "it was opened");
    return {};
}

std::vector<base::Address> CallWorld::addresses() const { return {relay_.address, alice_.address, bob_.address}; }

std::vector<Hall::Sent> CallWorld::take_sent() { return std::exchange(hall_.captured, {}); }

std::vector<std::uint64_t> CallWorld::state() const {
    std::vector<std::uint64_t> state;
    for (const auto* place : {&relay_, &alice_, &bob_})
        add(state, *place);
    add(state, relay_.node->relay_statistics());
    return state;
}

bool CallWorld::talks() const {
    return Hall::joined(alice_) && Hall::joined(bob_) && !Hall::texts(bob_).empty() &&
           Hall::texts(bob_).back() == fmt::format("from Alice, {}", said_);
}

node::Node::DatagramCounters CallWorld::counters() const {
    node::Node::DatagramCounters sum;
    for (const auto* place : {&relay_, &alice_, &bob_}) {
        const auto& one = place->node->datagrams();
        sum.opened += one.opened;
        sum.replayed += one.replayed;
        sum.forged += one.forged;
        sum.malformed += one.malformed;
        sum.strange += one.strange;
        sum.handshakes += one.handshakes;
    }
    return sum;
}

namespace {

/// The two worlds, and whoever attacks.
class Siege {
  public:
    explicit Siege(const HostileOptions& options) : options_{options}, attacker_{options.seed, attacked_.addresses()} {}

    std::string run() {
        // Twice, so that the handshakes are among what was overheard.
        for (int round = 0; round < 2; ++round) {
            if (auto wrong = go_on(false); !wrong.empty()) return wrong;
        }
        while (counts_.datagrams < options_.datagrams) {
            const auto canary = options_.canary && counts_.rounds == 2;
            for (std::uint64_t i = 0; i < options_.batch && counts_.datagrams < options_.datagrams; ++i) {
                if (auto wrong = strike(); !wrong.empty()) return wrong;
            }
            if (auto wrong = go_on(canary); !wrong.empty()) return wrong;
            ++counts_.rounds;
            if (options_.progress && counts_.rounds % 512 == 0) options_.progress(finish());
        }
        return {};
    }
    [[nodiscard]] HostileCounts finish() const {
        auto counts = counts_;
        counts.counted = attacked_.counters();
        return counts;
    }

  private:
    std::string strike() {
        ++counts_.datagrams;
        attacker_.make(hostile_);
        const auto type = hostile_.bytes.empty() || hostile_.bytes.front() > 5 ? 0 : hostile_.bytes.front();
        ++counts_.made[type][hostile_.attack];
        return attacked_.suffer(hostile_);
    }
    std::string go_on(bool canary) {
        quiet_.go_on();
        const auto wanted = quiet_.take_sent();
        if (canary) {
            // What the relay is about to get: genuine, and too early.
            const auto relay = attacked_.addresses().front();
            const auto next = std::ranges::find_if(
                wanted, [&](const auto& sent) { return sent.to == relay && sent.bytes.front() == 4; });
            CHECK(next != wanted.end());
            if (auto wrong = attacked_.suffer({Attack::replayed, next->from, next->to, next->bytes}); !wrong.empty())
                return "the planted datagram: " + wrong;
        }
        attacked_.go_on();
        auto sent = attacked_.take_sent();
        // Of the round before: of this one something may be under way still.
        for (const auto& one : overheard_)
            attacker_.overhear(one);
        const auto where = fmt::format("in round {}, after {} datagrams", counts_.rounds, counts_.datagrams);
        if (!same(sent, wanted)) return "what the attacked world sends differs " + where;
        overheard_ = std::move(sent);
        if (attacked_.state() != quiet_.state()) return "the state of the attacked world differs " + where;
        if (!attacked_.talks()) return "the call does not go on " + where;
        return {};
    }

    const HostileOptions& options_;
    CallWorld attacked_;
    CallWorld quiet_;
    Attacker attacker_;
    Hostile hostile_;
    std::vector<Hall::Sent> overheard_;
    HostileCounts counts_;
};

} // namespace

std::expected<HostileCounts, std::string> attack_twins(const HostileOptions& options) {
    Siege siege{options};
    if (auto wrong = siege.run(); !wrong.empty()) return std::unexpected{std::move(wrong)};
    return siege.finish();
}

} // namespace plenum::fuzz
