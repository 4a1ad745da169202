// SPDX-License-Identifier: Apache-2.0
// How the window opens, and what it shows before a call and in another language.
#include "tests/ui/screens.h"
#include "tests/ui/temporary_store.h"

#include <QGuiApplication>
#include <QScreen>
#include <QSignalSpy>
#include <QTest>
#include <QUrl>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace plenum::ui {
namespace {

/// On whatever screen the test has; tests/ui/CMakeLists.txt gives it a small one too.
class Window : public testing::Test {
  protected:
    [[nodiscard]] static QSize available() { return QGuiApplication::primaryScreen()->availableSize(); }
    /// Opened, and closed again by its button.
    QSize opened(QSize wanted = {}, QSize resized = {}) {
        SimulatedConference conference{{.automatic = false}};
        Application application{conference.ports(), store.open()};
        EXPECT_TRUE(application.load(wanted));
        auto& window = *application.window();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&window));
        const auto size = window.size();
        if (resized.isValid()) {
            window.resize(resized);
            EXPECT_TRUE(QTest::qWaitFor([&] { return window.size() == resized; }));
        }
        window.close();
        return size;
    }
    TemporaryStore store;
};

TEST_F(Window, is_no_larger_than_the_screen) {
    const auto size = opened();
    EXPECT_LE(size.width(), available().width());
    EXPECT_LE(size.height(), available().height());
    store.open()->setValue("window/size", available() * 2);
    const auto larger = opened();
    EXPECT_LE(larger.width(), available().width());
    EXPECT_LE(larger.height(), available().height()) << "a size that is kept is from a larger screen";
}

TEST_F(Window, opens_as_large_as_it_was_last) {
    const QSize chosen{900, 570};
    opened({}, chosen);
    EXPECT_EQ(opened(), chosen);
    EXPECT_EQ(opened({640, 480}), QSize(640, 480)) << "asked for on the command line";
    EXPECT_EQ(opened(), chosen) << "and that was for one run";
}

TEST_F(Window, shows_the_whole_preview_from_the_start) {
    for (const QSize size : {QSize{1280, 800}, QSize{1440, 900}}) {
        Walk walk{{.size = size, .dark = false}};
        walk.client().settings()->setProperty("displayName", QString{});
        walk.click(QStringLiteral("hostButton"));
        const auto* picture = walk.item(QStringLiteral("ownPreviewPicture"));
        ASSERT_NE(picture, nullptr);
        EXPECT_NEAR(picture->height(), picture->width() * 9 / 16, 1);
        EXPECT_TRUE(walk.save(QStringLiteral("prejoin-from-start")));
    }
}

TEST_F(Window, lays_out_a_panel_that_is_shown_for_the_first_time) {
    for (const bool host : {false, true}) {
        for (const auto* first : {"chat", "people"}) {
            Walk walk{{.size = {1280, 800}, .dark = false, .others = 2}};
            walk.client().settings()->setProperty("panel", QString::fromLatin1(first));
            walk.enter(host);
            for (const auto* panel : {"people", "floor", "polls", "mixer", "chat"}) {
                SCOPED_TRACE(std::string{first} + ", then " + panel);
                walk.click(QStringLiteral("tab-") + QLatin1String{panel});
                EXPECT_TRUE(walk.save(QStringLiteral("first-") + QLatin1String{panel}));
                EXPECT_EQ(inspect::overlapping(walk.window()), QStringList{});
                EXPECT_EQ(inspect::clipped_text(walk.window()), QStringList{});
                const auto* link = walk.item(QStringLiteral("peopleLink"));
                const auto top = link == nullptr ? walk.window().height() : link->mapToScene({}).y();
                EXPECT_GT(top, walk.window().height() / 2);
            }
        }
    }
}

/// What every list on the screen shows, by its name.
std::map<QString, QString> shown_choices(Walk& walk) {
    std::map<QString, QString> shown;
    for (const auto* item : inspect::visible_items(walk.window())) {
        if (!item->inherits("QQuickComboBox")) continue;
        shown[inspect::name_of(item)] = item->property("displayText").toString();
    }
    return shown;
}

/// Places in their lists, which no language changes.
std::vector<int> chosen_places(Walk& walk) {
    std::vector<int> places;
    for (const auto* item : inspect::visible_items(walk.window())) {
        const auto shown = item->property("displayText").toString();
        // That of the language itself is another.
        const bool language = shown == QStringLiteral("English") || shown == QStringLiteral("Deutsch");
        if (item->inherits("QQuickComboBox") && !language) places.push_back(item->property("currentIndex").toInt());
    }
    return places;
}

