// SPDX-License-Identifier: Apache-2.0
// Polls between members at one relay and at several: each relay adds up what its members answer.
#include "core/base/random.h"
#include "core/tree/exchange/poll_exchange.h"
#include "tests/unit/node/edge_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

namespace plenum::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tree::PollEnd;
using tree::PollError;
using tree::PollKey;
using tree::PollQuestion;

const PollQuestion lunch{"Lunch at noon?", {"yes", "no", "later"}};

/// The first who joins is Alice, who moderates and is there already.
class Polls : public Edge {
  protected:
    struct Person {
        explicit Person(Hall::Place& at) : place{&at} {}
        Hall::Place* place;
        std::size_t seen{0};
        tree::PollExchange polls{};
        std::vector<tree::PollState> told{};

        [[nodiscard]] const tree::PollState& last() const { return told.back(); }
    };

    Person& join(Hall::Place& relay, const std::string& name) {
        auto& person = people.emplace_back(people.empty() ? *alice : Edge::join(relay, name));
        run(2s);
        return person;
    }
    void run(base::Duration duration) {
        for (const auto until = hall.now + duration; hall.now < until;) {
            hall.run(5ms);
            for (auto& person : people)
                step(person);
        }
    }
    void step(Person& person) {
        for (; person.seen < person.place->events.size(); ++person.seen)
            person.polls.handle(person.place->events[person.seen], hall.now);
        while (auto command = person.polls.poll(hall.now))
            std::visit([&](auto& each) { hall.command(*person.place, std::move(each)); }, *command);
        while (auto change = person.polls.poll_change())
            person.told.push_back(*std::move(change));
    }
    void make_moderator(Person& by, Person& person) {
        hall.command(*by.place, node::SetRole{person.polls.self(), node::MemberRole::moderator});
        run(1s);
    }
    /// Datagrams of that size or more from one to the other while `work` runs.
    template <class Work>
    std::size_t datagrams(const Hall::Place& from, const Hall::Place& to, const Work& work) {
        hall.captured.clear();
        hall.capture = true;
        work();
        hall.capture = false;
        return static_cast<std::size_t>(std::ranges::count_if(hall.captured, [&](const Hall::Sent& sent) {
            return sent.from == from.address && sent.to == to.address && sent.bytes.size() > 80;
        }));
    }

    std::deque<Person> people;
};

TEST_F(Polls, are_counted_over_all_relays) {
    auto& asker = join(*home, "Alice");
    auto& bob = join(*edge, "Bob");
    auto& cem = join(*far, "Cem");
    auto& dina = join(*edge, "Dina");
    ASSERT_TRUE(asker.polls.ask(lunch, hall.now));
    run(1s);
    const PollKey key{asker.polls.self(), 1};
    for (const auto& person : people) {
        ASSERT_FALSE(person.told.empty());
        EXPECT_EQ(person.last().question, lunch);
        EXPECT_EQ(person.last().key, key);
    }
    EXPECT_TRUE(bob.polls.answer(key, 1, hall.now));
    EXPECT_TRUE(cem.polls.answer(key, 1, hall.now));
    EXPECT_TRUE(dina.polls.answer(key, 2, hall.now));
    EXPECT_TRUE(asker.polls.answer(key, 0, hall.now));
    run(3s);
    for (const auto& person : people) {
        EXPECT_THAT(person.last().votes, ElementsAre(1, 2, 1));
        EXPECT_EQ(person.last().answered, 4U);
        EXPECT_EQ(person.last().members, 4U);
        EXPECT_TRUE(person.last().is_open());
    }
    // Another mind, and none.
    EXPECT_TRUE(cem.polls.answer(key, 0, hall.now));
    EXPECT_TRUE(dina.polls.answer(key, std::nullopt, hall.now));
    run(3s);
    EXPECT_THAT(bob.last().votes, ElementsAre(2, 1, 0));
    EXPECT_EQ(bob.last().answered, 3U);
    EXPECT_TRUE(asker.polls.end(key, hall.now));
    run(2s);
    for (const auto& person : people) {
        EXPECT_EQ(person.last().end, PollEnd::ended);
        EXPECT_THAT(person.last().votes, ElementsAre(2, 1, 0));
    }
    EXPECT_EQ(bob.polls.answer(key, 0, hall.now), std::unexpected{PollError::over});
}

