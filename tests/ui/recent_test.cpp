// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/in_call.h"
#include "ui/models/recent_conferences.h"

#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <gmock/gmock.h>

#include <atomic>
#include <latch>
#include <thread>

#include <unistd.h>

namespace plenum::ui {
namespace {

using testing::ElementsAre;

QString link_of(int number) {
    return QStringLiteral("plenum://relay.example.org:7700/Talk%20%1#3q2-7wAAAAAAAAAAAAAAAAAAAA%2")
        .arg(number)
        .arg(number, 4, 10, QLatin1Char{'0'});
}

class RecentTest : public InCall {
  protected:
    RecentTest() {
        recent.open(path);
        client.hosting()->open(folder.filePath(QStringLiteral("relays.json")));
    }
    void join(const QString& link, EndReason end) {
        conference.session().set_joined_link(link);
        ASSERT_TRUE(client.session()->prepare_join(link));
        client.session()->enter();
        ticks(14);
        ASSERT_EQ(client.session()->screen(), "call");
        conference.session().end(end);
        ticks(1);
        client.session()->back_to_start();
    }
    QVariant of(int row, int role) { return recent.index(row).data(role); }
    QStringList all(int role) {
        QStringList values;
        for (int row = 0; row < recent.count(); ++row)
            values << of(row, role).toString();
        return values;
    }
    QTemporaryDir folder;
    QString path{folder.filePath(QStringLiteral("data/recent.json"))};
    RecentConferences& recent{*client.recent()};
};

TEST_F(RecentTest, the_last_one_is_first_and_leads_back) {
    join(link_of(1), EndReason::left);
    join(link_of(2), EndReason::lost);
    join(link_of(1), EndReason::left);
    EXPECT_EQ(recent.count(), 2) << "the same one once";
    EXPECT_THAT(all(RecentConferences::standing_role), ElementsAre("open", "open"));
    QSignalSpy joined{&conference.session(), &SimulatedSession::join_asked};
    recent.enter(1);
    EXPECT_EQ(client.session()->screen(), "prejoin");
    client.session()->enter();
    ASSERT_EQ(joined.size(), 1);
    EXPECT_EQ(joined.front().front(), link_of(2));
}

TEST_F(RecentTest, is_kept_for_its_owner_alone) {
    join(link_of(1), EndReason::left);
    const auto permissions = QFileInfo{path}.permissions();
    EXPECT_EQ(permissions & ~(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser),
              QFile::Permissions{});
    RecentConferences again{conference.session(), *client.session(), [] { return QDateTime::currentDateTimeUtc(); }};
    again.open(path);
    EXPECT_EQ(again.count(), 1);
    EXPECT_TRUE(again.index(0).data(RecentConferences::when_role).toString().startsWith("Today"));
}

TEST_F(RecentTest, has_at_most_twenty) {
    for (int number = 0; number < 23; ++number)
        join(link_of(number), EndReason::left);
    EXPECT_EQ(recent.count(), 20);
}

TEST_F(RecentTest, one_that_ended_for_everyone_says_so) {
    join(link_of(1), EndReason::ended_by_host);
    EXPECT_EQ(of(0, RecentConferences::standing_role), "over");
    recent.enter(0);
    EXPECT_EQ(client.session()->screen(), "start") << "and leads nowhere";
    join(link_of(1), EndReason::left);
    EXPECT_EQ(of(0, RecentConferences::standing_role), "open") << "whatever we were told before";
}

TEST_F(RecentTest, one_on_this_computer_ended_with_the_call_and_can_be_made_anew) {
    enter(true);
    conference.session().end(EndReason::ended_by_self);
    ticks(1);
    client.session()->back_to_start();
    EXPECT_EQ(of(0, RecentConferences::title_role), "Weekly");
    EXPECT_EQ(of(0, RecentConferences::hosted_role), true);
    EXPECT_EQ(of(0, RecentConferences::standing_role), "gone");
    QFile file{path};
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_FALSE(file.readAll().contains("plenum://")) << "its link leads nowhere";
    recent.enter(0);
    EXPECT_EQ(client.session()->screen(), "prejoin");
    EXPECT_TRUE(client.session()->wanted().hosting);
    EXPECT_EQ(client.session()->wanted().title, "Weekly");
}

TEST_F(RecentTest, one_whose_program_was_cut_off_goes_on_where_that_is_possible) {
    enter(true);
    QFile file{path};
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto here = QByteArray::number(QCoreApplication::applicationPid());
    // Under the title that the simulated conference has for its guests.
    const auto killed = file.readAll()
                            .replace(here, "999999999")
                            .replace(conference.session().conference().title.toUtf8(), "Quarterly design review");
    file.close();
    const auto link = conference.session().conference().link;
    conference.session().end(EndReason::ended_by_self);
    ticks(1);
    client.session()->back_to_start();
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(killed);
    file.close();
    recent.open(path);
    EXPECT_EQ(of(0, RecentConferences::standing_role), "gone") << "nothing to go on with is there";
    EXPECT_EQ(recent.resumable(), -1);
    bool possible = true;
    QStringList prepared;
    recent.set_return({[&](const QString& wanted) { return possible && wanted == link; },
                       [&](const QString& wanted) {
                           prepared << wanted;
                           return possible;
                       }});
    EXPECT_EQ(of(0, RecentConferences::standing_role), "cut");
    EXPECT_EQ(recent.resumable(), 0);
    recent.enter(0);
    EXPECT_THAT(prepared, ElementsAre(link));
    EXPECT_EQ(client.session()->screen(), "start") << "that is up to who prepares it";
    // A guest's computer has it now.
    join(link_of(7), EndReason::lost);
    EXPECT_EQ(recent.count(), 1) << "it is the same one";
    EXPECT_TRUE(of(0, RecentConferences::hosted_role).toBool());
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(killed);
    file.close();
    recent.open(path);
    possible = false;
    EXPECT_EQ(of(0, RecentConferences::standing_role), "gone");
    recent.enter(0);
    EXPECT_EQ(prepared.size(), 1);
    EXPECT_TRUE(client.session()->wanted().hosting) << "a new one of the same title";
    recent.set_return({});
}

TEST_F(RecentTest, one_on_this_computer_that_goes_on_without_us_leads_back_until_it_ends) {
    enter(true);
    client.session()->leave_relay_running();
    ticks(1);
    client.session()->back_to_start();
    EXPECT_EQ(of(0, RecentConferences::standing_role), "running");
    EXPECT_EQ(recent.resumable(), 0);
    recent.enter(0);
    EXPECT_EQ(client.session()->screen(), "prejoin");
    EXPECT_FALSE(client.session()->wanted().hosting);
    client.session()->enter();
    ticks(14);
    ASSERT_EQ(client.session()->screen(), "call");
    conference.session().end(EndReason::left);
    ticks(1);
    client.session()->back_to_start();
    EXPECT_EQ(recent.count(), 1) << "it is the same one";
    EXPECT_EQ(of(0, RecentConferences::standing_role), "running");
    conference.session().stop_relay();
    EXPECT_EQ(of(0, RecentConferences::standing_role), "gone");
}

TEST_F(RecentTest, one_in_another_program_of_this_computer_runs_as_long_as_that_does) {
    enter(true);
    QFile file{path};
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    auto text = file.readAll();
    file.close();
    const auto here = QByteArray::number(QCoreApplication::applicationPid());
    ASSERT_TRUE(text.contains(here));
    const auto in_program = [&](const QByteArray& program) {
        QFile other{path};
        EXPECT_TRUE(other.open(QIODevice::WriteOnly));
        other.write(QByteArray{text}.replace(here, program));
        other.close();
        recent.open(path);
        return of(0, RecentConferences::standing_role).toString();
    };
    EXPECT_EQ(in_program("1"), "gone") << "no program of ours";
    EXPECT_EQ(in_program("999999999"), "gone");
    // To proc(5) a thread is a process with its program's name.
    std::latch ended{1};
    std::atomic<pid_t> other{0};
    std::jthread thread{[&] {
        other = gettid();
        other.notify_one();
        ended.wait();
    }};
    other.wait(0);
    EXPECT_EQ(in_program(QByteArray::number(other.load())), "running");
    ended.count_down();
    thread.join();
    recent.retranslate();
    EXPECT_EQ(of(0, RecentConferences::standing_role), "gone");
}

TEST_F(RecentTest, a_look_at_what_is_the_same_keeps_the_lines_and_asks_what_can_be_continued) {
    join(link_of(1), EndReason::left);
    const QSignalSpy resets{&recent, &RecentConferences::modelReset};
    const QSignalSpy changes{&recent, &RecentConferences::count_changed};
    emit qGuiApp->applicationStateChanged(Qt::ApplicationActive);
    EXPECT_EQ(resets.size(), 0) << "the keyboard may be in one of them";
    EXPECT_EQ(changes.size(), 1);
}

TEST_F(RecentTest, our_own_on_a_relay_server_goes_on) {
    EXPECT_EQ(client.hosting()->add("relay.example.org", {}), "");
    client.hosting()->set_relay("relay.example.org");
    enter(true);
    client.session()->leave();
    ticks(1);
    EXPECT_FALSE(client.session()->wanted().hosting) << "coming back is by the link";
    EXPECT_EQ(of(0, RecentConferences::standing_role), "open");
    EXPECT_EQ(of(0, RecentConferences::hosted_role), true);
    QSignalSpy joined{&conference.session(), &SimulatedSession::join_asked};
    client.session()->join_again();
    client.session()->enter();
    EXPECT_EQ(joined.size(), 1);
}

TEST_F(RecentTest, a_new_link_takes_the_place_of_the_old_one) {
    enter(false);
    conference.people().change_link();
    ticks(1);
    EXPECT_EQ(recent.count(), 1);
    const auto link = client.session()->facts().link;
    conference.session().end(EndReason::lost);
    ticks(1);
    client.session()->back_to_start();
    QSignalSpy joined{&conference.session(), &SimulatedSession::join_asked};
    recent.enter(0);
    client.session()->enter();
    EXPECT_EQ(joined.front().front(), link);
}

TEST_F(RecentTest, a_person_forgets_one_or_all) {
    for (int number = 0; number < 3; ++number)
        join(link_of(number), EndReason::left);
    recent.remove(1);
    EXPECT_EQ(recent.count(), 2);
    recent.clear();
    EXPECT_EQ(recent.count(), 0);
    QFile file{path};
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_FALSE(file.readAll().contains("plenum://"));
}

TEST_F(RecentTest, two_programs_keep_each_others) {
    RecentConferences other{conference.session(), *client.session(), [] { return QDateTime::currentDateTimeUtc(); }};
    join(link_of(1), EndReason::left);
    other.open(path);
    EXPECT_EQ(other.count(), 1);
    join(link_of(2), EndReason::left);
    other.remove(0);
    EXPECT_EQ(other.count(), 1) << "of the two that were there";
}

TEST_F(RecentTest, a_damaged_file_does_no_harm) {
    QFile file{path};
    ASSERT_TRUE(QFileInfo{path}.dir().mkpath("."));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(R"([1, "x", {"link": 5}, {"link": "plenum://a:1/#b", "last": "never"}, {"title": "A"}])");
    file.close();
    recent.open(path);
    EXPECT_EQ(recent.count(), 0);
}

} // namespace
} // namespace plenum::ui
