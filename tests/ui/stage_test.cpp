// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/levels.h"
#include "ui/models/members_page.h"
#include "ui/models/picture_fit.h"
#include "ui/models/stage.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <gtest/gtest.h>

#include <numeric>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

constexpr int me = 1;
constexpr StageSpacing spacing{};
const std::initializer_list<QSizeF> stages{{1066, 720}, {1416, 720}, {650, 456}, {1000, 456}, {900, 600}};

StagePeople people(int others, bool large) {
    StagePeople result;
    result.self = me;
    result.large = large;
    result.others.resize(others);
    std::iota(result.others.begin(), result.others.end(), me + 1);
    if (others > 0) result.main = result.others.front();
    result.strip = result.others.mid(1);
    return result;
}

double aspect(const QRectF& rect) { return rect.width() / rect.height(); }

bool overlap(const StageLayout& layout) {
    const auto places = layout.places.values();
    for (qsizetype one = 0; one < places.size(); ++one)
        for (qsizetype other = 0; other < one; ++other)
            if (places[one].intersects(places[other])) return true;
    return false;
}

TEST(StageLayout, TwoPeopleSeeEachOther) {
    for (const auto& stage : stages) {
        for (const bool large : {false, true}) {
            const auto layout = arrange(people(1, large), stage, spacing, 0);
            const auto other = layout.place_of(2);
            EXPECT_TRUE(other.width() == stage.width() || other.height() == stage.height()) << "fills the stage";
            const auto own = layout.place_of(me);
            EXPECT_LT(own.width() * own.height(), 0.1 * other.width() * other.height());
            EXPECT_TRUE(other.contains(own));
            EXPECT_GT(own.left(), other.center().x()) << "in the corner without a name";
            EXPECT_GT(own.top(), other.center().y());
        }
    }
}

TEST(StageLayout, AloneWeSeeOurselves) {
    auto alone = people(0, false);
    alone.own_shown = false;
    EXPECT_GT(arrange(alone, {1000, 600}, spacing, 0).place_of(me).width(), 900);
}

TEST(StageLayout, OurPictureIsSmallAndCoversNobody) {
    for (int others = 2; others <= 60; ++others) {
        for (const auto& stage : stages) {
            for (const bool large : {false, true}) {
                const auto layout = arrange(people(others, large), stage, spacing, 0);
                const auto own = layout.place_of(me);
                EXPECT_FALSE(overlap(layout)) << others;
                EXPECT_LE(own.width(), large ? 300 : 200);
                const QRectF whole{{0, 0}, stage};
                for (const auto& place : layout.places)
                    EXPECT_TRUE(whole.adjusted(-1, -1, 1, 1).contains(place)) << others;
            }
        }
    }
}

TEST(StageLayout, OurPictureCanBeHidden) {
    for (const bool large : {false, true}) {
        auto hidden = people(5, large);
        hidden.own_shown = false;
        EXPECT_FALSE(arrange(hidden, {1066, 720}, spacing, 0).shown().contains(me));
    }
}

TEST(StageLayout, ACamerasPictureIsCroppedLittle) {
    for (int others = 1; others <= 40; ++others) {
        for (const auto& stage : stages) {
            for (const bool large : {false, true}) {
                for (const auto& place : arrange(people(others, large), stage, spacing, 0).places)
                    EXPECT_EQ(picture_place({1280, 720}, place.size()).size(), place.size())
                        << others << " at " << aspect(place);
            }
        }
    }
}

TEST(StageLayout, WhoDoesNotFitIsCountedAndComesInTurn) {
    const auto all = people(9, true);
    auto layout = arrange(all, {1066, 720}, spacing, 0);
    EXPECT_EQ(layout.hidden + layout.shown().size() - 2, 8);
    EXPECT_GT(layout.hidden, 0);
    EXPECT_EQ(layout.more.size(), layout.place_of(3).size());
    EXPECT_GT(layout.place_of(2).height(), 3 * layout.more.height());
    const auto slot = layout.more;
    QList<int> seen;
    const auto pages = layout.pages;
    for (int page = 0; page < pages; ++page) {
        layout = arrange(all, {1066, 720}, spacing, page);
        EXPECT_EQ(layout.more, slot) << "pressed again where it was";
        EXPECT_EQ(layout.place_of(me), arrange(all, {1066, 720}, spacing, 0).place_of(me));
        for (const auto member : layout.shown())
            if (member > 2 && !seen.contains(member)) seen << member;
    }
    EXPECT_EQ(seen.size(), 8);
    EXPECT_EQ(arrange(all, {1066, 720}, spacing, pages).places, arrange(all, {1066, 720}, spacing, 0).places);
    EXPECT_EQ(arrange(people(4, true), {1066, 720}, spacing, 0).hidden, 0);
}

