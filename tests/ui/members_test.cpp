// SPDX-License-Identifier: Apache-2.0
#include "ui/models/members_model.h"
#include "ui/models/speaker_picker.h"
#include "ui/models/stage.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

Member member(std::uint32_t index, const char* name, bool is_self = false) {
    return {.index = base::MemberIndex{index}, .name = QString::fromUtf8(name), .is_self = is_self};
}

QStringList names(const QAbstractItemModel& model) {
    QStringList found;
    for (int row = 0; row < model.rowCount(); ++row)
        found << model.index(row, 0).data(MembersModel::name_role).toString();
    return found;
}

QList<MemberLevel> speaking(std::initializer_list<std::uint32_t> who) {
    QList<MemberLevel> levels;
    for (const auto index : who)
        levels.append({.index = base::MemberIndex{index}, .level = 0.5F, .speaking = true});
    return levels;
}

base::LocalTime at(base::Duration since_start) { return base::LocalTime{since_start}; }

TEST(Members, SelfIsFirstAndOthersKeepTheOrderOfJoining) {
    MembersModel model;
    const QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
    for (const auto& who : {member(4, "D"), member(2, "B"), member(3, "Me", true), member(9, "I")})
        model.set(who);
    EXPECT_EQ(names(model), QStringList({"Me", "B", "D", "I"}));
    auto gone = member(2, "B");
    gone.presence = Presence::absent;
    model.set(gone);
    gone.presence = Presence::present;
    model.set(gone);
    EXPECT_EQ(names(model), QStringList({"Me", "B", "D", "I"}));
    model.remove(base::MemberIndex{2});
    EXPECT_EQ(names(model), QStringList({"Me", "D", "I"}));
}

TEST(Members, TellsAboutOthersOnly) {
    MembersModel model;
    QSignalSpy joined{&model, &MembersModel::joined};
    QSignalSpy dropped{&model, &MembersModel::dropped_off};
    QSignalSpy returned{&model, &MembersModel::returned};
    model.set(member(1, "Me", true));
    model.set(member(2, "B"));
    auto away = member(2, "B");
    away.presence = Presence::absent;
    model.set(away);
    model.set(away);
    model.set(member(2, "B"));
    EXPECT_EQ(joined.size(), 1);
    EXPECT_EQ(dropped.size(), 1);
    EXPECT_EQ(returned.size(), 1);
}

TEST(Members, LevelsOfThoseNotHeardFallToZero) {
    MembersModel model;
    model.set(member(2, "B"));
    model.set_levels(speaking({2}));
    EXPECT_TRUE(model.index(0).data(MembersModel::speaking_role).toBool());
    model.set_levels({});
    EXPECT_FALSE(model.index(0).data(MembersModel::speaking_role).toBool());
    EXPECT_EQ(model.index(0).data(MembersModel::level_role).toFloat(), 0.0F);
}

TEST(Members, InitialsOfAnyName) {
    EXPECT_EQ(MembersModel::initials("Ada Lovelace"), "AL");
    EXPECT_EQ(MembersModel::initials("  plato "), "P");
    EXPECT_EQ(MembersModel::initials("Jean van der Meer"), "JM");
    EXPECT_EQ(MembersModel::initials("   "), "?");
    EXPECT_EQ(MembersModel::initials("(Anna) 2nd"), "A") << "only letters";
    EXPECT_EQ(MembersModel::initials("\"Bob\" O'Neill-3"), "BO");
    EXPECT_EQ(MembersModel::initials("42 !"), "?");
    EXPECT_EQ(MembersModel::initials(QString::fromUtf8("\U0001F600 x")), "X");
    EXPECT_EQ(MembersModel::initials(QString::fromUtf8("élodie Ωmega")), QString::fromUtf8("ÉΩ"));
    EXPECT_EQ(MembersModel::initials(QString::fromUtf8("e\u0301lodie")), QString::fromUtf8("É"))
        << "a combining accent";
    EXPECT_EQ(MembersModel::initials(QString::fromUtf8("\U00010437 x")), QString::fromUtf8("\U0001040FX"))
        << "outside the basic plane";
}

