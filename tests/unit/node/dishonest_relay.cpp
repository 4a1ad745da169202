// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/node/dishonest_relay.h"

#include "core/node/pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::test {

DishonestRelay::DishonestRelay(Hall& hall) : hall_{hall} { std::ignore = take_mail(hall_, address); }

const crypto::SecretKey* DishonestRelay::access_key(wire::HandshakePattern pattern, const base::ConferenceHandle&) {
    return pattern == wire::HandshakePattern::open ? &creation_key_ : &access_key_;
}

base::SessionIndex DishonestRelay::draw_index() { return base::SessionIndex{++drawn_}; }

base::Seed DishonestRelay::draw_seed() {
    auto seed = seed_of(201);
    seed.bytes[1] = static_cast<std::uint8_t>(++drawn_);
    return seed;
}

node::ConferenceLink DishonestRelay::create(Hall::Place& maker, std::vector<log::FlowDeclaration> flows) {
    hall_.command(maker, node::CreateConference{address, "relay.test", 7700, "Design review", {}, std::move(flows)});
    run(500ms);
    return Hall::all<node::ConferenceCreated>(maker).at(0).link;
}

void DishonestRelay::join(Hall::Place& endpoint, const node::ConferenceLink& link, std::string name) {
    hall_.command(endpoint, node::JoinConference{link, address, std::move(name)});
    run(500ms);
    ASSERT_TRUE(Hall::joined(endpoint));
}

void DishonestRelay::run(base::Duration duration) {
    for (const auto end = hall_.now + duration; hall_.now < end;) {
        hall_.run(1ms);
        for (const auto& sent : take_mail(hall_, address)) {
            if (!losses_.chance(loss_permille * 1000)) take(sent);
        }
        for (auto& [index, guest] : guests_)
            pump(guest);
    }
}

void DishonestRelay::take(const Hall::Sent& sent) {
    const auto way = node::route(sent.bytes);
    ASSERT_TRUE(way.has_value());
    if (way->type == wire::DatagramType::handshake_init) {
        if (const auto answer = acceptor_.handle_init(sent.from, sent.bytes, hall_.now))
            hall_.inject(address, sent.from, {answer->begin(), answer->end()});
    } else if (way->type == wire::DatagramType::handshake_final) {
        if (auto session = acceptor_.handle_final(sent.from, sent.bytes, hall_.now)) open(std::move(*session));
    } else if (const auto guest = guests_.find(way->header.receiver); guest != guests_.end()) {
        guest->second.link.handle_datagram(way->header, sent.bytes, sent.from, hall_.now);
        drain(guest->second);
    }
}

void DishonestRelay::open(link::Session session) {
    if (on_session) return on_session(std::move(session));
    const auto hello = node::make_hello(keys.identity, session.handshake_hash, false);
    link::LinkOptions options;
    options.local = session.local;
    options.remote = session.remote;
    options.keys = std::move(session.keys);
    options.cipher = session.cipher;
    options.now = hall_.now;
    if (tells_time) options.serve_clock = base::ClockOffset{};
    auto& guest =
        guests_.emplace(session.local, Guest{session.address, link::Link{std::move(options)}, session.remote_static})
            .first->second;
    ASSERT_TRUE(node::send_control(guest.link, hello) || lenient);
}

void DishonestRelay::drain(Guest& guest) {
    while (const auto event = guest.link.poll_event()) {
        if (const auto* live = std::get_if<link::FragmentReceived>(&*event)) take_live(guest, live->fragment);
        const auto* message = std::get_if<link::StreamMessage>(&*event);
        if (message == nullptr) continue;
        if (message->stream == base::PriorityClass::control)
            take_control(guest, wire::decode_choice<wire::ControlMessage>(message->message).value());
        else
            take_reliable(guest, wire::decode<wire::ReliableMessage>(message->message).value());
    }
}

