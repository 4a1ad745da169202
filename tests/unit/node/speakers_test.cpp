// SPDX-License-Identifier: Apache-2.0
// More voices than a relay passes on at once.
#include "core/conversation/context.h"
#include "core/relay/conference/gap_book.h"
#include "core/tag/voice_flags.h"
#include "tests/unit/node/hall.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace plenum::test {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

constexpr base::FlowId voice{1};
constexpr base::ConversationId red{2};

class Speakers : public testing::Test {
  protected:
    void SetUp() override {
        link = hall.create(listener, relay);
        hall.join(listener, relay, link, "Listener");
        hall.run(500ms);
        hall.way = [this](const base::Address&, const base::Address& to, std::size_t bytes) {
            if (to == listener.address) carried += bytes;
            return std::optional{base::Duration{5ms}};
        };
    }
    void join(std::size_t people) {
        for (std::size_t i = 0; i < people; ++i) {
            talkers.push_back(&hall.add_endpoint());
            hall.join(*talkers.back(), relay, link, "Talker");
            hall.run(300ms);
            ASSERT_TRUE(Hall::joined(*talkers.back()));
        }
    }
    void talk(base::Duration lasts, std::uint8_t loudness_of_last = 2) {
        for (const auto end = hall.now + lasts; hall.now < end; hall.run(20ms))
            for (auto* talker : talkers) {
                const std::uint8_t loudness = talker == talkers.back() ? loudness_of_last : std::uint8_t{2};
                hall.command(*talker, node::Publish{voice, tag::voice_flags(false, loudness), base::Bytes(80, 1)});
            }
    }
    /// Since the event of that number.
    [[nodiscard]] std::multiset<base::MemberIndex> heard(std::size_t since) const {
        std::multiset<base::MemberIndex> senders;
        for (const auto& event : std::span{listener.events}.subspan(since)) {
            const auto* message = std::get_if<node::MessageReceived>(&event);
            if (message != nullptr && message->flow == voice) senders.insert(message->sender);
        }
        return senders;
    }
    /// What this one writes reaches the listener in its order, and waits for nothing.
    void expect_in_order_at_once(Hall::Place& writer) {
        const auto since = listener.events.size();
        hall.say(writer, "may I?");
        const auto said_at = hall.now;
        hall.run(1s);
        std::vector<node::MessageReceived> words;
        for (const auto& event : std::span{listener.events}.subspan(since)) {
            const auto* message = std::get_if<node::MessageReceived>(&event);
            if (message != nullptr && message->flow != voice) words.push_back(*message);
        }
        ASSERT_THAT(words, SizeIs(1));
        EXPECT_EQ(words[0].delivery, node::Delivery::in_order);
        EXPECT_LE(words[0].received_at - said_at, 40ms);
    }
    [[nodiscard]] static base::FlowId voice_of(const Hall::Place& place, base::ConversationId group) {
        for (const auto& flow : Hall::all<node::FlowDeclared>(place))
            if (flow.conversation == group && flow.spec.kind == base::FlowKind::audio) return flow.flow;
        return {};
    }
    [[nodiscard]] std::size_t heard_people(std::size_t since) const {
        const auto all = heard(since);
        return std::set<base::MemberIndex>{all.begin(), all.end()}.size();
    }

    Hall hall;
    Hall::Place& relay{hall.add_relay()};
    Hall::Place& listener{hall.add_endpoint()};
    node::ConferenceLink link;
    std::vector<Hall::Place*> talkers;
    std::size_t carried{0};
};

TEST_F(Speakers, six_of_ten_are_heard_for_what_six_cost) {
    join(6);
    talk(1s);
    carried = 0;
    talk(4s);
    const auto six = carried;
    join(4);
    talk(1s);
    const auto since = listener.events.size();
    carried = 0;
    talk(4s);
    hall.run(1s);
    EXPECT_EQ(heard_people(since), 6U);
    EXPECT_GE(heard(since).size(), 6 * 195U);
    EXPECT_LE(static_cast<double>(carried), 1.1 * static_cast<double>(six));
    EXPECT_THAT(Hall::all<node::MessagesMissed>(listener), IsEmpty());
}