TEST(StageLayout, a_line_keeps_who_speaks_on_every_page) {
    auto eight = people(7, false);
    eight.leading = {8};
    const QSizeF area{1066, 96};
    auto layout = line_up(eight, area, 8, 0);
    EXPECT_EQ(layout.shown(), (QList{me, 2, 3, 4, 8}));
    EXPECT_EQ(layout.hidden, 3);
    EXPECT_FALSE(overlap(layout));
    EXPECT_LE(layout.more.right(), area.width());
    EXPECT_EQ(layout.pages, 2);
    EXPECT_LT(layout.place_of(me).x(), layout.place_of(8).x());
    EXPECT_LT(layout.place_of(8).x(), layout.place_of(2).x());
    layout = line_up(eight, area, 8, 1);
    EXPECT_EQ(layout.shown(), (QList{me, 5, 6, 7, 8}));
    EXPECT_EQ(line_up(eight, area, 8, 2).places, line_up(eight, area, 8, 0).places);
    for (int page = 0; page < 8; ++page)
        EXPECT_TRUE(line_up(eight, {360, 96}, 8, page).shown().size() == 1) << "beside the tile that counts";
    EXPECT_EQ(line_up(eight, {360, 96}, 8, 0).shown(), QList{8});
    EXPECT_EQ(line_up(people(4, false), area, 8, 0).hidden, 0);
}

TEST(StageLayout, PagesLeaveRoomForTheirButtons) {
    for (const bool own : {false, true}) {
        auto many = people(50, false);
        many.own_shown = own;
        const auto layout = arrange(many, {1066, 720}, spacing, 1);
        EXPECT_GT(layout.pages, 1);
        EXPECT_FALSE(layout.shown().contains(2));
        for (const auto member : layout.shown())
            EXPECT_TRUE(member == me || layout.place_of(member).bottom() <= 720 - spacing.pager_height);
    }
}

TEST(Grid, FillsTheAreaAndStaysInside) {
    for (int count = 1; count <= 60; ++count) {
        for (const auto& [width, height] :
             {std::pair{1066.0, 746.0}, {640.0, 500.0}, {1416.0, 746.0}, {300.0, 700.0}}) {
            const auto shape = best_grid(count, {width, height}, 12);
            ASSERT_GE(shape.per_page() * shape.pages, count);
            ASSERT_LT(shape.per_page() * (shape.pages - 1), count);
            ASSERT_LE(shape.columns * (shape.tile_width + 12) - 12, width + 0.5);
            ASSERT_LE(shape.rows * (shape.tile_height + 12) - 12, height + 0.5);
            ASSERT_GE(shape.tile_width, 219);
            ASSERT_GE(shape.tile_width / shape.tile_height, 1.55);
            ASSERT_LE(shape.tile_width / shape.tile_height, 2.04);
        }
    }
    EXPECT_EQ(best_grid(0, {800, 600}, 12), best_grid(1, {800, 600}, 12));
    EXPECT_EQ(best_grid(4, {1066, 746}, 12).columns, 2);
    EXPECT_EQ(best_grid(4, {0, 0}, 12).tile_width, 0);
}

// --- who is large ---

Member member(std::uint32_t index, bool is_self = false) {
    return {.index = base::MemberIndex{index}, .name = QString{QChar(u'A' + index)}, .is_self = is_self};
}

class StageModel : public testing::Test {
  protected:
    StageModel() {
        for (std::uint32_t index = 1; index <= 5; ++index)
            members.set(member(index, index == me));
    }
    void floor(std::initializer_list<std::uint32_t> holders, base::Duration now) {
        QList<base::MemberIndex> who;
        for (const auto index : holders)
            who << base::MemberIndex{index};
        stage.set_floor(true, who, at(now));
    }

    MembersModel members;
    Stage stage{members};
};

TEST_F(StageModel, PinWinsAndGoesWithItsMember) {
    EXPECT_EQ(stage.main_index(), 2);
    stage.set_levels(speaking({1, 3}), at(0s));
    EXPECT_EQ(stage.main_index(), 3) << "one's own voice never moves one's own stage";
    EXPECT_FALSE(stage.large());
    stage.toggle_pin(2);
    EXPECT_EQ(stage.main_index(), 2);
    EXPECT_TRUE(stage.large());
    members.remove(base::MemberIndex{2});
    EXPECT_EQ(stage.main_index(), 3);
    EXPECT_EQ(stage.pinned_index(), 0);
    EXPECT_FALSE(stage.large());
    for (const std::uint32_t index : {3U, 4U, 5U})
        members.remove(base::MemberIndex{index});
    EXPECT_EQ(stage.main_index(), 1);
}

TEST_F(StageModel, WithAFloorItsHolderIsLargeUnlessThePersonChoseOtherwise) {
    EXPECT_FALSE(stage.large());
    floor({4}, 0s);
    EXPECT_TRUE(stage.large());
    EXPECT_EQ(stage.main_index(), 4);
    EXPECT_EQ(stage.people().holders, QList{4});
    stage.set_choice(QStringLiteral("grid"), false);
    EXPECT_FALSE(stage.large());
    stage.set_choice(QStringLiteral("automatic"), false);
    EXPECT_TRUE(stage.large());
    stage.set_floor(false, {}, at(1s));
    EXPECT_FALSE(stage.large());
    stage.set_choice(QStringLiteral("speaker"), true);
    EXPECT_TRUE(stage.large());
    EXPECT_FALSE(stage.people().own_shown);
}

