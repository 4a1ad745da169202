// SPDX-License-Identifier: Apache-2.0
// A key that is held to have the floor, over a simulated conference: pressed, let go of, pressed again before the log
// shows what came of it.
#include "tests/ui/in_call.h"
#include "tests/ui/people.h"

#include <gtest/gtest.h>

#include <deque>

namespace plenum::ui {
namespace {

/// What we say of the floor goes out when the test lets it.
class SlowFloors final : public FloorPort {
  public:
    explicit SlowFloors(SimulatedFloors& floors) : floors_{floors} {
        connect(&floors, &FloorPort::floor_changed, this, &FloorPort::floor_changed);
        connect(&floors, &FloorPort::floor_over, this, &FloorPort::floor_over);
        connect(&floors, &FloorPort::floor_ended, this, &FloorPort::floor_ended);
    }
    void want_floor(base::TokenId, bool wanted, RequestClass) override { under_way_.push_back(wanted); }
    void act_on_floor(const FloorAct& act) override { floors_.act_on_floor(act); }
    [[nodiscard]] bool shows(FloorPurpose purpose) const override { return floors_.shows(purpose); }
    [[nodiscard]] bool can_create_floor(FloorPurpose purpose) const override {
        return floors_.can_create_floor(purpose);
    }
    [[nodiscard]] std::span<const base::PluginDescriptor> floor_styles() const override {
        return floors_.floor_styles();
    }
    void set_floor_opens_microphone(bool opens) override { floors_.set_floor_opens_microphone(opens); }
    /// What we said first takes effect.
    void arrive() {
        const auto wanted = under_way_.front();
        under_way_.pop_front();
        floors_.someone_wants_floor(robin, wanted);
    }
    void arrive_all() {
        while (!under_way_.empty())
            arrive();
    }
    [[nodiscard]] std::deque<bool>& under_way() { return under_way_; }

  private:
    SimulatedFloors& floors_;
    std::deque<bool> under_way_;
};

class SlowConference final : public SimulatedConference {
  public:
    using SimulatedConference::SimulatedConference;
    [[nodiscard]] ConferencePorts ports() {
        return {session(),        people(),    slow_,         groups(),  chat(),       media(),  mixer(),
                incoming_video(), devices(),   diagnostics(), network(), activities(), replay(), board(),
                screens(),        recording(), files(),       capture(), scenes(),     polls()};
    }
    void arrive() { slow_.arrive(); }
    void arrive_all() { slow_.arrive_all(); }
    [[nodiscard]] std::deque<bool>& under_way() { return slow_.under_way(); }

  private:
    SlowFloors slow_{floors()};
};

class HeldKeyTest : public InCallOf<SlowConference> {
  protected:
    void SetUp() override {
        enter(false);
        conference.floors().turn_floor_on();
    }
    void let_ada_speak() { conference.floors().someone_wants_floor(ada); }
    void hold(bool held) { client.talk_key()->hold(held); }
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
    [[nodiscard]] std::string standing() { return floor().own()->standing().toStdString(); }

    Floors& floors{*client.floors()};
};

TEST_F(HeldKeyTest, AHeldKeyAsksAndGivesBack) {
    let_ada_speak();
    client.media()->toggle_microphone_wanted();
    hold(true);
    conference.arrive_all();
    EXPECT_EQ(standing(), "waiting");
    conference.floors().someone_wants_floor(ada, false);
    EXPECT_EQ(standing(), "holding");
    EXPECT_TRUE(client.media()->microphone_on());
    expect_given_back();
    EXPECT_FALSE(client.media()->microphone_on());
    EXPECT_FALSE(client.media()->microphone_wanted());
}

TEST_F(HeldKeyTest, AHeldKeyLeavesWhatWasAskedForOtherwise) {
    let_ada_speak();
    floor().own()->press();
    conference.arrive_all();
    hold(true);
    hold(false);
    conference.arrive_all();
    EXPECT_EQ(standing(), "waiting");
    EXPECT_TRUE(client.media()->microphone_wanted()) << "as it was before the key";
    conference.floors().someone_wants_floor(ada, false);
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
    EXPECT_TRUE(conference.under_way().empty()) << "it is asked for once";
}

TEST_F(HeldKeyTest, BehindWhoeverWaitedMeanwhile) {
    get_it_by_key();
    conference.floors().someone_wants_floor(ada);
    hold(false);
    hold(true);
    conference.arrive_all();
    EXPECT_TRUE(floor().state().holds(ada));
    EXPECT_EQ(standing(), "waiting");
    conference.floors().someone_wants_floor(ada, false);
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
    conference.floors().someone_wants_floor(jonas);
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
    floor().own()->press();
    conference.arrive_all();
    ASSERT_EQ(standing(), "holding");
    floor().own()->press();
    hold(true);
    conference.arrive_all();
    EXPECT_EQ(standing(), "holding");
    expect_given_back();
}

TEST_F(HeldKeyTest, WhatWasNotGivenBackAfterAllIsGivenBackWhenTheKeyIsUp) {
    get_it_by_key();
    hold(false);
    conference.under_way().clear();
    look(2 * OwnFloor::ticks_to_give_back);
    hold(true);
    conference.arrive_all();
    EXPECT_EQ(standing(), "holding");
    expect_given_back();
}

TEST_F(HeldKeyTest, WhatAModeratorTookMeanwhileIsNotAskedForAgain) {
    get_it_by_key();
    hold(false);
    hold(true);
    conference.floors().someone_acts(RevokeFloor{voice_token, robin});
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
        conference.under_way().clear();
        look(soon ? OwnFloor::ticks_to_give_back - 1 : OwnFloor::ticks_to_give_back);
        conference.floors().someone_acts(GrantFloor{voice_token, robin});
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
    conference.under_way().clear();
    enter(false);
    conference.floors().turn_floor_on();
    conference.floors().someone_wants_floor(ada);
    conference.floors().someone_wants_floor(ada, false);
    EXPECT_EQ(standing(), "none");
    EXPECT_TRUE(conference.under_way().empty());
}

} // namespace
} // namespace plenum::ui
