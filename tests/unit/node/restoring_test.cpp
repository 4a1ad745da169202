// SPDX-License-Identifier: Apache-2.0
// What strangers may try at the doors through which members give a relay back what it lost.
#include "core/base/home.h"
#include "core/link/acceptor.h"
#include "core/node/pipeline.h"
#include "core/relay/relay_conference.h"
#include "tests/unit/node/stranger.h"

#include <gmock/gmock.h>

namespace plenum::node {
namespace {

using test::Hall;
using test::Stranger;
using namespace std::chrono_literals;

constexpr auto outside = base::Address::v4(10, 9, 9, 9, 4000);

/// Someone where the relay was, who knows the link and with it what opens that door.
class Successor final : private link::AcceptorHost {
  public:
    Successor(Hall& hall, const Hall::Place& relay, const base::Seed& identity)
        : hall_{hall},
          address_{relay.address},
          door_key_{restoring_key(relay.node->relay_key())},
          keys_{RelayKeys::from(identity)} {}

    void run(base::Duration duration) {
        for (const auto end = hall_.now + duration; hall_.now < end;) {
            hall_.run(1ms);
            for (const auto& sent : test::take_mail(hall_, address_))
                take(sent);
            while (auto next = link_ ? poll_datagram(*link_, hall_.now) : std::nullopt)
                hall_.inject(address_, guest_, std::move(next->datagram));
        }
    }
    [[nodiscard]] base::ExchangeKey key() const { return keys_.exchange.public_key; }
    [[nodiscard]] bool visited() const { return link_.has_value(); }
    /// All that it was told but the greeting.
    std::vector<wire::ControlMessage> heard;

  private:
    const crypto::SecretKey* access_key(wire::HandshakePattern pattern, const base::ConferenceHandle&) override {
        return pattern == wire::HandshakePattern::open ? &door_key_ : nullptr;
    }
    base::SessionIndex draw_index() override { return base::SessionIndex{++drawn_}; }
    base::Seed draw_seed() override { return test::seed_of(static_cast<std::uint8_t>(100 + ++drawn_)); }

    void take(const Hall::Sent& sent) {
        const auto way = route(sent.bytes);
        ASSERT_TRUE(way.has_value());
        if (way->type == wire::DatagramType::handshake_init) {
            if (const auto answer = acceptor_.handle_init(sent.from, sent.bytes, hall_.now))
                hall_.inject(address_, sent.from, {answer->begin(), answer->end()});
        } else if (way->type == wire::DatagramType::handshake_final) {
            if (auto session = acceptor_.handle_final(sent.from, sent.bytes, hall_.now)) begin(std::move(*session));
        } else if (link_ && link_->takes(way->header.receiver)) {
            link_->handle_datagram(way->header, sent.bytes, sent.from, hall_.now);
            drain();
        }
    }
    void begin(link::Session session) {
        guest_ = session.address;
        const auto hello = make_hello(keys_.identity, session.handshake_hash, false);
        link::LinkOptions options;
        options.local = session.local;
        options.remote = session.remote;
        options.keys = std::move(session.keys);
        options.cipher = session.cipher;
        options.now = hall_.now;
        link_.emplace(std::move(options));
        ASSERT_TRUE(send_control(*link_, hello));
    }
    void drain() {
        while (const auto event = link_->poll_event()) {
            const auto* message = std::get_if<link::StreamMessage>(&*event);
            if (message == nullptr) continue;
            const auto control = wire::decode_choice<wire::ControlMessage>(message->message);
            if (control && !std::holds_alternative<wire::Hello>(*control)) heard.push_back(*control);
        }
    }

