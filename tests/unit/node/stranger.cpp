// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/node/stranger.h"

#include "core/crypto/datagram_seal.h"
#include "core/node/pipeline.h"

#include <gtest/gtest.h>

namespace plenum::test {

base::Seed seed_of(std::uint8_t number) {
    base::Seed seed;
    seed.bytes.fill(number);
    seed.bytes[0] = 0xfe; // a hall's own nodes count there from 1
    return seed;
}

base::Bytes seal_by_hand(const link::Session& session, base::PacketNumber number,
                         const std::vector<wire::Frame>& frames) {
    base::Bytes plaintext;
    wire::Writer to{plaintext};
    for (const auto& frame : frames)
        wire::put_choice(to, frame);
    wire::SealedHeader header;
    header.receiver = session.remote;
    header.number = number;
    auto datagram = wire::encode(header);
    const auto head = datagram;
    datagram.resize(head.size() + plaintext.size() + crypto::tag_size);
    crypto::DatagramSealer sealer{session.keys.send.copy(), session.cipher};
    sealer.seal(base::MutableByteView{datagram}.subspan(head.size()), head, plaintext, number);
    return datagram;
}

std::vector<Hall::Sent> take_mail(Hall& hall, const base::Address& address) {
    hall.capture = true;
    auto mail = std::exchange(hall.captured, {});
    std::erase_if(mail, [&](const auto& sent) { return sent.to != address; });
    return mail;
}

Stranger::Stranger(Hall& hall, const Hall::Place& relay, const base::Address& address, std::uint8_t salt)
    : hall_{hall},
      relay_{relay.address},
      relay_key_{relay.node->relay_key()},
      address_{address},
      salt_{salt} {}

crypto::IdentityKeyPair Stranger::identity() const { return crypto::IdentityKeyPair::from_seed(seed_of(salt_)); }
crypto::ExchangeKeyPair Stranger::exchange() const { return crypto::ExchangeKeyPair::from_seed(seed_of(salt_)); }

link::DialOptions Stranger::without_link() const {
    link::DialOptions options;
    options.pattern = wire::HandshakePattern::open;
    options.static_keys = exchange();
    options.remote_static = relay_key_;
    options.psk = node::creation_key("");
    options.local = base::SessionIndex{std::uint32_t{4700} + salt_};
    options.ephemeral_seed = seed_of(static_cast<std::uint8_t>(salt_ + 100));
    options.now = hall_.now;
    return options;
}

link::DialOptions Stranger::with_link(const node::ConferenceLink& link) const {
    auto options = without_link();
    auto keys = node::LinkKeys::from(link.secret);
    options.pattern = wire::HandshakePattern::known_relay;
    options.conference = keys.door;
    options.psk = std::move(keys.access);
    return options;
}

std::optional<link::Session> Stranger::shake_hands(link::DialOptions options) {
    std::ignore = take_mail(hall_, address_);
    ++hall_.handshakes;
    for (std::size_t i = 0; i < sizeof hall_.handshakes; ++i)
        options.ephemeral_seed.bytes[i] ^= static_cast<std::uint8_t>(hall_.handshakes >> (8 * i));
    link::Dialer dialer{std::move(options)};
    hall_.deliver(address_, relay_, dialer.poll_datagram(hall_.now).value());
    const auto answers = take_mail(hall_, address_);
    if (answers.empty()) return std::nullopt;
    auto session = dialer.handle_response(answers.front().bytes, hall_.now);
    EXPECT_TRUE(session.has_value());
    hall_.deliver(address_, relay_, dialer.poll_datagram(hall_.now).value());
    return session;
}

void Stranger::begin(link::Session session) {
    const auto hello = node::make_hello(identity(), session.handshake_hash, true);
    link::LinkOptions options;
    options.local = session.local;
    options.remote = session.remote;
    options.keys = std::move(session.keys);
    options.cipher = session.cipher;
    options.initiator = true;
    options.now = hall_.now;
    link_.emplace(std::move(options));
    say(hello);
}

void Stranger::say(const wire::ControlMessage& message) { EXPECT_TRUE(node::send_control(*link_, message)); }

void Stranger::run(base::Duration duration) {
    for (const auto end = hall_.now + duration; hall_.now < end;) {
        while (auto next = poll_datagram(*link_, hall_.now))
            hall_.inject(address_, relay_, std::move(next->datagram));
        hall_.run(1ms);
        for (const auto& sent : take_mail(hall_, address_))
            hear(sent.bytes);
    }
}

void Stranger::hear(base::ByteView datagram) {
    const auto way = node::route(datagram);
    if (!way || way->type != wire::DatagramType::sealed) return;
    link_->handle_datagram(way->header, datagram, relay_, hall_.now);
    while (const auto event = link_->poll_event()) {
        if (const auto* message = std::get_if<link::StreamMessage>(&*event)) {
            const auto control = wire::decode_choice<wire::ControlMessage>(message->message);
            if (control && message->stream == base::PriorityClass::control) heard.push_back(*control);
        } else if (const auto* end = std::get_if<link::Closed>(&*event)) {
            closed = end->reason;
        }
    }
}

HandMember::HandMember(Hall& hall, const Hall::Place& relay, const node::ConferenceLink& link, std::uint8_t salt)
    : hall_{hall},
      stranger_{hall, relay, base::Address::v4(203, 0, 113, salt, 4242), salt},
      roster_{{link, "By hand", stranger_.identity(), stranger_.exchange()}, outbox_},
      lobby_{roster_, outbox_},
      duties_{roster_, lobby_, sent_, crypto::SeededRandom{seed_of(static_cast<std::uint8_t>(salt + 50))}, outbox_} {
    auto session = stranger_.shake_hands(stranger_.with_link(link));
    EXPECT_TRUE(session.has_value());
    stranger_.begin(std::move(session.value()));
    crypto::SeededRandom random{seed_of(static_cast<std::uint8_t>(salt + 60))};
    stranger_.say(wire::Knock{node::make_knock(roster_, random)});
}

void HandMember::run(base::Duration duration) {
    for (const auto end = hall_.now + duration; hall_.now < end;) {
        const auto operation = does_its_duties ? duties_.poll_submission(std::nullopt, hall_.now) : std::nullopt;
        if (operation) stranger_.say(wire::Submit{wire::encode(*operation)});
        stranger_.run(1ms);
        for (const auto& message : std::exchange(stranger_.heard, {}))
            take(message);
    }
}

log::SignedOperation HandMember::draft() {
    const auto& state = roster_.state();
    log::SignedOperation draft;
    draft.conference = state.conference;
    draft.author_exchange = roster_.own().exchange.public_key;
    draft.author_sequence = ++author_sequence_;
    draft.head_position = base::LogPosition{state.size.value() - 1};
    draft.head = state.head;
    return draft;
}

void HandMember::submit(const log::Operation& operation) {
    submit(log::sign_operation(draft(), operation, roster_.own().identity));
}

void HandMember::submit(const log::SignedOperation& operation) { stranger_.say(wire::Submit{wire::encode(operation)}); }

void HandMember::take(const wire::ControlMessage& message) {
    if (const auto* told = std::get_if<wire::Attached>(&message)) {
        ++attached;
        std::ignore = roster_.handle_connected(told->log_size);
        duties_.handle_connected();
    }
    if (const auto* confirmed = std::get_if<wire::Accepted>(&message)) accepted.push_back(*confirmed);
    if (const auto* word = std::get_if<wire::WordRefused>(&message)) refused.push_back(*word);
    if (const auto* before = std::get_if<wire::Causes>(&message)) causes.push_back(*before);
    if (const auto* entry = std::get_if<wire::LogEntry>(&message)) {
        EXPECT_TRUE(roster_.apply(entry->entry, hall_.now).has_value());
    }
}

} // namespace plenum::test
