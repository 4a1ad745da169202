// SPDX-License-Identifier: Apache-2.0
// Floors of pen and screen beside that of the voice: made, asked for, handed on and told in words of their own.
#include "tests/ui/in_call.h"
#include "tests/ui/people.h"
#include "ui/models/floor_words.h"

#include <QSignalSpy>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto voice_floor = SimulatedIds::voice_floor;
constexpr base::TokenId pen_floor{2};

class FloorKinds : public InCall {
  protected:
    void SetUp() override {
        QObject::connect(&client, &Client::notice, &client, [this](const QString& text, const QString& kind) {
            said << text;
            kinds << kind;
        });
        QObject::connect(floors.news(), &FloorNews::changed, &client, [this] { news << floors.news()->text(); });
    }
    void forget() {
        said.clear();
        kinds.clear();
        news.clear();
    }
    void enter(bool host) {
        InCall::enter(host);
        forget();
    }
    void create(const char* what) {
        floors.create(QString::fromLatin1(what));
        ticks(1);
    }
    [[nodiscard]] FloorModel* found(base::TokenId id) {
        for (int row = 0; row < floors.rowCount(); ++row) {
            auto* floor = floors.index(row).data(Floors::floor_role).value<FloorModel*>();
            if (floor->floor().id == id) return floor;
        }
        return nullptr;
    }
    [[nodiscard]] FloorModel& pen() { return *found(pen_floor); }
    [[nodiscard]] FloorModel& screen() { return *found(screen_floor); }
    [[nodiscard]] QVariant of(FloorModel& floor, base::MemberIndex member, int role) {
        for (int row = 0; row < floor.rowCount(); ++row) {
            const auto index = floor.index(row);
            if (index.data(FloorModel::member_role).toUInt() == member.value()) return index.data(role);
        }
        return {};
    }
    void press(FloorModel& floor) {
        floor.own()->press();
        ticks(1);
    }

    Floors& floors{*client.floors()};
    QStringList said;
    QStringList kinds;
    QStringList news;
};

TEST_F(FloorKinds, EachIsMadeOnceAndWhatIsMissingIsOffered) {
    enter(true);
    QSignalSpy changes{&floors, &Floors::changed};
    EXPECT_EQ(floors.missing(), QStringList({"voice", "pen", "screen"}));
    create("pen");
    EXPECT_EQ(floors.missing(), QStringList({"voice", "screen"}));
    EXPECT_GE(changes.size(), 1);
    EXPECT_EQ(floors.voice(), nullptr);
    EXPECT_FALSE(floors.barred()) << "the pen bars nobody's voice";
    EXPECT_TRUE(conference.media().microphone_on());
    create("pen");
    EXPECT_EQ(floors.rowCount(), 1);
    create("screen");
    create("voice");
    EXPECT_EQ(floors.missing(), QStringList{});
    ASSERT_EQ(floors.rowCount(), 3);
    EXPECT_EQ(pen().purpose_name(), "pen");
    EXPECT_EQ(screen().purpose_name(), "screen");
    EXPECT_EQ(floors.voice()->purpose_name(), "voice");
    EXPECT_EQ(pen().floor().settings.style, "queue");
}

TEST_F(FloorKinds, StylesAreExplainedByWhatTheFloorIsFor) {
    enter(true);
    create("voice");
    create("pen");
    const auto place = pen().rules()->styles().chosen;
    ASSERT_GE(place, 0);
    EXPECT_EQ(floors.voice()->rules()->styles().abouts.value(place), "Whoever asked first speaks next, one at a time.");
    EXPECT_EQ(pen().rules()->styles().abouts.value(place), "Whoever asked first draws next, one at a time.");
    EXPECT_EQ(pen().rules()->styles().abouts.size(), pen().rules()->styles().ids.size());
}

TEST_F(FloorKinds, WhileNothingIsHeardOfTheRelayWhatGoesBackIsNamed) {
    enter(true);
    create("pen");
    pen().own()->press();
    ticks(1);
    ASSERT_EQ(pen().own()->standing(), "holding");
    conference.floors().set_floor_out_of_reach(true);
    ticks(1);
    EXPECT_EQ(pen().own()->standing(), "outOfReach");
    EXPECT_EQ(pen().own()->button_hint(), "Nothing is heard of the relay, so the pen goes back.");
}

TEST_F(FloorKinds, WhoIsNoModeratorMakesNone) {
    enter(false);
    create("pen");
    create("screen");
    EXPECT_EQ(floors.rowCount(), 0);
}