TEST_F(Speakers, who_is_louder_takes_a_place_after_a_second) {
    join(7);
    talk(1500ms);
    const auto since = listener.events.size();
    talk(500ms, 3);
    hall.run(200ms);
    EXPECT_EQ(heard_people(since), 7U);
    EXPECT_GE(heard(since).size(), 6 * 24U);
}

TEST_F(Speakers, what_an_unheard_speaker_writes_comes_in_order_and_at_once) {
    join(7);
    talk(2s);
    // The last to join found no place.
    expect_in_order_at_once(*talkers.back());
}

TEST_F(Speakers, what_was_unheard_is_announced_where_it_was_said) {
    hall.command(relay, node::SetRelayLimits{{.speakers = 1}});
    hall.command(listener, node::OpenGroup{"Red", {}});
    join(2);
    talk(1s);
    hall.command(listener,
                 node::ActOnConversation{log::PlaceMembers{red, {base::MemberIndex{2}, base::MemberIndex{3}}}});
    hall.run(500ms);
    for (auto* talker : talkers) {
        hall.command(*talker, node::Publish{voice_of(*talker, red), tag::voice_flags(false, 2), base::Bytes(80, 1)});
        hall.run(20ms);
    }
    expect_in_order_at_once(*talkers.back());
}

wire::Gap gap_of(std::uint64_t ordinal, std::vector<conversation::Dependency> dependencies, std::uint8_t count = 1) {
    wire::Gap gap{voice, base::MemberIndex{7}, count, {}};
    conversation::encode({base::Ordinal{ordinal}, 100ms, std::move(dependencies), true}, gap.context);
    return gap;
}

TEST(GapBook, announces_what_follows_each_other_together_with_all_that_it_depends_on) {
    node::GapBook book;
    const base::MemberIndex one{1};
    const base::MemberIndex two{2};
    EXPECT_FALSE(book.add(gap_of(5, {{one, base::Ordinal{3}}})));
    EXPECT_FALSE(book.add(gap_of(6, {{two, base::Ordinal{9}}}, 2)));
    EXPECT_FALSE(book.add(gap_of(8, {{one, base::Ordinal{4}}})));
    const auto told = book.take(base::MemberIndex{7});
    ASSERT_TRUE(told);
    EXPECT_EQ(told->count, 4);
    conversation::Context context;
    ASSERT_TRUE(conversation::decode(told->context, context));
    EXPECT_EQ(context.ordinal, base::Ordinal{5});
    EXPECT_EQ(context.dependencies,
              (std::vector<conversation::Dependency>{{one, base::Ordinal{4}}, {two, base::Ordinal{9}}}));
    EXPECT_FALSE(book.take(base::MemberIndex{7}));
}

TEST(GapBook, gives_back_what_cannot_be_told_together) {
    node::GapBook book;
    EXPECT_FALSE(book.add(gap_of(5, {})));
    const auto skipped = book.add(gap_of(7, {}));
    ASSERT_TRUE(skipped) << "the sixth was passed on";
    EXPECT_EQ(skipped->count, 1);
    for (std::uint64_t ordinal = 8; ordinal < 7 + 255; ++ordinal)
        EXPECT_FALSE(book.add(gap_of(ordinal, {})));
    const auto full = book.add(gap_of(7 + 255, {}));
    ASSERT_TRUE(full);
    EXPECT_EQ(full->count, 255);
    EXPECT_FALSE(book.add({voice, base::MemberIndex{8}, 0, {}})) << "hostile";
    EXPECT_FALSE(book.add({voice, base::MemberIndex{8}, 1, base::Bytes(3, 0xff)})) << "hostile";
    EXPECT_FALSE(book.take(base::MemberIndex{8}));
}

} // namespace
} // namespace plenum::test
