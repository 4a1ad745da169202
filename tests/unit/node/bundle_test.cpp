// SPDX-License-Identifier: Apache-2.0
// What is published in one turn goes together, comes one by one, and cannot be made to mean anything else.
#include "core/api/standard_flows.h"
#include "core/flow/fragment.h"
#include "core/member/keys/key_ring.h"
#include "tests/unit/node/dishonest_relay.h"
#include "tests/unit/node/hall_ids.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr wire::MessageFlags discardable{wire::MessageFlags::discardable};

base::Bytes bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

node::Command say(std::string_view text, wire::MessageFlags flags = {}, base::LocalTime captured_at = {}) {
    return node::Publish{voice, flags, bytes_of(text), captured_at};
}

/// Alice and Bob, a relay that passes everything on and keeps what came, and a member whose keys are the relay's.
class Bundled : public testing::Test {
  protected:
    void SetUp() override {
        // Alice's numbers are made up here: in a conversation what she really says would come behind them.
        auto flows = node::standard_flows();
        for (auto& flow : flows)
            flow.conversation = {};
        const auto link = relay.create(alice, std::move(flows));
        relay.live_flows = {pulse, voice};
        relay.join(alice, link, "Alice");
        relay.join(bob, link, "Bob");
        relay.run(3s);
        const auto puppet = relay.join_puppet(41, &link);
        relay.submitted.clear();
        relay.run(1s);
        ring.emplace(relay.state.conference, puppet.exchange.copy());
        for (const auto& by : relay.submitted) {
            const auto operation = wire::decode_choice<log::Operation>(by.operation);
            if (const auto* turn = std::get_if<log::EpochTurn>(&*operation))
                std::ignore = ring->adopt(*turn, puppet.member, hall.now);
        }
        ASSERT_TRUE(ring->can_seal());
        relay.run(2s);
        relay.fragments.clear();
    }
    /// In one turn of Alice's node.
    void publish(const std::vector<node::Command>& commands) {
        hall.commands(alice, commands);
        relay.run(100ms);
    }
    [[nodiscard]] std::vector<wire::FragmentFrame> sent() const {
        std::vector<wire::FragmentFrame> all;
        std::ranges::copy_if(relay.fragments, std::back_inserter(all),
                             [](const auto& each) { return each.flow == voice; });
        return all;
    }
    /// First number, and how many.
    [[nodiscard]] std::vector<std::pair<std::uint64_t, int>> units() const {
        std::vector<std::pair<std::uint64_t, int>> all;
        for (const auto& each : sent()) {
            wire::Reader from{each.data};
            wire::MessageHeader header;
            wire::get(from, header);
            EXPECT_EQ(header.flags.is_bundle(), header.count > 1);
            EXPECT_EQ(each.count, 1U) << "pieces";
            all.emplace_back(each.sequence.value(), header.count);
        }
        return all;
    }
    [[nodiscard]] std::vector<std::uint64_t> heard() const {
        std::vector<std::uint64_t> all;
        for (const auto& each : Hall::all<node::MessageReceived>(bob))
            all.push_back(each.sequence.value());
        return all;
    }
    /// What Bob refused meanwhile.
    std::uint64_t refused_by(const std::function<void()>& act) {
        const auto before = Hall::all<node::LinkHealth>(bob).back().refused;
        act();
        relay.run(1100ms);
        return Hall::all<node::LinkHealth>(bob).back().refused - before;
    }
    [[nodiscard]] wire::MessageHeader header(std::uint64_t first, std::uint8_t count) const {
        wire::MessageHeader header;
        header.flow = voice;
        header.sender = alices;
        header.sequence = base::SequenceNumber{first};
        header.sent_at = sent_at;
        header.lifetime = 500ms;
        header.priority = base::PriorityClass::audio;
        header.count = count;
        if (count != 1) header.flags = header.flags.bundled();
        return header;
    }
    /// Sealed as Alice, whatever it is; the header's bytes may be altered before.
    std::vector<wire::FragmentFrame> seal(const wire::MessageHeader& header, base::ByteView plaintext,
                                          const std::function<void(base::Bytes&)>& alter = {}) {
        auto message = wire::encode(header);
        if (alter) alter(message);
        base::Bytes associated{relay.state.conference.bytes.begin(), relay.state.conference.bytes.end()};
        base::append(associated, message);
        ring->seal(node::Chain::media, {header.sender, header.flow}, header.sequence, associated, plaintext, hall.now,
                   message);
        wire::FragmentFrame frame;
        frame.flow = header.flow;
        frame.sender = header.sender;
        frame.sequence = header.sequence;
        frame.sent_at = header.sent_at;
        frame.flags = header.flags;
        return flow::split(frame, message);
    }
    void give(const std::vector<wire::FragmentFrame>& fragments) {
        for (const auto& each : fragments)
            relay.send(bob, each);
        relay.run(50ms);
    }
    static base::Bytes bodies(const std::vector<std::string>& texts) {
        base::Bytes plaintext;
        wire::Writer to{plaintext};
        for (const auto& text : texts)
            wire::put(to, wire::BundledBody{base::as_bytes(text)});
        return plaintext;
    }
    /// A time that Alice might have given a message just now.
    void take_time() {
        publish({say("now")});
        sent_at = sent().back().sent_at;
        relay.fragments.clear();
    }