TEST_F(FloorKinds, EachIsAskedForHeldAndGivenBackByItself) {
    enter(true);
    for (const auto* what : {"voice", "pen", "screen"})
        create(what);
    EXPECT_EQ(pen().own()->button_text(), "Ask for the pen");
    EXPECT_EQ(screen().own()->button_text(), "Ask to share");
    EXPECT_EQ(pen().empty_text(), "Nobody has the pen.");
    forget();
    conference.floors().someone_wants_floor(jonas, true, RequestClass::normal, {}, screen_floor);
    press(pen());
    press(screen());
    EXPECT_EQ(pen().own()->button_text(), "You have the pen · Release");
    EXPECT_THAT(screen().own()->button_text().toStdString(), testing::StartsWith("You are next · 0:0"));
    EXPECT_EQ(screen().own()->button_hint(), "The screen is with Jonas Weber. Do not wait any longer");
    EXPECT_EQ(pen().own()->button_hint(), "Give the pen back");
    EXPECT_EQ(floors.voice()->own()->standing(), "none");
    EXPECT_FALSE(conference.media().microphone_on()) << "the pen opens no microphone";
    EXPECT_EQ(floors.speakers(), QList<base::MemberIndex>{}) << "nor does it frame anyone";
    conference.floors().someone_wants_floor(jonas, false, RequestClass::normal, {}, screen_floor);
    EXPECT_EQ(screen().own()->button_text(), "You may share · Release");
    EXPECT_EQ(said, QStringList({"You have the pen.", "You may share a screen now."}));
    EXPECT_NE(kinds[0], kinds[1]) << "the one notice does not take the other's place";
    press(pen());
    EXPECT_EQ(pen().own()->standing(), "none");
    EXPECT_EQ(screen().own()->standing(), "holding");
    EXPECT_EQ(news.last(), "You gave the pen back.");
    EXPECT_EQ(kinds.last(), kinds[0]) << "and its own notice goes";
    EXPECT_EQ(said.last(), "");
}

TEST_F(FloorKinds, AModeratorGivesTakesAndRulesEachByItself) {
    enter(true);
    create("pen");
    create("screen");
    conference.floors().someone_wants_floor(ada, true, RequestClass::normal, {}, pen_floor);
    conference.floors().someone_wants_floor(jonas, true, RequestClass::normal, {}, pen_floor);
    EXPECT_EQ(of(pen(), jonas, FloorModel::offer_text_role), "Give pen");
    pen().act(3, QStringLiteral("grant"));
    ticks(1);
    EXPECT_EQ(pen().holder_names(), "Jonas Weber");
    screen().act(2, QStringLiteral("pass"));
    ticks(1);
    EXPECT_EQ(screen().holder_names(), "Ada Moreau");
    pen().act(3, QStringLiteral("revoke"));
    ticks(1);
    EXPECT_EQ(pen().holder_count(), 0);
    EXPECT_EQ(screen().holder_count(), 1);
    pen().rules()->set_style(QStringLiteral("brainstorm"));
    ticks(2);
    pen().rules()->set_locked(true);
    ticks(1);
    EXPECT_TRUE(pen().rules()->locked());
    EXPECT_EQ(pen().own()->button_text(), "Everyone may draw");
    EXPECT_EQ(pen().empty_text(), "Everyone may draw now.");
    EXPECT_EQ(pen().rules()->style().about, "Everyone may draw at any time.");
    EXPECT_EQ(screen().floor().settings.style, "queue");
    EXPECT_EQ(screen().rules()->style().about, "Whoever asked first shares next, one at a time.");
    EXPECT_FALSE(screen().rules()->locked());
    EXPECT_EQ(screen().rules()->limit_title(), "Time to share");
}

TEST_F(FloorKinds, WhatBecomesOfOursIsShownAndOfOthersSpoken) {
    enter(false);
    conference.floors().turn_floor_on(FloorPurpose::pen);
    EXPECT_EQ(said, QStringList{}) << "there is nothing to draw with in this window";
    EXPECT_EQ(news, QStringList{"Here whoever wants to draw asks for the pen."});
    conference.floors().someone_wants_floor(jonas, true, RequestClass::normal, {}, pen_floor);
    forget();
    conference.floors().set_floor_silent(jonas, 2000ms);
    EXPECT_EQ(pen().state().returning(), "Pen returns in 2 s");
    EXPECT_EQ(of(pen(), jonas, FloorModel::facts_role), "out of reach: pen returns in 2 s");
    conference.floors().set_floor_silent(jonas, std::nullopt);
    EXPECT_THAT(of(pen(), jonas, FloorModel::facts_role).toString().toStdString(), testing::StartsWith("for 0:0"));
    conference.floors().someone_acts(PassFloor{pen_floor, jonas, robin});
    conference.floors().someone_acts(PassFloor{pen_floor, robin, ada});
    conference.floors().someone_wants_floor(ada, false, RequestClass::normal, {}, pen_floor);
    conference.floors().someone_acts(GrantFloor{pen_floor, robin});
    conference.floors().someone_acts(RevokeFloor{pen_floor, robin});
    EXPECT_EQ(said, QStringList({"You have the pen.", "The pen is with Ada Moreau now.", "You have the pen.",
                                 "Ada Moreau took the pen from you. You can ask for it again."}));
    EXPECT_EQ(news.first(2), QStringList({"Nothing is heard of Jonas Weber. Pen returns in 2 s.",
                                          "Jonas Weber is heard again and keeps the pen."}));
    EXPECT_TRUE(news.contains(QStringLiteral("The pen is free.")));
}

