// SPDX-License-Identifier: Apache-2.0
// Floors of pen and screen on the panel, beside that of the voice: made, asked for and given back by mouse and keys.
#include "tests/ui/screens.h"

#include <QTest>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

constexpr base::TokenId pen{2};
constexpr base::TokenId screen_token{3};

FloorModel* floor_of(Walk& walk, base::TokenId id) {
    auto& floors = *walk.client().floors();
    for (int row = 0; row < floors.rowCount(); ++row) {
        auto* floor = floors.index(row).data(Floors::floor_role).value<FloorModel*>();
        if (floor->floor().id == id) return floor;
    }
    return nullptr;
}

void open_panel(Walk& walk) {
    walk.client().settings()->setProperty("panel", QStringLiteral("floor"));
    walk.settle();
}

/// As far as it goes: what stands last.
void scroll_down(Walk& walk) {
    auto* scroll = walk.item(QStringLiteral("floorScroll"));
    const auto most = scroll->property("contentHeight").toReal() - scroll->height();
    scroll->setProperty("contentY", std::max(0.0, most));
    walk.settle();
}

void press_key(Walk& walk, const QString& name) {
    auto* item = walk.item(name);
    ASSERT_NE(item, nullptr) << name.toStdString();
    item->forceActiveFocus(Qt::TabFocusReason);
    QTest::keyClick(&walk.window(), Qt::Key_Return);
    walk.settle();
    walk.ticks(1);
}

TEST_P(Screens, AModeratorsPenAndScreen) {
    Walk walk{GetParam()};
    walk.enter(true);
    open_panel(walk);
    walk.click(QStringLiteral("createFloor-pen"));
    ASSERT_NE(floor_of(walk, pen), nullptr);
    EXPECT_EQ(walk.client().floors()->voice(), nullptr);
    EXPECT_EQ(walk.item(QStringLiteral("floorButton")), nullptr) << "the button of the bar is the voice's";
    EXPECT_EQ(walk.item(QStringLiteral("createFloor-pen")), nullptr) << "there is one";
    press_key(walk, QStringLiteral("createFloor-screen"));
    ASSERT_NE(floor_of(walk, screen_token), nullptr);
    press_key(walk, QStringLiteral("createFloor"));
    ASSERT_NE(walk.client().floors()->voice(), nullptr);
    auto& conference = walk.conference();
    for (const auto& [floor, members] : {std::pair{base::TokenId{1}, std::array{2U, 3U}},
                                         {pen, std::array{3U, 4U}},
                                         {screen_token, std::array{5U, 2U}}})
        for (const auto member : members)
            conference.floors().someone_wants_floor(base::MemberIndex{member}, true, RequestClass::normal, 40s, floor);
    conference.floors().let_floor_time_pass(65s);
    walk.ticks(1);
    walk.dismiss_notices();
    press_key(walk, QStringLiteral("floorButton-pen"));
    EXPECT_EQ(floor_of(walk, pen)->own()->standing(), "waiting");
    walk.item(QStringLiteral("floorScroll"))->setProperty("contentY", 0);
    judge(walk, "floors-moderator");
    scroll_down(walk);
    EXPECT_TRUE(walk.save(QStringLiteral("floors-moderator-end")));
}

TEST_P(Screens, AParticipantsPenAndScreen) {
    Walk walk{GetParam()};
    walk.enter(false);
    open_panel(walk);
    EXPECT_EQ(walk.item(QStringLiteral("createFloor-pen")), nullptr) << "that is for moderators";
    auto& conference = walk.conference();
    for (const auto purpose : {FloorPurpose::voice, FloorPurpose::pen, FloorPurpose::screen})
        conference.floors().turn_floor_on(purpose);
    conference.floors().someone_wants_floor(base::MemberIndex{2});
    conference.floors().someone_wants_floor(base::MemberIndex{3}, true, RequestClass::normal, 62s, screen_token);
    walk.ticks(1);
    walk.dismiss_notices();
    press_key(walk, QStringLiteral("floorButton-pen"));
    press_key(walk, QStringLiteral("floorButton-screen"));
    walk.item(QStringLiteral("floorScroll"))->setProperty("contentY", 0);
    judge(walk, "floors-participant");
    EXPECT_EQ(floor_of(walk, pen)->own()->standing(), "holding");
    EXPECT_EQ(floor_of(walk, screen_token)->own()->standing(), "waiting");
    EXPECT_EQ(walk.client().floors()->voice()->own()->standing(), "none");
    press_key(walk, QStringLiteral("floorButton-pen"));
    EXPECT_EQ(floor_of(walk, pen)->own()->standing(), "none");
    EXPECT_EQ(walk.item(QStringLiteral("floorStyle")), nullptr) << "the rules are the moderators'";
    scroll_down(walk);
    EXPECT_TRUE(walk.save(QStringLiteral("floors-participant-end")));
}

} // namespace
} // namespace plenum::ui