    Hall hall;
    DishonestRelay relay{hall};
    Hall::Place& alice{hall.add_endpoint()};
    Hall::Place& bob{hall.add_endpoint()};
    std::optional<node::KeyRing> ring;
    base::ConferenceTime sent_at{};
};

TEST_F(Bundled, what_is_published_in_one_turn_goes_together_and_comes_one_by_one) {
    publish({say("one"), say("two"), say(""), say("four")});
    EXPECT_THAT(units(), ElementsAre(std::pair{1, 4}));
    EXPECT_THAT(Hall::texts(bob), ElementsAre("one", "two", "", "four"));
    EXPECT_THAT(heard(), ElementsAre(1, 2, 3, 4));
    for (const auto& each : Hall::all<node::MessageReceived>(bob))
        EXPECT_EQ(each.flags, wire::MessageFlags{});
    std::vector<std::uint64_t> numbers;
    for (const auto& each : Hall::all<node::MessagePublished>(alice))
        numbers.push_back(each.sequence.value());
    EXPECT_THAT(numbers, ElementsAre(1, 2, 3, 4));
}

TEST_F(Bundled, a_message_alone_stands_as_it_would_without_bundles) {
    publish({say("alone")});
    const auto alone = sent();
    ASSERT_THAT(alone, SizeIs(1));
    EXPECT_FALSE(alone[0].flags.is_bundle());
    sent_at = alone[0].sent_at;
    const auto plain = header(1, 1);
    constexpr std::size_t frame_header = 1; // epoch and number are below 8
    EXPECT_EQ(alone[0].data.size(), wire::encode(plain).size() + frame_header + 5 + crypto::tag_size);
    hall.command(alice, say("as one command"));
    relay.run(100ms);
    EXPECT_THAT(units(), ElementsAre(std::pair{1, 1}, std::pair{2, 1}));
    EXPECT_THAT(Hall::texts(bob), ElementsAre("alone", "as one command"));
}