void DishonestRelay::take_control(Guest& guest, const wire::ControlMessage& message) {
    if (const auto* create = std::get_if<wire::CreateConference>(&message)) {
        access_key_ = create->access;
        sequence(wire::decode<log::SignedOperation>(create->genesis).value());
        ASSERT_TRUE(node::send_control(guest.link, wire::CreateAnswer{wire::CreateOutcome::created}));
    } else if (const auto* knock = std::get_if<wire::Knock>(&message)) {
        take_knock(guest, *knock);
    } else if (const auto* again = std::get_if<wire::Attach>(&message)) {
        attach(guest, *again);
    } else if (const auto* submit = std::get_if<wire::Submit>(&message)) {
        submitted.push_back(wire::decode<log::SignedOperation>(submit->operation).value());
        if (!hold_submitted) sequence(submitted.back());
    }
}

/// As an honest relay would, but for telling who waits to everyone.
void DishonestRelay::take_knock(Guest& guest, const wire::Knock& knock) {
    const auto join = wire::decode<log::SignedOperation>(knock.join).value();
    if (state.find(join.author_exchange) != nullptr) return attach(guest, {});
    if (state.ended) {
        ASSERT_TRUE(node::send_control(guest.link, wire::KnockAnswer{wire::KnockOutcome::ended}) || lenient);
        return;
    }
    guest.knock = knock;
    if (log::check(state, join, base::ConferenceTime{hall_.now.time_since_epoch()})) {
        submitted.push_back(join);
        if (!hold_submitted) sequence(join);
        return;
    }
    for (auto& [index, other] : guests_) {
        if (other.attached) std::ignore = node::send_control(other.link, wire::Knocking{knock.join});
    }
}

void DishonestRelay::attach(Guest& guest, const wire::Attach& attach) {
    attaches.push_back(attach);
    guest.attached = true;
    guest.knock.reset();
    guest.next_entry = attach.next_entry.value();
    ASSERT_TRUE(node::send_control(guest.link, wire::Attached{state.size, false, {}}) || lenient);
}

void DishonestRelay::let_in() {
    for (auto& [index, guest] : guests_) {
        if (guest.knock && state.find(guest.exchange) != nullptr) attach(guest, {});
    }
}

void DishonestRelay::take_live(const Guest& guest, const wire::FragmentFrame& fragment) {
    fragments.push_back(fragment);
    if (!live_flows.contains(fragment.flow)) return;
    for (auto& [index, other] : guests_) {
        if (&other != &guest && other.attached && !other.link.closed()) {
            other.link.send_fragment({link::encode_fragment(fragment), base::PriorityClass::live, hall_.now + 500ms},
                                     hall_.now);
        }
    }
}

void DishonestRelay::take_reliable(const Guest& guest, wire::ReliableMessage message) {
    message.log_size = state.size;
    messages.push_back(message);
    if (hold_messages) return;
    for (auto& [index, other] : guests_) {
        if (&other == &guest || !other.attached || other.link.closed()) continue;
        ASSERT_TRUE(other.link.send_stream(base::PriorityClass::chat, wire::encode(message)).has_value() || lenient);
    }
}

void DishonestRelay::pump(Guest& guest) {
    const auto& entries = guest.entries ? *guest.entries : entries_;
    while (guest.attached && !hold_entries && guest.next_entry < entries.size() && !guest.link.closed()) {
        ASSERT_TRUE(node::send_control(guest.link, wire::LogEntry{entries[guest.next_entry]}) || lenient);
        ++guest.next_entry;
    }
    while (auto next = poll_datagram(guest.link, hall_.now))
        hall_.inject(address, guest.address, std::move(next->datagram));
    drain(guest);
}

DishonestRelay::Guest& DishonestRelay::guest_at(const base::Address& endpoint) {
    Guest* newest = nullptr;
    for (auto& [index, guest] : guests_) {
        if (guest.address == endpoint) newest = &guest;
    }
    EXPECT_NE(newest, nullptr);
    return *newest;
}

void DishonestRelay::sequence(const log::SignedOperation& operation) {
    log::Entry entry;
    entry.position = state.size;
    entry.previous = state.head;
    entry.at = base::ConferenceTime{hall_.now.time_since_epoch()};
    entry.signed_operation = wire::encode(operation);
    log::sequence(entry, keys.identity);
    const auto applied = log::apply(state, entry);
    if (!applied && lenient) return;
    ASSERT_TRUE(applied.has_value()) << log::name_of(applied.error());
    entries_.push_back(wire::encode(entry));
    let_in();
}

