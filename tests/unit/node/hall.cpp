// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/node/hall.h"

#include "core/node/pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::test {
namespace {

/// As a loop does, which hands in no sealed datagram that the node says it does not take.
void hand_in(node::Node& node, const node::DatagramReceived& datagram, base::LocalTime now) {
    const auto way = node::route(datagram.bytes);
    const bool strange = way && way->type == wire::DatagramType::sealed && !node.takes(way->header.receiver);
    const auto opened = node.datagrams().opened;
    ASSERT_TRUE(node.handle(datagram, now).has_value());
    EXPECT_TRUE(!strange || node.datagrams().opened == opened) << "a loop would not have handed this in";
}

} // namespace

base::Seed Hall::seed(std::uint8_t salt) {
    base::Seed seed;
    seed.bytes.fill(salt);
    seed.bytes[1] = static_cast<std::uint8_t>(++seeds_);
    // Of more than so many, still no two alike.
    seed.bytes[2] = static_cast<std::uint8_t>(salt + (seeds_ >> 8));
    return seed;
}

Hall::Place& Hall::place_at(std::size_t number) {
    places_.push_back(std::make_unique<Place>());
    places_.back()->address = base::Address::v4(10, 0, 0, static_cast<std::uint8_t>(number), 7700);
    return *places_.back();
}

Hall::Place& Hall::add_relay(std::string create_secret, bool stored, node::LoopShare loop) {
    auto& place = place_at(places_.size() + 1);
    node::NodeOptions options;
    options.trace = trace;
    options.seed = seed(1);
    base::Seed identity;
    identity.bytes.fill(77);
    options.relay =
        node::RelayOptions{identity, std::move(create_secret), {}, stored, loop, styles, standby, replicate};
    options.relay->succession = succession;
    options.relay->peers = peers;
    if (cluster) options.relay->cluster_place = node::RelayPlace{"10.0.0.9", place.address};
    place.peers = peers;
    place.standby = standby;
    place.replicate = replicate;
    place.node = std::make_unique<node::Node>(options);
    return place;
}

Hall::Place& Hall::add_endpoint() {
    auto& place = place_at(places_.size() + 1);
    const auto drawn = seed(2);
    place.identity = seed(3);
    start_endpoint(place, drawn);
    return place;
}

void Hall::restart_endpoint(Place& place) { start_endpoint(place, seed(2)); }

void Hall::start_endpoint(Place& place, const base::Seed& drawn) {
    node::NodeOptions options;
    options.trace = trace;
    options.seed = drawn;
    options.endpoint = node::EndpointOptions{place.identity, {}, styles, checkpoints};
    if (succession) options.endpoint->standby_places = {{"10.0.0.9", place.address}};
    place.node = std::make_unique<node::Node>(options);
}

void Hall::tell_kept(Place& relay, bool durable, std::optional<std::uint64_t> number) {
    const node::ConferenceKept kept{relay.stored.conference, number.value_or(relay.put), durable};
    ASSERT_TRUE(relay.node->handle(kept, now).has_value());
    drain(relay);
}

void Hall::restart_relay_empty(Place& place) {
    node::NodeOptions options;
    options.trace = trace;
    options.seed = seed(4);
    base::Seed identity;
    identity.bytes.fill(77);
    options.relay = node::RelayOptions{identity, {}, {}, false, {}, styles};
    place.node = std::make_unique<node::Node>(options);
    place.stored = {};
    ASSERT_TRUE(place.node->handle(node::WakeUp{}, now).has_value());
    drain(place);
}

void Hall::restart_relay(Place& place, bool stored) {
    node::NodeOptions options;
    options.trace = trace;
    options.seed = seed(4);
    base::Seed identity;
    identity.bytes.fill(77);
    options.relay = node::RelayOptions{identity, {}, {}, stored, {}, styles, place.standby, place.replicate};
    options.relay->peers = place.peers;
    if (cluster) options.relay->cluster_place = node::RelayPlace{"10.0.0.9", place.address};
    place.put = 0;
    place.node = std::make_unique<node::Node>(options);
    ASSERT_TRUE(place.node->handle(place.stored, now).has_value());
    drain(place);
}

std::size_t Hall::drain(Place& place) {
    for (std::size_t given = 0;; ++given) {
        auto output = place.node->poll();
        if (const auto* wake = std::get_if<node::Wake>(&output)) {
            place.wake = wake->at;
            return given;
        }
        if (auto* transmit = std::get_if<node::Transmit>(&output)) {
            ++place.transmitted;
            inject(place.address, transmit->to, std::move(transmit->datagram));
        } else if (auto* event = std::get_if<node::Event>(&output)) {
            place.events.push_back(std::move(*event));
        } else if (const auto* conference = std::get_if<node::StoreConference>(&output)) {
            place.stored = {conference->conference, conference->access, {}};
            place.put = conference->number;
        } else if (auto* word = std::get_if<node::StoreMessage>(&output)) {
            place.stored.words.push_back(std::move(word->word));
            place.put = word->number;
        } else if (auto* entry = std::get_if<node::StoreEntry>(&output)) {
            place.put = entry->number;
            if (place.stored.entries.empty()) place.stored.first = entry->position;
            place.log.resize(std::max<std::size_t>(place.log.size(), entry->position.value() + 1));
            place.log[entry->position.value()] = entry->entry;
            place.stored.entries.push_back(std::move(entry->entry));
        } else if (auto* checkpoint = std::get_if<node::StoreCheckpoint>(&output)) {
            auto& stored = place.stored;
            const auto covered = checkpoint->position.value() - stored.first.value();
            stored.entries.erase(stored.entries.begin(), stored.entries.begin() + static_cast<std::ptrdiff_t>(covered));
            stored.first = checkpoint->position;
            stored.state = std::move(checkpoint->state);
        } else if (const auto* role = std::get_if<node::StoreRole>(&output)) {
            place.put = role->number;
            place.stored.role = role->role;
        } else if (std::holds_alternative<node::ForgetConference>(output)) {
            ++place.forgotten;
        } else if (auto* step = std::get_if<base::TraceEvent>(&output)) {
            place.steps.push_back(std::move(*step));
        }
    }
}

