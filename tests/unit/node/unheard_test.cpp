// SPDX-License-Identifier: Apache-2.0
// Messages that a relay passes on to nobody: each is counted by why, and whoever goes on all the same is told of.
#include "core/api/rejection.h"

#include "core/wire/message.h"
#include "tests/unit/node/floor_fixture.h"
#include "tests/unit/node/stranger.h"

namespace plenum::test {
namespace {

using node::Rejection;

/// The voice is with Bob; Eve is a member, and her program whatever she likes.
class UnheardMembers : public Floor {
  protected:
    static constexpr base::Duration frame = 20ms;

    void SetUp() override {
        Floor::SetUp();
        declare(voice);
        want(bob);
        eve.emplace(hall, relay, link, 40);
        eve->run(1s);
        ASSERT_TRUE(eve->keyed());
        ASSERT_EQ(holder_seen_by(alice), self(bob));
    }
    template <class Message>
    Message message(base::FlowId flow, base::TokenEpoch epoch) {
        Message made;
        made.flow = flow;
        made.sender = eve->self();
        made.sequence = next = next.next();
        wire::MessageHeader header;
        header.flow = flow;
        header.sender = made.sender;
        header.token_epoch = epoch;
        content = wire::encode(header);
        content.push_back(0xff);
        return made;
    }
    void say(wire::FragmentFrame fragment) {
        fragment.data = content;
        eve->link().send_fragment({link::encode_fragment(fragment), base::PriorityClass::audio, hall.now + 500ms},
                                  hall.now);
        eve->run(frame);
    }
    /// As a microphone does, for so long.
    void talk(base::Duration duration, base::TokenEpoch epoch = {}) {
        for (const auto end = hall.now + duration; hall.now < end;)
            say(message<wire::FragmentFrame>(voice, epoch));
    }
    void write(wire::ReliableMessage word) {
        word.sealed = content;
        ASSERT_TRUE(eve->link().send_stream(base::PriorityClass::chat, wire::encode(word)).has_value());
        eve->run(50ms);
    }
    [[nodiscard]] std::uint64_t counted(Rejection why) const {
        return relay.node->relay_statistics().messages_unheard[why];
    }
    [[nodiscard]] std::vector<std::uint64_t> counts() const {
        const auto all = relay.node->relay_statistics().messages_unheard;
        return {all.begin(), all.end()};
    }
    [[nodiscard]] std::vector<node::RejectedMember> told() const {
        std::vector<node::RejectedMember> found;
        for (const auto& incident : Hall::all<node::RelayIncident>(relay)) {
            if (incident.kind == node::RelayIncident::Kind::member_unheard) found.push_back(*incident.unheard);
        }
        return found;
    }

