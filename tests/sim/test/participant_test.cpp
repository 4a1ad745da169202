// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/participant.h"

#include <gtest/gtest.h>

namespace plenum::sim {
namespace {

using namespace base;

constexpr FlowId chat{3};

VirtualTime at(Duration since_start) { return VirtualTime{since_start}; }

/// One person who chats every second, in a conference that exists.
class ParticipantTest : public testing::Test {
  protected:
    void SetUp() override {
        meeting_.link.emplace();
        ASSERT_TRUE(std::holds_alternative<node::JoinConference>(*person_.act(at(1s))));
        FlowSpec spec;
        spec.message_bytes_max = 1000;
        tell(node::FlowDeclared{chat, "chat", spec});
        join(MemberIndex{1});
    }
    static Scenario scenario() {
        Scenario scenario;
        scenario.flows.push_back({.name = "chat", .period = 1s, .bytes = 40, .senders = {NodeIndex{1}}});
        return scenario;
    }
    std::optional<Publication> tell(const node::Event& event) { return person_.handle(event, now_); }
    void join(MemberIndex as) {
        tell(node::MemberJoined{as, "", {}, {}, true, true});
        tell(node::PhaseChanged{node::Phase::joined});
    }
    /// What the next messages say, as checksums.
    std::vector<std::uint64_t> publish(int count) {
        std::vector<std::uint64_t> result;
        for (; count > 0; --count) {
            now_ += 1s;
            const auto command = person_.act(now_);
            result.push_back(checksum_of(std::get<node::Publish>(*command).body));
        }
        return result;
    }
    std::uint64_t numbered(std::uint64_t sequence) {
        return tell(node::MessagePublished{chat, SequenceNumber{sequence}, {}})->checksum;
    }

    Scenario scenario_ = scenario();
    Meeting meeting_{};
    VirtualTime now_ = at(10s);
    NodeClock clock_{0s, 0};
    Participant person_{{NodeIndex{1}, &clock_, at(1s), {0}}, scenario_, meeting_, Random{1}};
};

TEST_F(ParticipantTest, TellsWhatGotWhichNumber) {
    const auto said = publish(3);
    EXPECT_EQ(numbered(1), said[0]);
    EXPECT_EQ(numbered(2), said[1]);
    EXPECT_EQ(numbered(3), said[2]);
}

TEST_F(ParticipantTest, WhatWasNotAcceptedIsSaidAgainAsSomeoneNew) {
    const auto said = publish(3);
    for (std::uint64_t sequence = 1; sequence <= 3; ++sequence)
        (void)numbered(sequence);
    tell(node::MessageAccepted{chat, SequenceNumber{1}});
    tell(node::PhaseChanged{node::Phase::connecting});
    join(MemberIndex{2});
    EXPECT_EQ(numbered(1), said[1]);
    EXPECT_EQ(numbered(2), said[2]);
}

TEST_F(ParticipantTest, AwayTwiceLosesNothingOfIt) {
    const auto said = publish(2);
    (void)numbered(1);
    const auto waiting = publish(1);
    tell(node::PhaseChanged{node::Phase::connecting});
    tell(node::PhaseChanged{node::Phase::connecting});
    join(MemberIndex{3});
    EXPECT_EQ(numbered(1), said[0]);
    EXPECT_EQ(numbered(2), said[1]);
    EXPECT_EQ(numbered(3), waiting[0]);
}

} // namespace
} // namespace plenum::sim