class Language : public testing::Test {
  protected:
    void speak(const char* language) {
        walk.client().settings()->setProperty("language", QString::fromLatin1(language));
        walk.settle();
    }
    /// English as it is, German, and English again.
    void expect_choices_to_stay(const char* where) {
        SCOPED_TRACE(where);
        const auto shown = shown_choices(walk);
        const auto places = chosen_places(walk);
        EXPECT_FALSE(places.empty());
        speak("de");
        EXPECT_EQ(chosen_places(walk), places);
        EXPECT_NE(shown_choices(walk), shown) << "nothing is in German";
        speak("en");
        EXPECT_EQ(chosen_places(walk), places);
        EXPECT_EQ(shown_choices(walk), shown);
    }
    void open(const char* sheet) {
        QMetaObject::invokeMethod(walk.window().findChild<QObject*>(QString::fromLatin1(sheet)), "open");
        walk.settle();
    }
    void close() {
        QTest::keyClick(&walk.window(), Qt::Key_Escape);
        walk.settle();
    }
    Walk walk{{.text_scale = 1.15}};
};

TEST_F(Language, a_change_leaves_every_choice_before_the_call) {
    walk.client().hosting()->setProperty("admission", QStringLiteral("lobby"));
    walk.settle();
    expect_choices_to_stay("start");
    open("settingsSheet");
    walk.client().settings()->setProperty("theme", QStringLiteral("light"));
    expect_choices_to_stay("settings");
    close();
    walk.client().session()->prepare_host({});
    walk.client().devices()->microphones()->select(1);
    walk.settle();
    const auto places = chosen_places(walk);
    speak("de");
    speak("en");
    EXPECT_EQ(chosen_places(walk), places) << "devices";
}

TEST_F(Language, a_change_leaves_every_choice_and_the_open_tab_in_the_call) {
    walk.enter(true);
    for (const auto* panel : {"people", "floor"}) {
        walk.client().settings()->setProperty("panel", QString::fromLatin1(panel));
        walk.settle();
        const auto open_tabs = [&] {
            std::vector<int> open;
            for (const auto* item : inspect::visible_items(walk.window()))
                if (item->inherits("QQuickTabButton")) open.push_back(item->property("checked").toBool() ? 1 : 0);
            return open;
        };
        const auto tabs = open_tabs();
        EXPECT_EQ(std::ranges::count(tabs, 1), 1);
        speak("de");
        EXPECT_EQ(open_tabs(), tabs) << panel;
        speak("en");
        EXPECT_EQ(open_tabs(), tabs) << panel;
    }
    walk.click(QStringLiteral("createFloor"));
    walk.client().floors()->voice()->rules()->set_style(QStringLiteral("chalkboard"));
    walk.client().floors()->voice()->rules()->set_limit(180);
    walk.ticks(2);
    walk.click(QStringLiteral("floorRules-voice"));
    expect_choices_to_stay("floor");
}

TEST(PreJoin, names_the_conference_or_where_it_is) {
    Walk walk{{}};
    const auto said = [&] { return walk.item(QStringLiteral("whereTo"))->property("text").toString(); };
    walk.client().session()->prepare_join(
        QStringLiteral("plenum://relay.example.org:7700/Weekly%20%C3%BCber%20alles#3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAA"));
    walk.settle();
    EXPECT_EQ(said(), QStringLiteral("You are invited to “Weekly über alles”."));
    walk.client().session()->back_to_start();
    walk.client().session()->prepare_join(
        QStringLiteral("plenum://relay.example.org:7700/#3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAA"));
    walk.settle();
    EXPECT_EQ(said(), QStringLiteral("You are invited to a conference on relay.example.org."));
    walk.client().session()->back_to_start();
    walk.client().session()->prepare_host(QStringLiteral("Weekly"));
    walk.settle();
    EXPECT_EQ(said(), QStringLiteral("You start “Weekly” on this computer."));
}

/// A call that is over.
void meet(Walk& walk, const QString& title, EndReason end) {
    const auto number = QString::number(title.size()).rightJustified(4, u'0');
    const QString joined = QStringLiteral("plenum://relay.example.org:7700/") +
                           QString::fromUtf8(QUrl::toPercentEncoding(title)) +
                           QStringLiteral("#3q2-7wAAAAAAAAAAAAAAAAAA") + number;
    walk.conference().session().set_joined_link(joined);
    EXPECT_TRUE(walk.client().session()->prepare_join(joined)) << joined.toStdString();
    walk.client().session()->enter();
    walk.ticks(14);
    EXPECT_EQ(walk.client().session()->screen(), "call");
    walk.conference().session().end(end);
    walk.client().session()->back_to_start();
    walk.settle();
}

/// It comes into sight before it is pressed.
void press_by_key(Walk& walk, const char* name) {
    auto* item = walk.item(QString::fromLatin1(name));
    ASSERT_NE(item, nullptr) << name;
    item->forceActiveFocus(Qt::TabFocusReason);
    walk.settle();
    const auto place = item->mapRectToScene({0, 0, item->width(), item->height()});
    EXPECT_TRUE(QRectF(QPointF{}, QSizeF{walk.window().size()}).contains(place)) << name;
    QTest::keyClick(&walk.window(), Qt::Key_Return);
    walk.settle();
}