    std::optional<HandMember> eve;
    base::SequenceNumber next{0};
    base::Bytes content;
};

TEST_F(UnheardMembers, who_goes_on_without_the_token_is_told_of_once_a_minute) {
    EXPECT_EQ(counts(), (std::vector<std::uint64_t>{0, 0, 0, 0, 0, 0}));
    talk(3900ms);
    EXPECT_EQ(counted(Rejection::no_token), 195U);
    EXPECT_TRUE(told().empty());
    talk(300ms);
    ASSERT_EQ(told().size(), 1U);
    EXPECT_EQ(told()[0].conference, eve->roster().state().conference);
    EXPECT_EQ(told()[0].member, eve->self());
    EXPECT_EQ(told()[0].why, Rejection::no_token);
    EXPECT_NEAR(static_cast<double>(told()[0].messages), 201, 2);
    talk(59s);
    EXPECT_EQ(told().size(), 1U);
    talk(6s);
    ASSERT_EQ(told().size(), 2U);
    EXPECT_NEAR(static_cast<double>(told()[1].messages), 3200, 200) << "all of this session";
    EXPECT_EQ(times(alice, ""), 0U);
}

TEST_F(UnheardMembers, each_is_counted_by_why) {
    talk(frame, base::TokenEpoch{1'000'000});
    EXPECT_EQ(counts(), (std::vector<std::uint64_t>{0, 0, 0, 1, 0, 0}));
    auto in_the_name_of_bob = message<wire::FragmentFrame>(voice, {});
    in_the_name_of_bob.sender = self(bob);
    say(in_the_name_of_bob);
    EXPECT_EQ(counts(), (std::vector<std::uint64_t>{1, 0, 0, 1, 0, 0}));
    act(alice, token::TransferToken{token, self(bob), eve->self()});
    eve->run(50ms);
    const auto first = seen_by(alice)->holders.front().epoch;
    talk(frame, first);
    act(alice, token::TransferToken{token, eve->self(), self(bob)});
    act(alice, token::TransferToken{token, self(bob), eve->self()});
    eve->run(50ms);
    ASSERT_GT(seen_by(alice)->holders.front().epoch, first);
    EXPECT_EQ(counts(), (std::vector<std::uint64_t>{1, 0, 0, 1, 0, 0})) << "who has it is not counted";
    talk(frame, first);
    EXPECT_EQ(counts(), (std::vector<std::uint64_t>{1, 0, 1, 1, 0, 0}));
    talk(frame);
    EXPECT_EQ(counts(), (std::vector<std::uint64_t>{1, 1, 1, 1, 0, 0}));
    EXPECT_TRUE(told().empty());
}

TEST_F(UnheardMembers, messages_named_by_a_release_count_for_two_seconds) {
    act(alice, token::TransferToken{token, self(bob), eve->self()});
    eve->run(50ms);
    const auto mine = seen_by(alice)->holders.front().epoch;
    eve->submit(token::ReleaseToken{token, {{voice, base::SequenceNumber{next.value() + 1000}}}});
    eve->run(100ms);
    ASSERT_TRUE(seen_by(alice)->holders.empty());
    talk(1500ms, mine);
    EXPECT_EQ(counts(), (std::vector<std::uint64_t>{0, 0, 0, 0, 0, 0}));
    talk(2s, mine);
    EXPECT_NEAR(static_cast<double>(counted(Rejection::stale_epoch)), 80, 5) << "two seconds after the release";
    auto large = message<wire::FragmentFrame>(voice, mine);
    large.index = 1;
    large.count = 2;
    const auto before = counted(Rejection::stale_epoch);
    say(large);
    EXPECT_EQ(counted(Rejection::stale_epoch), before + 1) << "a fragment that is not the first, too";
}

TEST_F(UnheardMembers, words_too) {
    act(alice, token::DeclareToken{base::TokenId{2}, "pen", {chat}, {}});
    eve->run(50ms);
    write(message<wire::ReliableMessage>(chat, {}));
    EXPECT_EQ(counts(), (std::vector<std::uint64_t>{0, 1, 0, 0, 0, 0}));
    EXPECT_EQ(eve->refused.size(), 1U);
    auto in_the_name_of_bob = message<wire::ReliableMessage>(chat, {});
    in_the_name_of_bob.sender = self(bob);
    write(in_the_name_of_bob);
    EXPECT_EQ(counts(), (std::vector<std::uint64_t>{1, 1, 0, 0, 0, 0}));
}

TEST_F(UnheardMembers, last_words_are_counted_and_told_to_nobody) {
    for (const bool again : {false, true}) {
        act(alice, token::TransferToken{token, self(bob), eve->self()});
        eve->run(50ms);
        const auto before = counts();
        talk(2s, seen_by(alice)->holders.front().epoch);
        EXPECT_EQ(counts(), before);
        const auto epoch = seen_by(alice)->holders.front().epoch;
        act(alice, token::TransferToken{token, eve->self(), self(bob)});
        talk(3s, epoch);
        EXPECT_NEAR(static_cast<double>(counted(Rejection::stale_epoch)), again ? 300 : 150, 3);
        eve->run(7s);
    }
    EXPECT_TRUE(told().empty());
}

class RejectionWatch : public testing::Test {
  protected:
    using Watch = node::RejectionWatch;
    /// How many of so many, so far apart, are to be told.
    int told(int messages, base::Duration apart) {
        int count = 0;
        for (int message = 0; message < messages; ++message, now += apart)
            count += watch.note(now) ? 1 : 0;
        return count;
    }
    Watch watch;
    base::LocalTime now{1s};
};

TEST_F(RejectionWatch, few_are_never_told) {
    EXPECT_EQ(told(10'000, Watch::window / 98), 0) << "99 in each";
    EXPECT_EQ(watch.messages(), 10'000U);
}

TEST_F(RejectionWatch, a_few_more_are) { EXPECT_GE(told(1000, Watch::window / 99), 1); }

TEST_F(RejectionWatch, many_at_once_are_not_and_each_window_begins_anew) {
    for (int burst = 0; burst < 10; ++burst) {
        EXPECT_EQ(told(10'000, Watch::lasting_min / 10'000), 0);
        now += Watch::window;
    }
    EXPECT_EQ(told(10'000, Watch::lasting_min / 9'000), 1);
}

} // namespace
} // namespace plenum::test
