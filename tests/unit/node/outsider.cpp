// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/node/outsider.h"

#include "core/link/dialer.h"
#include "core/node/pipeline.h"
#include "core/wire/message.h"
#include "tests/unit/node/stranger.h"

#include <gtest/gtest.h>

namespace plenum::test {
namespace {

/// Its own /24, so that no rate of handshakes is anyone else's.
base::Address address_of(std::uint32_t number) {
    return base::Address::v4(100, static_cast<std::uint8_t>(number >> 16), static_cast<std::uint8_t>(number >> 8),
                             static_cast<std::uint8_t>(number), 4242);
}

} // namespace

Outsider::Outsider(Hall& hall, const Hall::Place& relay, const node::ConferenceLink& link, const OutsiderKeys& keys)
    : hall_{hall},
      relay_{relay},
      link_keys_{node::LinkKeys::from(link.secret)},
      identity_{crypto::IdentityKeyPair::from_seed(keys.identity)},
      exchange_{crypto::ExchangeKeyPair::from_seed(keys.exchange)},
      name_{keys.name},
      address_{address_of(keys.number)} {
    link::DialOptions options;
    options.conference = link_keys_.door;
    options.static_keys = exchange_.copy();
    options.remote_static = relay.node->relay_key();
    options.psk = link_keys_.access.copy();
    options.local = base::SessionIndex{keys.number};
    options.ephemeral_seed = keys.exchange;
    options.ephemeral_seed.bytes[31] ^= 0x80;
    options.now = hall.now;
    link::Dialer dialer{std::move(options)};
    std::ignore = take_mail(hall_, address_);
    hall_.deliver(address_, relay.address, dialer.poll_datagram(hall.now).value());
    const auto answers = take_mail(hall_, address_);
    EXPECT_EQ(answers.size(), 1U);
    auto session = dialer.handle_response(answers.at(0).bytes, hall.now).value();
    hall_.deliver(address_, relay.address, dialer.poll_datagram(hall.now).value());
    handshake_hash_ = session.handshake_hash;
    link::LinkOptions made;
    made.local = session.local;
    made.remote = session.remote;
    made.keys = std::move(session.keys);
    made.cipher = session.cipher;
    made.initiator = true;
    made.now = hall.now;
    link_.emplace(std::move(made));
    pump();
}

log::SignedOperation Outsider::join() const {
    log::Join join;
    const auto proof =
        crypto::lobby_proof(link_keys_.lobby, link_keys_.door, identity_.public_key, exchange_.public_key);
    join.proof = *log::LobbyProof::from(proof.view());
    crypto::SeededRandom random{seed_of(61)};
    join.display_name = crypto::seal_text(link_keys_.names, identity_.public_key.view(), name_, random);
    log::SignedOperation draft;
    draft.conference = link_keys_.door;
    draft.author_exchange = exchange_.public_key;
    draft.author_sequence = 1;
    return log::sign_operation(std::move(draft), join, identity_);
}

void Outsider::say(Saying saying) {
    const auto control = [&](const wire::ControlMessage& message) { (void)node::send_control(*link_, message); };
    switch (saying) {
    case Saying::hello: control(node::make_hello(identity_, handshake_hash_, true)); break;
    case Saying::knock: control(wire::Knock{wire::encode(join())}); break;
    case Saying::attach: control(wire::Attach{}); break;
    case Saying::submit: control(wire::Submit{wire::encode(join())}); break;
    case Saying::words: {
        const wire::ReliableMessage message{base::FlowId{3}, base::MemberIndex{1}, base::SequenceNumber{1},
                                            base::Bytes(80, 1)};
        (void)link_->send_stream(base::PriorityClass::chat, wire::encode(message));
        break;
    }
    case Saying::media: {
        wire::FragmentFrame fragment;
        fragment.flow = base::FlowId{1};
        fragment.sender = base::MemberIndex{1};
        fragment.data.assign(80, 1);
        (void)link_->send_fragment({link::encode_fragment(fragment), base::PriorityClass::audio, hall_.now + 1s, {}, 0},
                                   hall_.now);
        control(wire::KeyFrameRequest{base::FlowId{2}, base::MemberIndex{1}});
        break;
    }
    }
    pump();
}

void Outsider::pump() {
    for (int round = 0; round < 20; ++round) {
        bool moved = false;
        while (const auto next = poll_datagram(*link_, hall_.now)) {
            hall_.deliver(address_, relay_.address, next->datagram);
            moved = true;
        }
        for (const auto& sent : take_mail(hall_, address_)) {
            const auto way = node::route(sent.bytes);
            if (!way || way->type != wire::DatagramType::sealed) continue;
            link_->handle_datagram(way->header, sent.bytes, relay_.address, hall_.now);
            moved = true;
        }
        while (const auto event = link_->poll_event())
            take(*event);
        if (!moved) return;
    }
}

void Outsider::leave() {
    link_->close(wire::CloseReason::leaving, hall_.now);
    pump();
}

void Outsider::take(const link::LinkEvent& event) {
    if (const auto* message = std::get_if<link::StreamMessage>(&event)) {
        if (message->stream == base::PriorityClass::control) return take_control(message->message);
        heard_.emplace_back("words");
        learned_ += message->message.size();
    } else if (const auto* received = std::get_if<link::FragmentReceived>(&event)) {
        heard_.emplace_back("media");
        learned_ += received->fragment.data.size();
    }
}

void Outsider::take_control(base::ByteView message) {
    const auto control = wire::decode_choice<wire::ControlMessage>(message);
    if (!control) {
        heard_.emplace_back("no control message");
        learned_ += message.size();
        return;
    }
    std::visit([&]<class T>(const T&) { heard_.emplace_back(T::name); }, *control);
    if (!is_harmless(*control)) learned_ += message.size();
}

bool Outsider::is_harmless(const wire::ControlMessage& message) const {
    if (const auto* attached = std::get_if<wire::Attached>(&message)) return attached->log_size <= had_;
    if (const auto* entry = std::get_if<wire::LogEntry>(&message)) {
        const auto decoded = wire::decode<log::Entry>(entry->entry);
        return decoded && decoded->position < had_;
    }
    return std::holds_alternative<wire::Hello>(message) || std::holds_alternative<wire::KnockAnswer>(message) ||
           std::holds_alternative<wire::SubmitRefused>(message);
}

} // namespace plenum::test