TEST_F(Bundled, flags_times_sizes_and_other_commands_part_them) {
    const std::string large(700, 'x');
    publish({say("1"), say("2"), say("3", discardable), say("4", discardable), say(large), say("6"), say("7"),
             node::RequestKeyFrame{base::FlowId{2}, alices}, say("8"), say("9", {}, hall.now - 20ms), say("10")});
    EXPECT_THAT(units(), ElementsAre(std::pair{1, 2}, std::pair{3, 2}, std::pair{5, 1}, std::pair{6, 2},
                                     std::pair{8, 1}, std::pair{9, 1}, std::pair{10, 1}));
    EXPECT_THAT(heard(), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    const auto received = Hall::all<node::MessageReceived>(bob);
    EXPECT_EQ(received[3].flags, discardable);
    EXPECT_LT(received[8].sent_at, received[7].sent_at);
}

TEST_F(Bundled, no_bundle_is_longer_than_a_fragment) {
    for (const std::size_t size : {0U, 1U, 63U, 64U, 100U, 300U, 500U, 520U}) {
        relay.fragments.clear();
        bob.events.clear();
        // Of large ones as many as a young link sends within their lifetime.
        const std::size_t count = size <= 100 ? 300 : 40;
        publish(std::vector<node::Command>(count, say(std::string(size, 'x'))));
        relay.run(1s);
        std::size_t counted = 0;
        for (const auto& [first, messages] : units())
            counted += static_cast<std::size_t>(messages);
        EXPECT_EQ(counted, count) << size;
        const auto fitting = std::min<std::size_t>(255, 1030 / (size + (size < 64 ? 1 : 2)));
        EXPECT_LE(sent().size(), count / fitting + 1) << size << " bytes: too many";
        for (const auto& each : sent())
            EXPECT_LE(each.data.size(), base::limits::fragment_bytes_max) << size;
        EXPECT_EQ(heard().size(), count) << size;
        const auto texts = Hall::texts(bob);
        EXPECT_TRUE(std::ranges::all_of(texts, [&](const auto& text) { return text == std::string(size, 'x'); }));
    }
}

TEST_F(Bundled, a_late_bundle_is_so_many_late_messages) {
    relay.live_flows = {pulse};
    publish({say("one"), say("two"), say("three")});
    const auto late = sent();
    relay.run(1s);
    const auto before = Hall::all<node::LinkHealth>(bob).back().discarded;
    give(late);
    relay.run(1100ms);
    EXPECT_EQ(Hall::all<node::LinkHealth>(bob).back().discarded - before, 3U);
    EXPECT_THAT(heard(), IsEmpty());
}

TEST_F(Bundled, bundles_are_proven_as_messages_are) {
    for (int i = 0; i < 800; ++i) {
        hall.commands(alice, {say("a"), say("b"), say("c")});
        if (i % 3 == 0) hall.command(alice, say("alone"));
        relay.run(20ms);
    }
    EXPECT_GT(heard().size(), 2500U);
    EXPECT_THAT(Hall::all<node::ProtocolViolation>(bob), IsEmpty());
}

TEST_F(Bundled, what_is_put_into_a_members_mouth_within_a_bundle_is_found_out) {
    take_time();
    relay.live_flows = {pulse};
    publish({say("one"), say("two"), say("three")});
    ASSERT_THAT(units(), ElementsAre(std::pair{2, 3}));
    give(seal(header(3, 1), base::as_bytes("I never said that")));
    EXPECT_THAT(Hall::texts(bob), ElementsAre("now", "I never said that"));
    relay.run(3s);
    const auto violations = Hall::all<node::ProtocolViolation>(bob);
    ASSERT_THAT(violations, SizeIs(1));
    EXPECT_THAT(violations[0].what, HasSubstr("in this member's name"));
}

TEST_F(Bundled, what_no_member_makes_is_refused_and_counted) {
    take_time();
    std::uint64_t first = 100;
    const auto refused = [&](const wire::MessageHeader& header, base::ByteView plaintext,
                             const std::function<void(base::Bytes&)>& alter = {}) {
        first += 300;
        return refused_by([&] {
            // As if just said.
            auto now = header;
            publish({say("now")});
            now.sent_at = sent().back().sent_at;
            give(seal(now, plaintext, alter));
        });
    };
    const auto two = bodies({"one", "two"});
    EXPECT_EQ(refused(header(first, 2), two), 0U) << "this one is sound";
    ASSERT_THAT(Hall::texts(bob), testing::Contains("two"));
    const auto before = Hall::texts(bob).size();
    EXPECT_EQ(refused(header(first, 3), two), 1U) << "fewer than it says";
    EXPECT_EQ(refused(header(first, 2), bodies({"one", "two", "three"})), 1U) << "more than it says";
    auto trailing = two;
    trailing.push_back(0);
    EXPECT_EQ(refused(header(first, 2), trailing), 1U) << "bytes behind the last";
    EXPECT_EQ(refused(header(first, 2), base::Bytes{3, 'o', 'n', 'e', 9, 't'}), 1U) << "a length beyond the end";
    EXPECT_EQ(refused(header(first, 2), base::Bytes{3, 'o', 'n', 'e', 0x40, 0x01, 't'}), 1U) << "a length too long";
    EXPECT_EQ(refused(header(first, 2), {}), 1U) << "nothing";
    EXPECT_EQ(refused(header(first, 2), bodies({std::string(600, 'x'), std::string(600, 'y')})), 1U) << "two pieces";
    for (std::uint8_t count = 0; count < 2; ++count) {
        const auto say_so = [&](base::Bytes& header) { header[header.size() - 2] = count; };
        EXPECT_EQ(refused(header(first, 2), two, say_so), 1U) << "a bundle of " << int{count};
    }
    auto unflagged = header(first, 1);
    unflagged.flags = unflagged.flags.alone();
    const auto flag = [&](base::Bytes& header) { header[header.size() - 2] = wire::MessageFlags::bundle; };
    EXPECT_EQ(refused(unflagged, two, flag), 1U) << "a flag that the fragment has not, and no count";
    auto pulses = header(first, 2);
    pulses.flow = pulse;
    pulses.lifetime = 2s;
    pulses.priority = base::PriorityClass::control;
    EXPECT_EQ(refused(pulses, two), 1U) << "programs send none";
    EXPECT_EQ(refused(header(wire::varint_max - 3, 9), two), 1U) << "numbers beyond the last";
    EXPECT_EQ(Hall::texts(bob).size(), before + 12) << "nothing but what Alice says";
}

TEST_F(Bundled, no_number_is_heard_twice_however_it_is_bundled) {
    take_time();
    EXPECT_EQ(refused_by([&] {
                  give(seal(header(105, 4), bodies({"5", "6", "7", "8"})));
                  give(seal(header(107, 1), base::as_bytes("7 again")));
                  give(seal(header(108, 2), bodies({"8 again", "9"})));
                  give(seal(header(109, 1), base::as_bytes("9 at last")));
              }),
              2U);
    EXPECT_THAT(Hall::texts(bob), ElementsAre("now", "5", "6", "7", "8", "9 at last"));
    EXPECT_THAT(heard(), ElementsAre(1, 105, 106, 107, 108, 109));
}

TEST_F(Bundled, a_bundle_around_what_was_heard_is_refused) {
    take_time();
    EXPECT_EQ(refused_by([&] {
                  auto around = seal(header(103, 5), bodies({"3", "4", "5", "6", "7"}));
                  give(seal(header(105, 1), base::as_bytes("said")));
                  give(around);
              }),
              1U);
    EXPECT_THAT(heard(), ElementsAre(1, 105));
}

} // namespace
} // namespace plenum::test