void Hall::inject(const base::Address& from, const base::Address& to, base::Bytes bytes) {
    if (capture) captured.push_back({from, to, bytes});
    if (std::ranges::find(cut_, to) != cut_.end() || std::ranges::find(cut_, from) != cut_.end()) return;
    if (tamper) bytes = tamper(from, to, std::move(bytes));
    if (bytes.empty()) return;
    const auto lasts = way ? way(from, to, bytes.size()) : delay_;
    if (lasts) on_the_way_.emplace(now + *lasts, Sent{from, to, std::move(bytes)});
}

node::Node::DatagramCounters Hall::deliver(const base::Address& from, const base::Address& to, base::ByteView bytes) {
    const auto place = std::ranges::find(places_, to, [](const auto& item) { return item->address; });
    if (place == places_.end()) return {};
    auto& node = *(*place)->node;
    const auto before = node.datagrams();
    hand_in(node, {from, bytes}, now);
    const auto& after = node.datagrams();
    drain(**place);
    return {after.opened - before.opened,       after.replayed - before.replayed, after.forged - before.forged,
            after.malformed - before.malformed, after.strange - before.strange,   after.handshakes - before.handshakes};
}

void Hall::drop_all_to(const base::Address& address, bool drop) {
    std::erase(cut_, address);
    if (drop) cut_.push_back(address);
}

void Hall::give(Place& place, const node::Input& input) {
    ASSERT_TRUE(place.node->handle(input, now).has_value());
    drain(place);
}

void Hall::command(Place& place, node::Command command) { give(place, std::move(command)); }

void Hall::commands(Place& place, const std::vector<node::Command>& commands) {
    give(place, node::CommandsGiven{commands});
}

void Hall::run(base::Duration duration) {
    const auto end = now + duration;
    std::size_t busy = 0;
    for (;;) {
        auto next = end;
        if (!on_the_way_.empty()) next = std::min(next, on_the_way_.begin()->first);
        for (const auto& place : places_)
            next = std::min(next, place->wake);
        now = std::max(now, next);
        if (now >= end && next >= end) return;
        while (!on_the_way_.empty() && on_the_way_.begin()->first <= now) {
            const auto arrived = on_the_way_.extract(on_the_way_.begin());
            for (const auto& place : places_) {
                if (place->address != arrived.mapped().to) continue;
                hand_in(*place->node, {arrived.mapped().from, arrived.mapped().bytes}, now);
                drain(*place);
            }
        }
        for (const auto& place : places_) {
            if (place->wake > now) continue;
            const auto before = place->wake;
            ASSERT_TRUE(place->node->handle(node::WakeUp{}, now).has_value());
            const auto given = drain(*place);
            // One that did something may have more to do at once, but not without end.
            const bool idle = place->wake <= now && place->wake == before && given == 0;
            busy = place->wake <= now ? busy + 1 : 0;
            ASSERT_TRUE(!idle && busy < 1000) << "a node asks to be woken and does nothing";
        }
    }
}

node::ConferenceLink Hall::create(Place& endpoint, const Place& relay, std::string title, log::Policy policy) {
    command(endpoint, node::CreateConference{relay.address, "relay.test", 7700, std::move(title), policy});
    // A relay whose standby does not answer waits for it at first.
    for (int second = 0; second < 5 && all<node::ConferenceCreated>(endpoint).empty(); ++second)
        run(1s);
    const auto created = all<node::ConferenceCreated>(endpoint);
    EXPECT_EQ(created.size(), 1U);
    return created.empty() ? node::ConferenceLink{} : created.front().link;
}

void Hall::join(Place& endpoint, const Place& relay, const node::ConferenceLink& link, std::string name) {
    command(endpoint, node::JoinConference{link, relay.address, std::move(name)});
}

void Hall::say(Place& endpoint, std::string_view text, base::FlowId flow) {
    const auto bytes = base::as_bytes(text);
    command(endpoint, node::Publish{flow, {}, {bytes.begin(), bytes.end()}, {}});
}

std::vector<std::string> Hall::texts(const Place& place) {
    std::vector<std::string> texts;
    for (const auto& message : all<node::MessageReceived>(place))
        texts.push_back(base::to_text(message.body));
    return texts;
}

bool Hall::joined(const Place& place) {
    bool is_joined = false;
    for (const auto& event : place.events) {
        if (const auto* phase = std::get_if<node::PhaseChanged>(&event))
            is_joined = phase->phase == node::Phase::joined;
        if (std::holds_alternative<node::Ended>(event)) is_joined = false;
    }
    return is_joined;
}

} // namespace plenum::test