TEST_P(FewLooks, RecentConferences) {
    Walk walk{GetParam()};
    EXPECT_EQ(walk.item(QStringLiteral("recentForget")), nullptr) << "nothing to forget";
    for (const auto* title : {"Sailing", "Choir", "Garden plan", "A quarterly review with a long name, as they are"})
        meet(walk, QString::fromLatin1(title), EndReason::left);
    meet(walk, QStringLiteral("Farewell to the old office"), EndReason::ended_by_host);
    walk.enter(true);
    walk.client().session()->end_for_all();
    walk.ticks(1);
    walk.client().session()->back_to_start();
    judge(walk, "start-recent");
    auto& recent = *walk.client().recent();
    ASSERT_EQ(recent.count(), 6);
    EXPECT_EQ(walk.item(QStringLiteral("recent-4")), nullptr);
    EXPECT_EQ(walk.item(QStringLiteral("recentEnter-1")), nullptr) << "it ended for everyone";
    const auto press = [&](const char* name) { press_by_key(walk, name); };
    press("recentAll");
    EXPECT_NE(walk.item(QStringLiteral("recent-5")), nullptr);
    press("recentRemove-1");
    EXPECT_EQ(recent.count(), 5);
    press("recentEnter-1");
    EXPECT_EQ(walk.client().session()->screen(), "prejoin");
    EXPECT_FALSE(walk.client().session()->wanted().hosting);
    judge(walk, "prejoin-invited");
    walk.client().session()->back_to_start();
    walk.settle();
    press("recentEnter-0");
    EXPECT_TRUE(walk.client().session()->wanted().hosting) << "that on this computer is made anew";
    walk.client().session()->back_to_start();
    walk.settle();
    press("recentForget");
    EXPECT_EQ(recent.count(), 0);
}

TEST(StartScreen, ACallThatCanBeContinuedIsInSightInASmallWindow) {
    Walk walk{{.size = {1024, 640}, .text_scale = 1.15}};
    meet(walk, QStringLiteral("Sailing"), EndReason::left);
    walk.enter(true);
    walk.client().session()->leave_relay_running();
    walk.ticks(1);
    walk.client().session()->back_to_start();
    walk.settle();
    const auto* enter = walk.item(QStringLiteral("recentEnter-0"));
    ASSERT_NE(enter, nullptr);
    const auto place = enter->mapRectToScene({0, 0, enter->width(), enter->height()});
    EXPECT_TRUE(QRectF(QPointF{}, QSizeF{walk.window().size()}).contains(place)) << place.top();
    EXPECT_NE(walk.item(QStringLiteral("recent-1")), nullptr);
    walk.click(QStringLiteral("recentEnter-0"));
    EXPECT_EQ(walk.client().session()->screen(), "prejoin");
}

TEST_P(FewLooks, RelayServers) {
    Walk walk{GetParam()};
    auto& network = walk.conference().network();
    network.wait_for_answer();
    network.set_own({.addresses = {{QStringLiteral("192.168.1.20"), AddressScope::same_network},
                                   {QStringLiteral("2001:db8::1234:5678"), AddressScope::everywhere}},
                     .port = 7700,
                     .port_state = PortState::taken});
    press_by_key(walk, "networkButton");
    judge(walk, "network");
    const auto type = [&](const char* field, const char* text) {
        walk.item(QString::fromLatin1(field))->setProperty("text", QString::fromLatin1(text));
    };
    const auto press = [&](const char* name) { press_by_key(walk, name); };
    type("serverField", "relay.example.org:port");
    press("addServer");
    EXPECT_NE(walk.item(QStringLiteral("serverField"))->property("error"), QString{});
    judge(walk, "network-no-address");
    type("serverField", "relay.example.org");
    type("secretField", "s3cret");
    press("addServer");
    EXPECT_EQ(network.asked(), (RelayServer{QStringLiteral("relay.example.org"), QStringLiteral("s3cret")}));
    judge(walk, "network-asking");
    network.answer(RelayAnswer::reached, std::chrono::milliseconds{12});
    walk.settle();
    const auto verdict = [&] {
        return walk.item(QStringLiteral("verdict-relay.example.org"))->property("text").toString();
    };
    EXPECT_TRUE(verdict().contains(QStringLiteral("12 ms"))) << verdict().toStdString();
    press("check-relay.example.org");
    EXPECT_EQ(network.asked().address, "relay.example.org");
    press("check-relay.example.org");
    EXPECT_EQ(network.asked().address, "") << "stopped";
    press("check-relay.example.org");
    network.answer(RelayAnswer::silent);
    judge(walk, "network-silent");
    const auto silent = verdict();
    EXPECT_TRUE(silent.contains(QStringLiteral("7700"))) << silent.toStdString();
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.settle();
    const auto* place = walk.item(QStringLiteral("hostPlace"));
    EXPECT_EQ(place->property("displayText"), QStringLiteral("relay.example.org"));
    const auto about = walk.item(QStringLiteral("placeAbout"))->property("text").toString();
    EXPECT_EQ(about, silent) << "the start says that too";
    judge(walk, "start-relay");
    QSignalSpy asked{&walk.conference().session(), &SimulatedSession::host_asked};
    press("hostButton");
    walk.client().session()->enter();
    ASSERT_EQ(asked.size(), 1);
    EXPECT_EQ(asked.front().front().value<HostRequest>().relay.address, "relay.example.org");
}

} // namespace
} // namespace plenum::ui