/// The program creates flows for other purposes, too.
TEST_F(Polls, the_refusal_of_another_flow_ends_no_poll) {
    auto& asker = join(*home, "Alice");
    auto& bob = join(*edge, "Bob");
    ASSERT_TRUE(asker.polls.ask(lunch, hall.now));
    node::CreateFlow taken;
    taken.name = "chat";
    taken.terms = tree::PollFlows::creation(asker.polls.self()).terms;
    hall.command(*asker.place, taken);
    run(2s);
    EXPECT_EQ(Hall::all<node::CommandRefused>(*asker.place).size(), 1U);
    ASSERT_FALSE(bob.told.empty());
    EXPECT_TRUE(bob.last().is_open());
    EXPECT_TRUE(asker.last().is_open());
}

TEST_F(Polls, answers_behind_an_edge_go_to_the_home_as_one) {
    auto& asker = join(*home, "Alice");
    for (const auto* name : {"Bob", "Cem", "Dina", "Erik", "Fay", "Gil", "Hana", "Ida"})
        std::ignore = join(*edge, name);
    ASSERT_TRUE(asker.polls.ask(lunch, hall.now));
    run(500ms);
    const auto answer = [&] {
        for (auto& person : people)
            EXPECT_TRUE(person.polls.answer({asker.polls.self(), 1}, 0, hall.now));
        run(150ms);
    };
    const auto sent = datagrams(*edge, *home, answer);
    run(2s);
    EXPECT_THAT(people.back().last().votes, ElementsAre(9, 0, 0));
    // Eight answers; some datagrams are acknowledgements and other traffic of eight sessions.
    EXPECT_LE(sent, 5U);
}

TEST_F(Polls, survive_loss_on_every_link) {
    auto& asker = join(*home, "Alice");
    for (const auto* name : {"Bob", "Cem"})
        std::ignore = join(*edge, name);
    std::ignore = join(*far, "Dina");
    // Drawn: every fifth could always be the same member's.
    base::Random random{13};
    hall.way = [&](const base::Address&, const base::Address&, std::size_t) -> std::optional<base::Duration> {
        return random.below(5) == 0 ? std::nullopt : std::optional{base::Duration{5ms}};
    };
    ASSERT_TRUE(asker.polls.ask({"Shall we vote?", {}}, hall.now));
    run(2s);
    for (auto& person : people)
        EXPECT_TRUE(person.polls.answer({asker.polls.self(), 1}, 0, hall.now));
    // Later, somebody may be cut off for a moment, and is not counted meanwhile.
    const auto knows_all = [](const Person& person) {
        return person.last().votes == std::vector<std::uint64_t>{4} && person.last().members == 4;
    };
    for (const auto until = hall.now + 15s; hall.now < until && !std::ranges::all_of(people, knows_all);)
        run(100ms);
    EXPECT_TRUE(std::ranges::all_of(people, knows_all));
    hall.way = {};
    run(12s);
    EXPECT_TRUE(std::ranges::all_of(people, knows_all)) << "and it stays so";
}

TEST_F(Polls, of_two_who_ask_at_once_the_same_is_open_for_all) {
    auto& asker = join(*home, "Alice");
    auto& bob = join(*edge, "Bob");
    auto& cem = join(*far, "Cem");
    make_moderator(asker, bob);
    ASSERT_TRUE(asker.polls.ask(lunch, hall.now));
    ASSERT_TRUE(bob.polls.ask({"Break?", {}}, hall.now));
    run(4s);
    ASSERT_NE(cem.polls.book().open(), nullptr);
    const auto open = cem.polls.book().open()->key;
    for (const auto& person : people) {
        ASSERT_NE(person.polls.book().open(), nullptr);
        EXPECT_EQ(person.polls.book().open()->key, open);
    }
    // The next replaces it, whoever asks.
    auto& other = open.asker == asker.polls.self() ? bob : asker;
    ASSERT_TRUE(other.polls.ask({"Now?", {"a", "b"}}, hall.now));
    run(3s);
    for (const auto& person : people) {
        EXPECT_EQ(person.polls.book().open()->key.asker, other.polls.self());
        EXPECT_EQ(person.polls.book().find(open)->end, PollEnd::replaced);
    }
}

