// SPDX-License-Identifier: Apache-2.0
// A key that is held to have the floor, over a simulated conference: pressed, let go of, pressed again before the log
// shows what came of it.
#include "tests/ui/in_call.h"

#include <gtest/gtest.h>

#include <deque>

namespace plenum::ui {
namespace {

constexpr base::TokenId voice{1};
constexpr base::MemberIndex robin{1};
constexpr base::MemberIndex ada{2};
constexpr base::MemberIndex jonas{3};

/// What we say of the floor goes out when the test lets it.
class SlowConference final : public SimulatedConference {
  public:
    using SimulatedConference::SimulatedConference;
    void want_floor(base::TokenId, bool wanted, RequestClass) override { under_way.push_back(wanted); }
    /// What we said first takes effect.
    void arrive() {
        const auto wanted = under_way.front();
        under_way.pop_front();
        someone_wants_floor(robin, wanted);
    }
    void arrive_all() {
        while (!under_way.empty())
            arrive();
    }
    std::deque<bool> under_way;
};

class HeldKeyTest : public InCallOf<SlowConference> {
  protected:
    void SetUp() override {
        enter(false);
        conference.turn_floor_on();
    }
    void let_ada_speak() { conference.someone_wants_floor(ada); }
    void hold(bool held) {
        floors.hold_to_talk(held);
        client.media()->hold_to_talk(held);
    }
    void get_it_by_key() {
        hold(true);
        conference.arrive_all();
        ASSERT_EQ(standing(), "holding");
    }
    void look(int times) {
        for (int time = 0; time < times; ++time)
            floors.tick();
    }
    /// Once it was given back, what was asked for while the key is down.
    void expect_asked_anew(const std::string& then) {
        conference.arrive();
        EXPECT_EQ(standing(), "none");
        conference.arrive_all();
        EXPECT_EQ(standing(), then);
    }
    void expect_given_back() {
        hold(false);
        conference.arrive_all();
        EXPECT_EQ(standing(), "none");
    }
    [[nodiscard]] FloorModel& floor() { return *floors.voice(); }
    [[nodiscard]] std::string standing() { return floor().standing().toStdString(); }

    Floors& floors{*client.floors()};
};

TEST_F(HeldKeyTest, AHeldKeyAsksAndGivesBack) {
    let_ada_speak();
    client.media()->toggle_microphone_wanted();
    hold(true);
    conference.arrive_all();
    EXPECT_EQ(standing(), "waiting");
    conference.someone_wants_floor(ada, false);
    EXPECT_EQ(standing(), "holding");
    EXPECT_TRUE(client.media()->microphone_on());
    expect_given_back();
    EXPECT_FALSE(client.media()->microphone_on());
    EXPECT_FALSE(client.media()->microphone_wanted());
}

TEST_F(HeldKeyTest, AHeldKeyLeavesWhatWasAskedForOtherwise) {
    let_ada_speak();
    floor().press();
    conference.arrive_all();
    hold(true);
    hold(false);
    conference.arrive_all();
    EXPECT_EQ(standing(), "waiting");
    EXPECT_TRUE(client.media()->microphone_wanted()) << "as it was before the key";
    conference.someone_wants_floor(ada, false);
    ASSERT_EQ(standing(), "holding");
    hold(true);
    hold(false);
    conference.arrive_all();
    EXPECT_EQ(standing(), "holding");
}

TEST_F(HeldKeyTest, AKeyThatIsDownAgainBeforeTheFloorIsGivenBackHasItOnlyWhileItIsDown) {
    get_it_by_key();
    hold(false);
    hold(true);
    EXPECT_EQ(standing(), "holding") << "nothing came of it yet";
    expect_asked_anew("holding");
    EXPECT_TRUE(client.media()->microphone_on());
    expect_given_back();
    EXPECT_TRUE(conference.under_way.empty()) << "it is asked for once";
}

TEST_F(HeldKeyTest, BehindWhoeverWaitedMeanwhile) {
    get_it_by_key();
    conference.someone_wants_floor(ada);
    hold(false);
    hold(true);
    conference.arrive_all();
    EXPECT_TRUE(floor().holds(ada));
    EXPECT_EQ(standing(), "waiting");
    conference.someone_wants_floor(ada, false);
    EXPECT_EQ(standing(), "holding");
    expect_given_back();
}

TEST_F(HeldKeyTest, WhoWaitsAndIsDownAgainBeforeThatIsTakenBackWaitsAnew) {
    let_ada_speak();
    hold(true);
    conference.arrive_all();
    hold(false);
    hold(true);
    EXPECT_EQ(standing(), "waiting");
    expect_asked_anew("waiting");
    expect_given_back();
}

TEST_F(HeldKeyTest, SoDoesWhoLetGoBeforeTheRequestWasSeen) {
    let_ada_speak();
    hold(true);
    hold(false);
    // Something else changes meanwhile.
    conference.someone_wants_floor(jonas);
    conference.arrive();
    EXPECT_EQ(standing(), "waiting");
    hold(true);
    expect_asked_anew("waiting");
    expect_given_back();
}

TEST_F(HeldKeyTest, UpOnceMoreNothingIsAskedFor) {
    get_it_by_key();
    hold(false);
    hold(true);
    expect_given_back();
    EXPECT_EQ(floor().holder_count() + floor().waiting_count(), 0);
}

TEST_F(HeldKeyTest, AfterTheButtonGaveItBackToo) {
    floor().press();
    conference.arrive_all();
    ASSERT_EQ(standing(), "holding");
    floor().press();
    hold(true);
    conference.arrive_all();
    EXPECT_EQ(standing(), "holding");
    expect_given_back();
}

TEST_F(HeldKeyTest, WhatWasNotGivenBackAfterAllIsGivenBackWhenTheKeyIsUp) {
    get_it_by_key();
    hold(false);
    conference.under_way.clear();
    look(2 * FloorModel::looks_at_give_back);
    hold(true);
    conference.arrive_all();
    EXPECT_EQ(standing(), "holding");
    expect_given_back();
}

TEST_F(HeldKeyTest, WhatAModeratorTookMeanwhileIsNotAskedForAgain) {
    get_it_by_key();
    hold(false);
    hold(true);
    conference.someone_acts(RevokeFloor{voice, robin});
    conference.arrive_all();
    EXPECT_EQ(standing(), "none");
    EXPECT_EQ(floor().waiting_count(), 0);
}

/// A request that was refused before anybody saw it is forgotten after a while: what a moderator gives later is not the
/// key's.
TEST_F(HeldKeyTest, WhatCameOtherwiseStaysThoughTheKeyOnceAskedInVain) {
    for (const bool soon : {true, false}) {
        hold(true);
        hold(false);
        conference.under_way.clear();
        look(soon ? FloorModel::looks_at_give_back - 1 : FloorModel::looks_at_give_back);
        conference.someone_acts(GrantFloor{voice, robin});
        ASSERT_EQ(standing(), "holding");
        hold(true);
        hold(false);
        conference.arrive_all();
        EXPECT_EQ(standing(), soon ? "none" : "holding");
    }
}

TEST_F(HeldKeyTest, NothingIsAskedForInTheNextCall) {
    get_it_by_key();
    hold(false);
    hold(true);
    client.session()->leave();
    ticks(3);
    conference.under_way.clear();
    enter(false);
    conference.turn_floor_on();
    conference.someone_wants_floor(ada);
    conference.someone_wants_floor(ada, false);
    EXPECT_EQ(standing(), "none");
    EXPECT_TRUE(conference.under_way.empty());
}

} // namespace
} // namespace plenum::ui
