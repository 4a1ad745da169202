// SPDX-License-Identifier: Apache-2.0
// Activities over a simulated conference: who takes part, what a plug-in may do, and what ends at its guard.
#include "tests/ui/in_call.h"
#include "tests/ui/people.h"

#include <QSignalSpy>

#include <gmock/gmock.h>

#include <array>
#include <stdexcept>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

const QString target = QStringLiteral("target");

/// What the plug-in below was asked, and what it does.
struct Probe {
    std::vector<activity::Player> players;
    std::vector<std::pair<base::MemberIndex, base::Bytes>> received;
    std::size_t message_bytes{4};
    bool throws{false};
    int alive{0};
};
Probe probe;

class ProbeActivity final : public activity::Activity {
  public:
    ProbeActivity() { ++probe.alive; }
    ~ProbeActivity() override { --probe.alive; }
    void set_players(std::span<const activity::Player> players) override {
        probe.players.assign(players.begin(), players.end());
    }
    void receive(const activity::Message& message) override {
        probe.received.emplace_back(message.sender, base::Bytes{message.body.begin(), message.body.end()});
    }
    void advance(base::ConferenceTime) override {
        if (probe.throws) throw std::runtime_error{"no more"};
    }
    base::Bytes message() override { return base::Bytes(probe.message_bytes, 1); }
    void paint(QPainter&, QSizeF, const activity::Look&) const override {}
};

const QString probe_id = QStringLiteral("probe");
const std::array plugins{activity::activity_of<ProbeActivity>(
    "probe", "Probe", "For tests.", {.rate_hz = 10, .message_bytes_max = 8, .loss_delay_ms = 400})};

class WithProbe : public InCallOf<SimulatedConference> {
  protected:
    WithProbe() : InCallOf{{.others = 4, .automatic = false, .activities = plugins}} {
        probe = {};
        enter(false);
    }
    void pass(int count) {
        for (int tick = 0; tick < count; ++tick) {
            ticks(1);
            activities.tick();
        }
    }
    Activities& activities{*client.people()->activities()};
    SimulatedActivities& simulated{conference.activities()};
};

using ActivityPlugin = WithProbe;

TEST_F(ActivityPlugin, sees_the_members_and_nothing_of_who_is_blocked) {
    activities.enter(probe_id);
    EXPECT_EQ(probe.players.size(), 5U);
    EXPECT_TRUE(probe.players.front().self);
    EXPECT_EQ(probe.players.front().name, QStringLiteral("Robin"));
    conference.people().set_blocked(ada, true);
    ticks(1);
    EXPECT_EQ(probe.players.size(), 4U);
    probe.received.clear();
    simulated.someone_publishes(probe_id, ada, {7});
    EXPECT_TRUE(probe.received.empty());
}

TEST_F(ActivityPlugin, is_given_no_message_that_is_too_long_or_of_a_stranger_or_of_another_tag) {
    activities.enter(probe_id);
    probe.received.clear();
    simulated.someone_publishes(probe_id, ada, base::Bytes(9, 1));
    simulated.someone_publishes(probe_id, base::MemberIndex{77}, {1});
    simulated.someone_publishes(QStringLiteral("else"), ada, {1});
    simulated.someone_publishes(probe_id, base::MemberIndex{1}, {1});
    EXPECT_TRUE(probe.received.empty());
    simulated.someone_publishes(probe_id, ada, {7, 8});
    ASSERT_EQ(probe.received.size(), 1U);
    EXPECT_EQ(probe.received.front().second, (base::Bytes{7, 8}));
}

TEST_F(ActivityPlugin, publishes_no_more_often_and_no_longer_than_it_declares) {
    activities.enter(probe_id);
    const auto before = simulated.published();
    pass(40);
    EXPECT_GE(simulated.published() - before, 18);
    EXPECT_LE(simulated.published() - before, 21) << "ten a second, for two seconds";
    probe.message_bytes = 9;
    const auto bounded = simulated.published();
    pass(20);
    EXPECT_EQ(simulated.published(), bounded);
}

TEST_F(ActivityPlugin, is_closed_when_it_throws_and_the_call_goes_on) {
    QSignalSpy told{&client, &Client::notice};
    activities.enter(probe_id);
    const auto others = probe.alive - 1;
    probe.throws = true;
    activities.tick();
    EXPECT_EQ(activities.current(), QString{});
    EXPECT_EQ(probe.alive, others);
    ASSERT_EQ(told.count(), 1);
    EXPECT_EQ(told.front().front().toString(), QStringLiteral("Probe failed, so it is closed."));
    probe.throws = false;
    activities.enter(probe_id);
    EXPECT_EQ(activities.current(), probe_id) << "it can be tried again";
}

using ActivitiesOf = InCall;

TEST_F(ActivitiesOf, someone_starts_one_and_we_are_asked_once) {
    enter(false);
    auto& activities = *client.people()->activities();
    EXPECT_EQ(activities.invitation(), QString{});
    conference.activities().someone_enters(target, ada);
    ticks(25);
    EXPECT_EQ(activities.invitation().toStdString(), "Ada Moreau started Target");
    activities.decline();
    ticks(25);
    EXPECT_EQ(activities.invitation(), QString{});
    conference.activities().everyone_leaves(target);
    for (int tick = 0; tick < 90; ++tick) {
        ticks(1);
        activities.tick();
    }
    EXPECT_EQ(activities.offers().front().toMap()[QStringLiteral("people")], QString{});
    conference.activities().someone_enters(target, ada);
    ticks(25);
    EXPECT_NE(activities.invitation(), QString{}) << "another one";
    activities.join();
    EXPECT_EQ(activities.current(), target);
    EXPECT_EQ(activities.invitation(), QString{});
}

TEST_F(ActivitiesOf, round_is_played_with_others_and_gone_on_with_after_leaving) {
    enter(false);
    auto& activities = *client.people()->activities();
    activities.enter(target);
    const auto play = [&](int count) {
        for (int tick = 0; tick < count; ++tick) {
            ticks(1);
            activities.tick();
        }
    };
    play(10);
    EXPECT_EQ(activities.people().toStdString(), "Ada Moreau and 1 more take part");
    EXPECT_EQ(activities.action(), QStringLiteral("Start a round"));
    activities.act();
    EXPECT_EQ(activities.action(), QString{});
    EXPECT_EQ(activities.news(), QStringLiteral("A round begins in three seconds."));
    play(70);
    EXPECT_EQ(activities.news(), QStringLiteral("Go!"));
    activities.leave();
    EXPECT_EQ(activities.invitation(), QString{}) << "we have just left it";
    const auto sent = conference.activities().published();
    play(40);
    EXPECT_EQ(conference.activities().published(), sent);
    activities.enter(target);
    play(2);
    EXPECT_EQ(activities.action(), QString{}) << "the round is under way";
    play(1800);
    EXPECT_EQ(activities.action(), QStringLiteral("Another round"));
    EXPECT_THAT(activities.news().toStdString(), testing::HasSubstr(" wins with "));
    client.session()->leave();
    ticks(2);
    EXPECT_EQ(activities.current(), QString{});
}

} // namespace
} // namespace plenum::ui