TEST_F(StageModel, WhoeverWasLargeStaysWhileWeHoldTheFloorOrNobody) {
    floor({4}, 0s);
    floor({me}, 10s);
    floor({me}, 20s);
    EXPECT_EQ(stage.main_index(), 4);
    floor({}, 30s);
    EXPECT_EQ(stage.main_index(), 4);
    floor({3}, 40s);
    EXPECT_EQ(stage.main_index(), 4);
    floor({3}, 41s);
    EXPECT_EQ(stage.main_index(), 3);
}

TEST_F(StageModel, WhoBecomesLargeChangesPlacesWithWhoWasAndNobodyElseMoves) {
    EXPECT_EQ(stage.people().strip, (QList{3, 4, 5}));
    floor({4}, 0s);
    EXPECT_EQ(stage.people().strip, (QList{3, 2, 5}));
    floor({3}, 10s);
    floor({3}, 11s);
    EXPECT_EQ(stage.people().strip, (QList{4, 2, 5}));
    members.set(member(6));
    EXPECT_EQ(stage.people().strip, (QList{4, 2, 5, 6}));
}

TEST_F(StageModel, gives_no_place_to_who_talks_in_another_group) {
    floor({4}, 0s);
    members.set_groups({{me, 2}, {2, 2}, {4, 3}, {5, 3}});
    EXPECT_EQ(stage.people().others, (QList{2, 3})) << "our group, and the plenary, which we hear";
    EXPECT_EQ(stage.people().apart, 2);
    floor({4}, 1s);
    stage.set_levels(speaking({5}), at(2s));
    EXPECT_EQ(stage.main_index(), 2) << "neither who has another floor nor who speaks elsewhere";
    auto to_all = member(4);
    to_all.speaks_to_all = true;
    members.set(to_all);
    EXPECT_EQ(stage.people().others, (QList{2, 3, 4}));
    EXPECT_EQ(stage.people().apart, 1);
    members.set_groups({});
    EXPECT_EQ(stage.people().others, (QList{2, 3, 4, 5}));
    EXPECT_EQ(stage.people().apart, 0);
}

TEST_F(StageModel, who_speaks_or_draws_leads_a_line) {
    stage.set_levels(speaking({5}), at(0s));
    EXPECT_EQ(stage.people().leading, QList{5});
    stage.set_levels(speaking({5, 3}), at(1s));
    EXPECT_EQ(stage.people().leading, QList{5}) << "no tile moves at each syllable";
    floor({4}, 10s);
    EXPECT_EQ(stage.people().leading, QList{4});
    floor({3}, 20s);
    floor({3}, 21s);
    EXPECT_EQ(stage.people().leading, QList{3});
    stage.toggle_pin(2);
    EXPECT_EQ(stage.people().leading, QList{3}) << "also while another is kept large";
    stage.set_pens({base::MemberIndex{me}, base::MemberIndex{5}});
    EXPECT_EQ(stage.people().leading, (QList{3, 5}));
    floor({2, 3}, 30s);
    EXPECT_EQ(stage.people().leading, (QList{3, 2, 5}));
}

TEST_F(StageModel, SaysNothingWhereNothingChanged) {
    floor({4}, 0s);
    QSignalSpy changes{&stage, &Stage::changed};
    floor({4}, 2s);
    stage.set_levels({}, at(3s));
    EXPECT_TRUE(changes.isEmpty());
}

TEST(Page, ShowsWhoHasATile) {
    MembersModel members;
    for (std::uint32_t index = 1; index <= 5; ++index)
        members.set(member(index));
    MembersPage page;
    const QAbstractItemModelTester tester{&page, QAbstractItemModelTester::FailureReportingMode::Fatal};
    page.setSourceModel(&members);
    EXPECT_EQ(page.rowCount(), 0);
    page.setProperty("shown", QVariant::fromValue(QList{5, 2}));
    ASSERT_EQ(page.rowCount(), 2);
    EXPECT_EQ(page.index(0, 0).data(MembersModel::index_role), 2) << "in their own order";
}

// --- pictures in tiles ---

TEST(PictureFit, CropsOnlyWhereLittleIsLost) {
    EXPECT_EQ(picture_place({1280, 720}, {640, 360}), QRectF(0, 0, 640, 360));
    EXPECT_EQ(picture_place({1280, 720}, {640, 400}), QRectF(0, 0, 640, 400)) << "a tenth";
    EXPECT_EQ(picture_place({1280, 720}, {640, 480}), QRectF(0, 60, 640, 360)) << "a quarter";
    EXPECT_EQ(picture_place({640, 480}, {640, 360}), QRectF(80, 0, 480, 360)) << "no forehead is cut";
    const auto portrait = picture_place({720, 1280}, {640, 360});
    EXPECT_EQ(portrait.height(), 360);
    EXPECT_NEAR(portrait.width(), 202, 1);
    EXPECT_EQ(picture_place({0, 0}, {10, 20}), QRectF(0, 0, 10, 20));
}

} // namespace
} // namespace plenum::ui