TEST_F(FloorKinds, AFloorOfAPurposeUnknownHereIsShownByItsLabel) {
    enter(false);
    Floor podium;
    podium.id = base::TokenId{9};
    podium.label = QStringLiteral("podium");
    emit conference.floors().floor_changed(podium);
    EXPECT_EQ(news, QStringList{});
    auto& shown = *found(podium.id);
    EXPECT_EQ(shown.title(), "podium");
    EXPECT_EQ(shown.purpose_name(), "other");
    EXPECT_EQ(shown.own()->button_text(), "Ask for it");
    podium.holders.append({jonas, QDateTime::currentDateTimeUtc(), {}});
    emit conference.floors().floor_changed(podium);
    EXPECT_EQ(news, QStringList{"podium: now with Jonas Weber."});
    podium.holders = {{robin, QDateTime::currentDateTimeUtc(), {}}};
    emit conference.floors().floor_changed(podium);
    EXPECT_EQ(said, QStringList{"podium: You have it now."});
}

TEST_F(FloorKinds, ThePlenarysVoiceIsSaidByNameWhereItIsNotOurs) {
    enter(false);
    conference.floors().turn_floor_on();
    auto plenary = floors.voice()->floor();
    plenary.demands_microphone = false;
    emit conference.floors().floor_changed(plenary);
    forget();
    plenary.holders.append({jonas, QDateTime::currentDateTimeUtc(), {}});
    emit conference.floors().floor_changed(plenary);
    EXPECT_EQ(found(voice_floor)->purpose_name(), "voice");
    EXPECT_EQ(news, QStringList{"Voice: now with Jonas Weber."});
}

constexpr std::array purposes{FloorPurpose::voice, FloorPurpose::pen, FloorPurpose::screen, FloorPurpose::other};

/// What is said of one floor cannot be taken for what is said of another.
TEST(FloorWords, AreTheirOwnForEachPurpose) {
    QStringList words;
    for (const auto purpose : purposes) {
        const QString who{QStringLiteral("Ann")};
        words << FloorWords::everyone(purpose) << FloorWords::nobody(purpose) << FloorWords::with(purpose, who)
              << FloorWords::returns_in(purpose, 2) << FloorWords::out_of_reach(purpose, 2)
              << FloorWords::out_of_reach(purpose) << FloorWords::ask(purpose) << FloorWords::release(purpose)
              << FloorWords::limit(purpose) << FloorWords::style_heading(purpose) << FloorWords::ours(purpose)
              << FloorWords::now_with(purpose, who) << FloorWords::given_back(purpose)
              << FloorWords::somebodys(purpose, who) << FloorWords::heard_again(purpose, who)
              << FloorWords::free(purpose) << FloorWords::offer(purpose, QStringLiteral("grant"))
              << FloorWords::offer(purpose, QStringLiteral("pass"));
        for (const bool yes : {false, true})
            words << FloorWords::began(purpose, yes) << FloorWords::locked(purpose, yes)
                  << FloorWords::for_everyone(purpose, yes);
        for (const auto end : {FloorEnd::refused, FloorEnd::revoked, FloorEnd::time_over, FloorEnd::lost})
            words << FloorWords::ended(purpose, end, who);
        for (const auto end : {FloorEnd::refused, FloorEnd::revoked})
            words << FloorWords::ended(purpose, end, {});
        words << FloorWords::style_about({}, nullptr, purpose);
        for (const auto& style : floor::floor_styles())
            words << FloorWords::style_about(QString::fromUtf8(style.id), &style, purpose);
    }
    // What began is said of others by their label alone.
    EXPECT_EQ(QSet<QString>(words.begin(), words.end()).size(), words.size());
}

} // namespace
} // namespace plenum::ui
