// SPDX-License-Identifier: Apache-2.0
// Discussion groups: who is in which, who may do what, the time, the call back, over the simulated conference.
#include "tests/ui/in_call.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

using testing::Contains;
using testing::ElementsAre;

constexpr int robin_id = 1;
constexpr int ada_id = 2;
constexpr int jonas_id = 3;
constexpr int mei_id = 4;
constexpr int samuel_id = 5;
constexpr int red_id = 2;
constexpr int blue_id = 3;

base::ConversationId group(int id) { return base::ConversationId{static_cast<std::uint16_t>(id)}; }
base::MemberIndex member(int index) { return base::MemberIndex{static_cast<std::uint32_t>(index)}; }

/// We are Robin; four others, of whom Ada moderates where we do not.
class GroupsTest : public InCall {
  protected:
    void SetUp() override {
        QObject::connect(&groups, &Groups::news_changed, &client, [this] { news << groups.news(); });
    }
    void enter(bool host) {
        InCall::enter(host);
        news.clear();
    }
    void open(const QStringList& labels = {"Red", "Blue"}, const QString& spread = {}, int minutes = 0,
              bool anyone = false) {
        groups.plan()->open(labels, minutes, anyone, spread);
        ticks(3);
    }
    void place(int who, int where) {
        groups.place(who, where);
        ticks(1);
    }
    /// In a conference of Ada's.
    void ada_opens(bool anyone = false) {
        enter(false);
        for (const auto* label : {"Red", "Blue"})
            conference.groups().someone_acts_on_group(
                OpenGroup{.label = QString::fromLatin1(label), .open = anyone, .ends_at = {}});
        news.clear();
    }
    void ada_places(int who, int where) {
        conference.groups().someone_acts_on_group(PlaceMembers{group(where), {member(who)}});
    }
    [[nodiscard]] QList<int> order() {
        QList<int> found;
        for (int row = 0; row < client.people()->listed()->rowCount(); ++row)
            found << client.people()->listed()->index(row, 0).data(MembersModel::index_role).toInt();
        return found;
    }
    [[nodiscard]] QVariant of(int row, int role) { return groups.index(row).data(role); }
    /// Its end is so near.
    void end_in(int id, int seconds) {
        conference.groups().someone_acts_on_group(ChangeGroup{
            .group = group(id), .open = false, .ends_at = QDateTime::currentDateTimeUtc().addSecs(seconds)});
        groups.time()->tick();
    }

    Groups& groups{*client.groups()};
    QStringList news;
};

TEST_F(GroupsTest, a_moderator_opens_some_and_puts_people_in) {
    const QAbstractItemModelTester tester{&groups, QAbstractItemModelTester::FailureReportingMode::Fatal};
    enter(true);
    EXPECT_EQ(groups.rowCount(), 0);
    EXPECT_EQ(groups.plan()->proposed_labels(2), (QStringList{"Group 1", "Group 2"}));
    open();
    ASSERT_EQ(groups.rowCount(), 2);
    EXPECT_EQ(of(0, Groups::label_role), "Red");
    place(jonas_id, red_id);
    place(mei_id, red_id);
    place(samuel_id, blue_id);
    EXPECT_EQ(of(0, Groups::size_role), 2);
    EXPECT_EQ(groups.group_of(jonas_id), red_id);
    EXPECT_EQ(groups.size_of(0), 2);
    place(jonas_id, blue_id);
    EXPECT_EQ(groups.group_of(jonas_id), blue_id);
    EXPECT_EQ(of(0, Groups::size_role), 1);
    place(jonas_id, 0);
    EXPECT_EQ(groups.group_of(jonas_id), 0);
}

TEST_F(GroupsTest, no_two_groups_get_the_same_name) {
    enter(true);
    auto& plan = *groups.plan();
    EXPECT_FALSE(plan.is_taken({"Red", "Blue"}, 1));
    EXPECT_FALSE(plan.is_taken({"Red", "red "}, 0));
    EXPECT_TRUE(plan.is_taken({"Red", "red "}, 1));
    open({"Red", "red "});
    EXPECT_EQ(groups.rowCount(), 0);
    open({"Red", "Blue"});
    EXPECT_TRUE(plan.is_taken({"Green", "BLUE"}, 1));
    open({"Green", "BLUE"});
    EXPECT_EQ(groups.rowCount(), 2);
    plan.close(blue_id);
    ticks(1);
    open({"Green", "BLUE"});
    EXPECT_EQ(groups.rowCount(), 3) << "the name of a closed group is free again";
}