TEST(Picker, ACoughDoesNotMoveTheStage) {
    SpeakerPicker picker;
    EXPECT_EQ(picker.update(speaking({2}), at(0ms)).value(), 2U);
    EXPECT_EQ(picker.update({}, at(1s)).value(), 2U);
    EXPECT_EQ(picker.update(speaking({3}), at(2s)).value(), 2U);
    EXPECT_EQ(picker.update({}, at(2900ms)).value(), 2U);
    EXPECT_EQ(picker.update(speaking({3}), at(3s)).value(), 2U);
    EXPECT_EQ(picker.update(speaking({3}), at(3999ms)).value(), 2U);
    EXPECT_EQ(picker.update(speaking({3}), at(4s)).value(), 3U);
}

TEST(Picker, WhoeverSpeaksKeepsTheStageLongerAndDoesNotGetItBackAtOnce) {
    SpeakerPicker picker;
    picker.update(speaking({2}), at(0s));
    picker.update(speaking({2, 3}), at(1s));
    EXPECT_EQ(picker.update(speaking({2, 3}), at(3900ms)).value(), 2U);
    EXPECT_EQ(picker.update(speaking({2, 3}), at(4s)).value(), 3U);
    EXPECT_EQ(picker.update(speaking({2, 3}), at(20s)).value(), 3U);
}

TEST(StageModel, PinWinsAndGoesWithItsMember) {
    MembersModel members;
    Stage stage{members};
    EXPECT_EQ(stage.main_index(), 0);
    for (const auto& who : {member(1, "Me", true), member(2, "B"), member(3, "C")})
        members.set(who);
    EXPECT_EQ(stage.main_index(), 2);
    stage.set_levels(speaking({1, 3}), at(0s));
    EXPECT_EQ(stage.main_index(), 3) << "one's own voice never moves one's own stage";
    stage.toggle_pin(2);
    EXPECT_EQ(stage.main_index(), 2);
    members.remove(base::MemberIndex{2});
    EXPECT_EQ(stage.main_index(), 3);
    EXPECT_EQ(stage.pinned_index(), 0);
    members.remove(base::MemberIndex{3});
    EXPECT_EQ(stage.main_index(), 1);
}

TEST(Grid, FillsTheAreaAndStaysInside) {
    for (int count = 1; count <= 60; ++count) {
        for (const auto& [width, height] :
             {std::pair{1066.0, 746.0}, {640.0, 500.0}, {1416.0, 746.0}, {300.0, 700.0}}) {
            const auto shape = best_grid(count, width, height, 12);
            ASSERT_GE(shape.per_page() * shape.pages, count);
            ASSERT_LT(shape.per_page() * (shape.pages - 1), count);
            ASSERT_LE(shape.columns * (shape.tile_width + 12) - 12, width + 0.5);
            ASSERT_LE(shape.rows * (shape.tile_height + 12) - 12, height + 0.5);
            ASSERT_GE(shape.tile_width, 219);
            ASSERT_GE(shape.tile_width / shape.tile_height, 1.3);
            ASSERT_LE(shape.tile_width / shape.tile_height, 2.16);
        }
    }
    EXPECT_EQ(best_grid(0, 800, 600, 12), best_grid(1, 800, 600, 12));
    EXPECT_EQ(best_grid(4, 1066, 746, 12).columns, 2);
    EXPECT_EQ(best_grid(4, 0, 0, 12).tile_width, 0);
}

TEST(Page, ShowsARunAndLeavesOut) {
    MembersModel members;
    for (std::uint32_t index = 1; index <= 7; ++index)
        members.set(member(index, std::string(1, char('A' + index - 1)).c_str()));
    MembersPage page;
    const QAbstractItemModelTester tester{&page, QAbstractItemModelTester::FailureReportingMode::Fatal};
    page.setSourceModel(&members);
    page.setProperty("size", 3);
    EXPECT_EQ(names(page), QStringList({"A", "B", "C"}));
    page.setProperty("without", 2);
    EXPECT_EQ(names(page), QStringList({"A", "C", "D"}));
    EXPECT_EQ(page.total(), 6);
    page.setProperty("first", 3);
    EXPECT_EQ(names(page), QStringList({"E", "F", "G"}));
    members.remove(base::MemberIndex{1});
    EXPECT_EQ(names(page), QStringList({"F", "G"}));
    EXPECT_EQ(page.total(), 5);
}

} // namespace
} // namespace plenum::ui