    Hall& hall_;
    base::Address address_;
    crypto::SecretKey door_key_;
    RelayKeys keys_;
    link::Acceptor acceptor_{{.static_keys = keys_.exchange.copy()}, *this};
    base::Address guest_;
    std::optional<link::Link> link_;
    std::uint32_t drawn_{0};
};

class Restoring : public testing::Test {
  protected:
    void SetUp() override {
        link = hall.create(alice, relay);
        hall.join(alice, relay, link, "Alice");
        hall.run(2s);
        ASSERT_TRUE(Hall::joined(alice));
        kept = relay.stored;
    }
    void lose_everything() {
        hall.drop_all_to(alice.address, true);
        hall.restart_relay_empty(relay);
    }
    [[nodiscard]] bool enter_by_the_restoring_door(Stranger& stranger) {
        auto options = stranger.without_link();
        options.conference = base::at_home_of(kept.conference, restoring_door());
        options.psk = restoring_key(relay.node->relay_key());
        auto session = stranger.shake_hands(std::move(options));
        if (session) stranger.begin(std::move(*session));
        return session.has_value();
    }
    void say_log(Stranger& stranger, const std::vector<base::Bytes>& entries) {
        stranger.say(wire::Restore{kept.conference, kept.access, base::LogPosition{entries.size()}});
        for (const auto& entry : entries)
            stranger.say(wire::LogEntry{entry});
        stranger.run(1s);
    }
    /// From now on what is sent to the relay comes to whoever has these keys; gives what that one was told.
    std::vector<wire::ControlMessage> told_to(const base::Seed& identity, base::ExchangeKey& key) {
        hall.restart_relay_empty(relay);
        hall.tamper = [&](const base::Address&, const base::Address& to, base::Bytes bytes) {
            return to == relay.address ? base::Bytes{} : std::move(bytes);
        };
        Successor successor{hall, relay, identity};
        key = successor.key();
        successor.run(10s);
        EXPECT_TRUE(successor.visited());
        return successor.heard;
    }
    Hall hall;
    Hall::Place& relay = hall.add_relay();
    Hall::Place& alice = hall.add_endpoint();
    ConferenceLink link;
    ConferenceStored kept;
};

TEST_F(Restoring, is_offered_to_the_relay_of_the_link_alone) {
    base::ExchangeKey key;
    EXPECT_TRUE(told_to(test::seed_of(60), key).empty()) << "neither the log nor the conference's key";
    ASSERT_NE(key, link.relay_key);
    // Whoever has the relay's own keys is the relay, as each one in a hall.
    base::Seed identity;
    identity.bytes.fill(77);
    const auto told = told_to(identity, key);
    ASSERT_EQ(key, link.relay_key);
    ASSERT_EQ(told.size(), 1 + kept.entries.size());
    EXPECT_TRUE(std::holds_alternative<wire::Restore>(told.front()));
    EXPECT_EQ(told.back(), wire::ControlMessage{wire::LogEntry{kept.entries.back()}});
}

TEST_F(Restoring, is_for_members_alone) {
    lose_everything();
    Stranger stranger{hall, relay, outside, 50};
    ASSERT_TRUE(enter_by_the_restoring_door(stranger));
    say_log(stranger, kept.entries);
    ASSERT_FALSE(stranger.heard.empty());
    EXPECT_EQ(stranger.heard.back(), wire::ControlMessage{wire::CreateAnswer{wire::CreateOutcome::refused}});
    EXPECT_EQ(relay.node->relay_statistics().conferences, 0U);
    EXPECT_TRUE(relay.stored.entries.empty());
}

TEST_F(Restoring, brings_nothing_back_that_is_over) {
    constexpr std::uint8_t salt = 30;
    {
        test::HandMember member{hall, relay, link, salt};
        member.run(500ms);
        ASSERT_TRUE(member.keyed());
    }
    hall.command(alice, EndConference{});
    hall.run(500ms);
    kept = relay.stored;
    lose_everything();
    Stranger stranger{hall, relay, outside, salt};
    ASSERT_TRUE(enter_by_the_restoring_door(stranger));
    say_log(stranger, kept.entries);
    ASSERT_FALSE(stranger.heard.empty());
    EXPECT_EQ(stranger.heard.back(), wire::ControlMessage{wire::CreateAnswer{wire::CreateOutcome::refused}});
    EXPECT_EQ(relay.node->relay_statistics().conferences, 0U);
}

/// What members know may be less than what the disk has.
TEST_F(Restoring, waits_for_a_log_that_the_store_may_still_give) {
    lose_everything();
    hall.give(relay, ConferenceLeftOut{kept.conference});
    hall.drop_all_to(alice.address, false);
    hall.run(ConferenceLeftOut::patience - 5s);
    EXPECT_EQ(relay.node->relay_statistics().conferences_restored, 0U);
    hall.give(relay, kept);
    hall.run(15s);
    EXPECT_EQ(relay.node->relay_statistics().conferences_restored, 0U);
    EXPECT_TRUE(Hall::joined(alice));
}

TEST_F(Restoring, does_not_wait_for_ever) {
    lose_everything();
    hall.give(relay, ConferenceLeftOut{kept.conference});
    hall.drop_all_to(alice.address, false);
    hall.run(ConferenceLeftOut::patience + 20s);
    EXPECT_EQ(relay.node->relay_statistics().conferences_restored, 1U);
    EXPECT_TRUE(Hall::joined(alice));
}

/// Who comes after another is not accused of what it said before it could know.
TEST_F(Restoring, of_what_is_there_again_is_answered_and_no_fault) {
    Stranger stranger{hall, relay, outside, 50};
    ASSERT_TRUE(enter_by_the_restoring_door(stranger));
    say_log(stranger, kept.entries);
    ASSERT_FALSE(stranger.heard.empty());
    EXPECT_EQ(stranger.heard.back(), wire::ControlMessage{wire::CreateAnswer{wire::CreateOutcome::exists}});
    EXPECT_FALSE(stranger.closed.has_value());
    // Once is enough.
    say_log(stranger, kept.entries);
    EXPECT_TRUE(stranger.closed.has_value());
}

TEST_F(Restoring, takes_no_entry_that_this_relay_did_not_sign) {
    lose_everything();
    Stranger stranger{hall, relay, outside, 50};
    ASSERT_TRUE(enter_by_the_restoring_door(stranger));
    // A log that is sound, of a relay of the stranger's own.
    auto entry = wire::decode<log::Entry>(kept.entries[0]).value();
    log::sequence(entry, stranger.identity());
    say_log(stranger, {wire::encode(entry)});
    EXPECT_TRUE(stranger.closed.has_value());
    EXPECT_EQ(relay.node->relay_statistics().conferences, 0U);
}

/// Sound by itself, with the stranger as a member, and sequenced by keys that are not this relay's.
TEST_F(Restoring, takes_no_log_of_another_relay) {
    lose_everything();
    Stranger stranger{hall, relay, outside, 50};
    ASSERT_TRUE(enter_by_the_restoring_door(stranger));
    const auto other = RelayKeys::from(test::seed_of(61));
    log::State state;
    std::vector<base::Bytes> entries;
    const auto put = [&](const log::Operation& operation) {
        log::SignedOperation draft;
        draft.conference = kept.conference;
        draft.author_exchange = stranger.exchange().public_key;
        draft.author_sequence = entries.size() + 1;
        log::Entry entry;
        entry.position = state.size;
        entry.previous = state.head;
        entry.signed_operation = wire::encode(log::sign_operation(std::move(draft), operation, stranger.identity()));
        log::sequence(entry, other.identity);
        ASSERT_TRUE(log::apply(state, entry).has_value());
        entries.push_back(wire::encode(entry));
    };
    log::Genesis genesis;
    genesis.relay_exchange = other.exchange.public_key;
    genesis.relay_identity = other.identity.public_key;
    put(genesis);
    put(log::Join{});
    say_log(stranger, entries);
    EXPECT_TRUE(stranger.closed.has_value());
    EXPECT_EQ(relay.node->relay_statistics().conferences, 0U);
}

TEST_F(Restoring, makes_nothing_else) {
    lose_everything();
    Stranger stranger{hall, relay, outside, 50};
    ASSERT_TRUE(enter_by_the_restoring_door(stranger));
    stranger.say(wire::CreateConference{kept.conference, kept.access, {}});
    stranger.run(500ms);
    EXPECT_EQ(relay.node->relay_statistics().conferences, 0U);
    // Nor does the door for making conferences restore any.
    Stranger maker{hall, relay, outside, 51};
    auto session = maker.shake_hands(maker.without_link());
    ASSERT_TRUE(session.has_value());
    maker.begin(std::move(*session));
    say_log(maker, kept.entries);
    EXPECT_TRUE(maker.closed.has_value());
    EXPECT_EQ(relay.node->relay_statistics().conferences, 0U);
}

TEST_F(Restoring, nobody_gives_entries_that_were_not_asked_for) {
    Stranger stranger{hall, relay, outside, 50};
    auto session = stranger.shake_hands(stranger.with_link(link));
    ASSERT_TRUE(session.has_value());
    stranger.begin(std::move(*session));
    stranger.say(wire::LogEntry{kept.entries[0]});
    stranger.run(500ms);
    EXPECT_TRUE(stranger.closed.has_value());
    hall.run(1s);
    EXPECT_TRUE(Hall::joined(alice));
}

TEST_F(Restoring, who_only_claims_to_know_more_gets_nothing_and_holds_nothing_up) {
    hall.restart_relay(relay);
    Stranger stranger{hall, relay, outside, 50};
    auto session = stranger.shake_hands(stranger.with_link(link));
    ASSERT_TRUE(session.has_value());
    stranger.begin(std::move(*session));
    stranger.say(wire::Attach{base::LogPosition{1'000'000}, {}});
    stranger.run(500ms);
    for (const auto& message : stranger.heard)
        EXPECT_FALSE(std::holds_alternative<wire::LogEntry>(message) ||
                     std::holds_alternative<wire::Attached>(message));
    stranger.run(15s);
    EXPECT_TRUE(stranger.closed.has_value());
    EXPECT_TRUE(Hall::joined(alice));
}

} // namespace
} // namespace plenum::node