TEST_F(Polls, are_told_to_newcomers_and_end_with_their_asker) {
    auto& asker = join(*home, "Alice");
    ASSERT_TRUE(asker.polls.ask(lunch, hall.now));
    EXPECT_TRUE(asker.polls.answer({asker.polls.self(), 1}, 2, hall.now));
    run(1s);
    auto& bob = join(*edge, "Bob");
    run(1s);
    ASSERT_FALSE(bob.told.empty());
    EXPECT_THAT(bob.last().votes, ElementsAre(0, 0, 1));
    hall.command(*asker.place, node::LeaveConference{});
    run(2s);
    EXPECT_EQ(bob.last().end, PollEnd::asker_left);
    EXPECT_EQ(bob.polls.book().open(), nullptr);
}

TEST_F(Polls, are_asked_by_moderators_alone) {
    auto& asker = join(*home, "Alice");
    auto& bob = join(*edge, "Bob");
    EXPECT_EQ(bob.polls.ask(lunch, hall.now), std::unexpected{PollError::not_permitted});
    EXPECT_EQ(asker.polls.ask({"", {}}, hall.now), std::unexpected{PollError::bad_question});
    EXPECT_EQ(asker.polls.ask({"One?", {"only"}}, hall.now), std::unexpected{PollError::bad_question});
    // A changed program: its own flow, and packets as a source.
    hall.command(*bob.place, tree::PollFlows::creation(bob.polls.self()));
    run(500ms);
    tree::PollAsker liar;
    liar.set_self(bob.polls.self());
    std::ignore = liar.ask(lunch, {}, hall.now);
    base::FlowId flow;
    for (const auto& declared : Hall::all<node::FlowDeclared>(*bob.place))
        if (declared.owner == bob.polls.self()) flow = declared.flow;
    ASSERT_NE(flow, base::FlowId{});
    const auto before = Hall::all<node::TreePacketReceived>(*asker.place).size();
    while (auto output = liar.poll(flow, hall.now))
        if (auto* command = std::get_if<tree::PollCommand>(&*output))
            std::visit([&](auto& each) { hall.command(*bob.place, std::move(each)); }, *command);
    run(1s);
    EXPECT_THAT(asker.told, IsEmpty());
    EXPECT_EQ(Hall::all<node::TreePacketReceived>(*asker.place).size(), before);
}

TEST_F(Polls, count_each_member_once_whatever_it_says) {
    auto& asker = join(*home, "Alice");
    auto& bob = join(*home, "Bob");
    auto& cem = join(*edge, "Cem");
    ASSERT_TRUE(asker.polls.ask(lunch, hall.now));
    run(1s);
    const PollKey key{asker.polls.self(), 1};
    EXPECT_TRUE(bob.polls.answer(key, 0, hall.now));
    run(500ms);
    // Bob's and Cem's programs also speak for others, who are not there.
    for (auto* liar : {&bob, &cem}) {
        for (std::uint32_t index = 50; index < 60; ++index) {
            tree::PollVoter other;
            other.follow(base::MemberIndex{index}, key);
            for (const auto& packet : Hall::all<node::TreePacketReceived>(*liar->place))
                other.handle_packet(packet.packet, hall.now);
            other.answer(1, hall.now);
            while (auto packet = other.poll())
                hall.command(*liar->place, node::SendTreePacket{*std::move(packet)});
        }
    }
    run(3s);
    EXPECT_THAT(asker.last().votes, ElementsAre(1, 0, 0));
    EXPECT_EQ(asker.last().members, 3U);
}

} // namespace
} // namespace plenum::test