DishonestRelay::Puppet DishonestRelay::join_puppet(std::uint8_t salt, const node::ConferenceLink* link) {
    Puppet puppet{crypto::IdentityKeyPair::from_seed(seed_of(salt)), crypto::ExchangeKeyPair::from_seed(seed_of(salt))};
    puppet.member = state.next_member;
    log::Join join;
    if (link != nullptr) {
        const auto own = node::LinkKeys::from(link->secret);
        const auto proof =
            crypto::lobby_proof(own.lobby, own.door, puppet.identity.public_key, puppet.exchange.public_key);
        join.proof = *log::LobbyProof::from(proof.view());
    }
    // Whom nobody is there to let in joins by itself, and it is the relay that says who is there.
    std::vector<base::MemberIndex> present;
    for (const auto& [index, member] : state.members) {
        if (member.present) present.push_back(index);
    }
    for (const auto index : present)
        write(log::Presence{index, false});
    log::SignedOperation draft;
    draft.conference = state.door.handle;
    draft.author_exchange = puppet.exchange.public_key;
    draft.author_sequence = ++puppet.sequence;
    sequence(log::sign_operation(std::move(draft), join, puppet.identity));
    for (const auto index : present)
        write(log::Presence{index, true});
    return puppet;
}

namespace {

log::SignedOperation draft(const log::State& state, const base::ExchangeKey& by, std::uint64_t sequence) {
    log::SignedOperation operation;
    operation.conference = state.conference;
    operation.author_exchange = by;
    operation.author_sequence = sequence;
    operation.head_position = base::LogPosition{state.size.value() - 1};
    operation.head = state.head;
    return operation;
}

} // namespace

void DishonestRelay::write(Puppet& by, const log::Operation& operation) {
    sequence(log::sign_operation(draft(state, by.exchange.public_key, ++by.sequence), operation, by.identity));
}

void DishonestRelay::write(const log::Operation& operation) {
    sequence(log::sign_operation(draft(state, keys.exchange.public_key, ++own_sequence_), operation, keys.identity));
}

bool DishonestRelay::can_open(const Puppet& puppet, const log::EpochTurn& turn) const {
    const auto wrap = std::ranges::find(turn.wraps, puppet.member, &log::MemberWrap::member);
    if (wrap == turn.wraps.end()) return false;
    // What a wrap is bound to.
    base::Bytes context;
    wire::Writer to{context};
    to.bytes(state.conference.view());
    to.u64(turn.epoch.value());
    to.u32(puppet.member.value());
    const auto secret = crypto::unwrap(*crypto::KeyWrap::from(wrap->wrapped.view()), puppet.exchange, context);
    return secret && crypto::commitment(*secret, state.conference, turn.epoch) == turn.commitment;
}

void DishonestRelay::fork(const Hall::Place& place, const log::Operation& operation) {
    const auto before = std::pair{state, entries_};
    write(operation);
    guest_at(place.address).entries = entries_;
    state = before.first;
    entries_ = before.second;
    --own_sequence_;
}

void DishonestRelay::send(const Hall::Place& to, const wire::ReliableMessage& message) {
    auto& link = guest_at(to.address).link;
    ASSERT_TRUE(link.send_stream(base::PriorityClass::chat, wire::encode(message)).has_value() || lenient);
}

void DishonestRelay::say(const Hall::Place& to, base::PriorityClass stream, base::ByteView message) {
    ASSERT_TRUE(guest_at(to.address).link.send_stream(stream, message).has_value() || lenient);
}

void DishonestRelay::send(const Hall::Place& to, const wire::FragmentFrame& fragment) {
    guest_at(to.address)
        .link.send_fragment({link::encode_fragment(fragment), base::PriorityClass::video, hall_.now + 500ms},
                            hall_.now);
}

void DishonestRelay::cut_off(const Hall::Place& endpoint) {
    guest_at(endpoint.address).link.close(wire::CloseReason::too_slow, hall_.now);
}

} // namespace plenum::test