TEST_F(GroupsTest, of_a_group_that_another_moderator_opened_first_the_moderator_is_told) {
    enter(true);
    QStringList told;
    QObject::connect(&client, &Client::notice, &client, [&](const QString& text) { told << text; });
    groups.plan()->open({"Red"}, 0, false, QStringLiteral("evenly"));
    conference.groups().someone_acts_on_group(OpenGroup{.label = QStringLiteral("Red"), .open = false, .ends_at = {}});
    ticks(3);
    EXPECT_EQ(groups.rowCount(), 1);
    EXPECT_THAT(told, Contains("Another group has this name already, so yours was not opened. Use that group, or "
                               "choose another name."));
    EXPECT_EQ(groups.plan()->unplaced(), 0) << "people are put into that one";
}

TEST_F(GroupsTest, people_are_listed_by_group_and_stay_in_their_order) {
    const QAbstractItemModelTester tester{client.people()->listed(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal};
    enter(true);
    EXPECT_THAT(order(), ElementsAre(robin_id, ada_id, jonas_id, mei_id, samuel_id));
    open();
    place(jonas_id, blue_id);
    place(ada_id, red_id);
    place(samuel_id, blue_id);
    EXPECT_THAT(order(), ElementsAre(robin_id, mei_id, ada_id, jonas_id, samuel_id));
    place(mei_id, blue_id);
    EXPECT_THAT(order(), ElementsAre(robin_id, ada_id, jonas_id, mei_id, samuel_id));
    groups.plan()->close(blue_id);
    ticks(1);
    EXPECT_THAT(order(), ElementsAre(robin_id, jonas_id, mei_id, samuel_id, ada_id));
    EXPECT_EQ(client.people()->listed()->row_of(ada_id), 4);
}

TEST_F(GroupsTest, everyone_is_put_in_evenly_and_newcomers_where_there_are_fewest) {
    enter(true);
    open({"Red", "Blue"}, "evenly");
    EXPECT_EQ(groups.size_of(red_id), 2);
    EXPECT_EQ(groups.size_of(blue_id), 2);
    EXPECT_EQ(groups.group_of(robin_id), 0) << "who moderates visits";
    EXPECT_EQ(groups.plan()->unplaced(), 0);
    const auto of_ada = groups.group_of(ada_id);
    conference.people().someone_joins();
    EXPECT_EQ(groups.plan()->unplaced(), 1);
    groups.plan()->spread("evenly");
    ticks(1);
    EXPECT_EQ(groups.plan()->unplaced(), 0);
    EXPECT_EQ(groups.group_of(ada_id), of_ada) << "who is somewhere stays there";
    groups.plan()->spread("random");
    ticks(2);
    EXPECT_EQ(std::abs(groups.size_of(red_id) - groups.size_of(blue_id)), 1);
}

TEST_F(GroupsTest, people_are_told_where_they_are_and_with_whom) {
    ada_opens();
    ada_places(jonas_id, red_id);
    EXPECT_TRUE(news.isEmpty());
    ada_places(robin_id, red_id);
    EXPECT_EQ(news.last(), "You are now in Red. With Jonas Weber");
    EXPECT_EQ(groups.own(), red_id);
    EXPECT_EQ(groups.own_people(), "With Jonas Weber");
    EXPECT_EQ(of(0, Groups::mine_role), true);
    ada_places(robin_id, blue_id);
    EXPECT_EQ(news.last(), "You are now in Blue. Nobody else is in it.");
    groups.enter(0);
    ticks(1);
    EXPECT_EQ(groups.own(), 0);
    EXPECT_EQ(news.last(), "You are back in the plenary: what you say goes to everyone.");
}

TEST_F(GroupsTest, others_go_only_where_it_is_open) {
    ada_opens();
    EXPECT_EQ(of(0, Groups::may_enter_role), false);
    const QSignalSpy problems{&conference.diagnostics(), &DiagnosticsPort::problem};
    groups.enter(red_id);
    ticks(1);
    EXPECT_EQ(groups.own(), 0);
    EXPECT_EQ(problems.size(), 1);
    conference.groups().someone_acts_on_group(ChangeGroup{.group = group(red_id), .open = true, .ends_at = {}});
    EXPECT_EQ(of(0, Groups::may_enter_role), true);
    groups.enter(red_id);
    ticks(1);
    EXPECT_EQ(groups.own(), red_id);
    EXPECT_EQ(of(0, Groups::may_enter_role), false) << "we are there";
}

TEST_F(GroupsTest, what_is_written_says_where) {
    ada_opens();
    ada_places(jonas_id, red_id);
    ada_places(robin_id, red_id);
    conference.chat().someone_writes(member(jonas_id), "among us");
    conference.chat().someone_writes(member(ada_id), "to all");
    auto& chat = *client.chat();
    ASSERT_EQ(chat.rowCount(), 2);
    EXPECT_EQ(chat.index(0).data(ChatModel::group_role), "Red");
    EXPECT_EQ(chat.index(1).data(ChatModel::group_role), "");
    ASSERT_TRUE(chat.composer()->send("here"));
    EXPECT_EQ(chat.index(2).data(ChatModel::group_role), "Red");
    ada_places(robin_id, 0);
    conference.chat().someone_writes(member(jonas_id), "not for us");
    ASSERT_TRUE(chat.composer()->send("there"));
    ASSERT_EQ(chat.rowCount(), 4);
    EXPECT_EQ(chat.index(3).data(ChatModel::group_role), "");
}

TEST_F(GroupsTest, the_time_counts_down_and_is_said_twice) {
    ada_opens();
    ada_places(robin_id, red_id);
    EXPECT_EQ(groups.time()->left(), "");
    end_in(red_id, 300);
    EXPECT_TRUE(groups.time()->left() == "5:00" || groups.time()->left() == "4:59")
        << groups.time()->left().toStdString();
    news.clear();
    end_in(red_id, 60);
    EXPECT_THAT(news, ElementsAre("The groups' time is over in 1:00."));
    groups.time()->tick();
    EXPECT_EQ(news.size(), 1) << "once";
    end_in(red_id, -1);
    EXPECT_EQ(groups.time()->left(), "0:00");
    EXPECT_EQ(news.last(), "The groups' time is over.");
    groups.time()->tick();
    EXPECT_EQ(news.count("The groups' time is over."), 1);
    EXPECT_EQ(groups.own(), red_id) << "nobody is called back by a clock";
}

TEST_F(GroupsTest, calling_back_gives_notice_and_can_be_taken_back) {
    enter(true);
    open({"Red", "Blue"}, "evenly");
    groups.time()->call_back();
    ticks(1);
    EXPECT_TRUE(groups.time()->calling());
    groups.time()->tick();
    ASSERT_EQ(groups.rowCount(), 2);
    EXPECT_THAT(news,
                Contains(testing::ResultOf(
                    [](const QString& words) { return words.startsWith("Everyone is called back in 0:1"); }, true)));
    groups.time()->stay();
    ticks(1);
    EXPECT_FALSE(groups.time()->calling());
    EXPECT_EQ(groups.time()->left(), "");
    groups.time()->call_back();
    ticks(1);
    // The notice is over.
    end_in(red_id, 0);
    end_in(blue_id, 0);
    ticks(2);
    EXPECT_EQ(groups.rowCount(), 0);
    EXPECT_FALSE(groups.time()->calling());
    EXPECT_EQ(groups.group_of(jonas_id), 0);
    EXPECT_EQ(news.last(), "The groups are closed; everyone is back.");
}

TEST_F(GroupsTest, who_moderates_speaks_to_all_from_a_group) {
    enter(true);
    open();
    groups.to_all()->set(true);
    ticks(1);
    EXPECT_FALSE(groups.to_all()->on()) << "whoever is in none does anyway";
    groups.enter(red_id);
    ticks(1);
    groups.to_all()->set(true);
    ticks(1);
    EXPECT_TRUE(groups.to_all()->on());
    EXPECT_EQ(client.people()->members()->index(0).data(MembersModel::to_all_role), true);
    groups.enter(blue_id);
    ticks(1);
    EXPECT_FALSE(groups.to_all()->on()) << "over with the group";
    EXPECT_EQ(client.people()->members()->index(0).data(MembersModel::to_all_role), false);
}

TEST_F(GroupsTest, who_comes_back_hears_whose_floor_it_is) {
    ada_opens();
    ada_places(robin_id, red_id);
    conference.floors().turn_floor_on();
    conference.floors().someone_wants_floor(member(ada_id));
    groups.enter(0);
    ticks(1);
    EXPECT_EQ(news.last(), "You are back in the plenary. The floor is with Ada Moreau.");
    EXPECT_EQ(groups.to_all()->plenary_words(),
              "You are in the plenary: whoever has its floor is heard, in the groups too. "
              "The floor is with Ada Moreau.");
    conference.floors().someone_wants_floor(member(ada_id), false);
    conference.floors().someone_wants_floor(member(robin_id));
    EXPECT_EQ(groups.to_all()->plenary_words(),
              "You are in the plenary: what you say goes to everyone, in the groups too.");
}

TEST_F(GroupsTest, nobody_speaks_to_all_groups_without_the_plenarys_floor) {
    enter(true);
    open();
    conference.floors().turn_floor_on();
    conference.floors().someone_wants_floor(member(ada_id));
    groups.enter(red_id);
    ticks(1);
    groups.to_all()->set(true);
    ticks(1);
    const auto barred =
        QStringLiteral("You speak to all groups once you have the plenary's floor. The floor is with Ada Moreau.");
    EXPECT_EQ(news.last(), barred);
    EXPECT_EQ(groups.to_all()->words(), barred);
    const auto shown = [&] { return client.people()->members()->index(0).data(MembersModel::to_all_role).toBool(); };
    EXPECT_FALSE(shown()) << "our tile must not say that all hear us";
    const QSignalSpy changes{&groups, &Groups::changed};
    conference.floors().someone_acts(PassFloor{base::TokenId{1}, member(ada_id), member(robin_id)});
    EXPECT_EQ(groups.to_all()->words(), "You speak to all groups: what you say goes to everyone.");
    EXPECT_TRUE(shown());
    EXPECT_FALSE(changes.isEmpty());
    news.clear();
    groups.plan()->close(red_id);
    ticks(2);
    EXPECT_THAT(news, ElementsAre("You are back in the plenary: what you say goes to everyone."))
        << "and not that we speak to a group that is no more";
}

TEST_F(GroupsTest, only_of_a_time_that_ran_out_a_moderator_is_told_to_call_back) {
    ada_opens();
    auto now = QDateTime::currentDateTimeUtc();
    Groups ours{conference.groups(), conference.session(), *client.people()->members(), *client.floors(),
                [&] { return now; }};
    conference.people().make_us_moderator(true);
    for (const int id : {red_id, blue_id})
        conference.groups().someone_acts_on_group(
            OpenGroup{.label = QString::number(id), .open = false, .ends_at = {}});
    constexpr int third = 4;
    const auto end_after = [&](int seconds) {
        conference.groups().someone_acts_on_group(
            ChangeGroup{.group = group(third), .open = false, .ends_at = now.addSecs(seconds)});
        for (const int part : {seconds, 1}) {
            now = now.addSecs(part);
            ours.time()->tick();
        }
    };
    end_after(60);
    EXPECT_EQ(ours.news(), "The groups' time is over. You can call everyone back.");
    end_after(GroupTime::notice_seconds);
    EXPECT_EQ(ours.news(), "The groups' time is over.") << "another moderator called back";
    now = now.addSecs(GroupTime::unclosed_seconds);
    ours.time()->tick();
    EXPECT_EQ(ours.news(), "The groups' time is over. You can call everyone back.") << "and is gone";
}

TEST_F(GroupsTest, nothing_is_left_of_the_call_before) {
    enter(true);
    open({"Red", "Blue"}, "evenly", 10);
    client.session()->leave();
    ticks(2);
    EXPECT_EQ(groups.rowCount(), 0);
    EXPECT_EQ(groups.time()->left(), "");
    enter(true);
    EXPECT_EQ(groups.rowCount(), 0);
}

} // namespace
} // namespace plenum::ui
