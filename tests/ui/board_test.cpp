// SPDX-License-Identifier: Apache-2.0
// The whiteboard over a simulated conference: what we do to it is there at once and elsewhere soon, and what nobody
// gets is taken out again.
#include "core/board/snapshot.h"
#include "tests/ui/busy_threads.h"
#include "tests/ui/on_board.h"
#include "ui/board/board_figure.h"

#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <span>

namespace plenum::ui {
namespace {

TEST_F(OnBoard, each_tool_makes_what_it_says_and_others_get_it) {
    for (const auto* tool : {"pen", "marker", "line", "arrow", "rectangle", "ellipse"}) {
        const auto before = seen().size();
        draw(tool, {10, 10}, {110, 60});
        EXPECT_EQ(seen().size(), before + 1) << tool;
    }
    EXPECT_FALSE(surface.document().settled());
    ticks(2);
    EXPECT_EQ(seen_by_others(), seen());
    EXPECT_TRUE(surface.document().settled());
}

TEST_F(OnBoard, what_is_painted_last_is_kept_where_points_are_bounded) {
    for (const double y : {10.0, 30.0, 50.0})
        draw("rectangle", {10, y}, {110, y + 10});
    const auto all = seen();
    ASSERT_EQ(all.size(), 3U);
    const auto& on = surface.document().board();
    const auto shown = [&](std::size_t points) {
        std::vector<const board::Object*> expected;
        for (const auto id : all)
            expected.push_back(on.find(id));
        const auto found = topmost(on, board.page_id(), points);
        EXPECT_TRUE(std::ranges::equal(found, std::span{expected}.last(found.size())));
        return found.size();
    };
    EXPECT_EQ(shown(1000), 3U);
    EXPECT_EQ(shown(32), 2U);
    EXPECT_EQ(shown(1), 1U);
    EXPECT_TRUE(topmost(on, board::screen_page(base::MemberIndex{9}, 1), 1000).empty());
}

TEST_F(OnBoard, stroke_is_seen_elsewhere_while_it_is_drawn) {
    tools.press({10, 10}, {}, 4, false);
    ticks(1);
    const auto others = seen_by_others();
    ASSERT_EQ(others.size(), 1U);
    const auto& stroke = std::get<board::Stroke>(conference.board().board().find(others.front())->content);
    EXPECT_FALSE(stroke.ended);
    EXPECT_THAT(surface.tiles().drawn_now(board.page_id()), testing::ElementsAre(others.front()));
    tools.move({40, 40}, {});
    tools.release();
    ticks(1);
    const auto& done = std::get<board::Stroke>(conference.board().board().find(others.front())->content);
    EXPECT_TRUE(done.ended);
    EXPECT_EQ(done.points.count, 2U);
}

TEST_F(OnBoard, what_the_relay_refuses_is_gone_and_what_follows_arrives) {
    draw("line", {0, 0}, {50, 50});
    ticks(2);
    conference.board().refuse_all(true);
    QSignalSpy notices{&client, &Client::notice};
    draw("line", {100, 0}, {150, 50});
    draw("line", {200, 0}, {250, 50});
    EXPECT_EQ(seen().size(), 3U);
    ticks(2);
    EXPECT_EQ(seen().size(), 1U);
    ASSERT_FALSE(notices.empty());
    EXPECT_EQ(notices.front().at(0).toString(),
              "What you drew last was not passed on, and is gone. Draw it again when you may.");
    conference.board().refuse_all(false);
    draw("line", {300, 0}, {350, 50});
    ticks(2);
    EXPECT_EQ(seen().size(), 2U);
    EXPECT_EQ(seen_by_others(), seen());
}

TEST_F(OnBoard, undo_takes_back_ours_and_leaves_what_others_did) {
    draw("line", {0, 0}, {50, 50});
    adas_line({100, 0}, {150, 50});
    ASSERT_EQ(seen().size(), 2U);
    board.edits()->undo();
    ASSERT_EQ(seen().size(), 1U);
    EXPECT_EQ(seen().front().sender, ada);
    EXPECT_FALSE(board.edits()->can_undo());
    board.edits()->redo();
    ticks(2);
    EXPECT_EQ(seen().size(), 2U);
    EXPECT_EQ(seen_by_others(), seen());
}

TEST_F(OnBoard, a_marker_is_clearly_wider_than_a_pen_and_stays_so_in_another_ink) {
    const auto width = [&](board::ObjectId id) {
        return static_cast<double>(surface.document().board().find(id)->style.value().line_width);
    };
    draw("pen", {0, 0}, {50, 0});
    draw("marker", {0, 100}, {50, 100});
    ASSERT_EQ(seen().size(), 2U);
    const auto pen = seen().front();
    const auto marker = seen().back();
    EXPECT_GE(width(marker), 4 * width(pen));
    EXPECT_LE(width(marker), 6 * width(pen));
    board.set_tool(QStringLiteral("select"));
    tools.selection().set({pen, marker});
    const auto before = width(marker);
    board.ink()->set_colour(QColor{0xc6, 0x28, 0x28});
    EXPECT_EQ(width(marker), before);
    for (const auto id : {pen, marker})
        EXPECT_EQ(board_colour(surface.document().board().find(id)->style.value().line), QColor(0xc6, 0x28, 0x28));
}

TEST(BoardPast, each_step_is_seen_and_a_long_history_takes_a_minute_at_most) {
    for (const int length : {1, 43, 300}) {
        const auto pace = BoardPast::pace_for(length);
        EXPECT_EQ(pace.steps, 1) << length;
        EXPECT_GE(pace.interval_ms, 150) << length;
        EXPECT_LE(pace.interval_ms, 250) << length;
    }
    for (const int length : {301, 1'000, 1'201, 5'000, 1'000'000}) {
        const auto pace = BoardPast::pace_for(length);
        const auto whole_ms = (length + pace.steps - 1) / pace.steps * pace.interval_ms;
        EXPECT_LE(whole_ms, 61'000) << length;
        EXPECT_GE(whole_ms, 30'000) << length;
    }
}

TEST_F(OnBoard, eraser_takes_all_that_it_crosses_in_one_action) {
    draw("line", {0, 0}, {0, 100});
    draw("line", {50, 0}, {50, 100});
    draw("line", {500, 0}, {500, 100});
    draw("eraser", {-20, 50}, {80, 50});
    EXPECT_EQ(seen().size(), 1U);
    board.edits()->undo();
    EXPECT_EQ(seen().size(), 3U);
}

TEST_F(OnBoard, selected_objects_are_dragged_restyled_and_removed_together) {
    draw("line", {0, 0}, {50, 50});
    draw("rectangle", {100, 0}, {150, 50});
    draw("select", {-20, -20}, {170, 70});
    ASSERT_EQ(tools.selection().objects().size(), 2U);
    const auto before = box(seen().front());
    drag({25, 25}, {125, 45});
    EXPECT_EQ(box(seen().front()), before.translated(100, 20));
    board.ink()->set_colour(QColor{0xc6, 0x28, 0x28});
    for (const auto id : seen())
        EXPECT_EQ(board_colour(surface.document().board().find(id)->style.value().line), QColor(0xc6, 0x28, 0x28));
    tools.selection().remove();
    EXPECT_TRUE(seen().empty());
    EXPECT_FALSE(board.has_selection());
    ticks(3);
    EXPECT_TRUE(seen_by_others().empty());
}

TEST_F(OnBoard, note_is_written_and_written_anew) {
    QSignalSpy wanted{&tools, &BoardTools::text_wanted};
    board.set_tool(QStringLiteral("note"));
    drag({10, 10}, {10, 10});
    ASSERT_EQ(wanted.size(), 1);
    board.write(QStringLiteral(" Milk \n"));
    ASSERT_EQ(seen().size(), 1U);
    const auto text = [&] {
        return std::get<board::Label>(surface.document().board().find(seen().front())->content).text.value();
    };
    EXPECT_EQ(text(), "Milk");
    drag({60, 60}, {60, 60});
    ASSERT_EQ(wanted.size(), 2);
    EXPECT_EQ(wanted.at(1).at(1).toString(), "Milk");
    board.write(QStringLiteral("Milk and bread"));
    EXPECT_EQ(text(), "Milk and bread");
    drag({400, 60}, {400, 60});
    board.write({});
    EXPECT_EQ(seen().size(), 1U) << "nothing was written";
}

TEST_F(OnBoard, text_and_note_grow_with_what_is_written) {
    const QString much{QStringLiteral("a line of many words that does not fit into the box\n").repeated(6)};
    for (const auto* tool : {"text", "note"}) {
        board.set_tool(QString::fromLatin1(tool));
        drag({10, 10}, {10, 10});
        board.write(QStringLiteral("Milk"));
        ASSERT_EQ(seen().size(), 1U);
        const auto label = seen().front();
        const auto small = box(label);
        drag({20, 20}, {20, 20});
        board.write(much);
        EXPECT_GT(box(label).height(), 2 * small.height()) << tool;
        const auto style = surface.document().board().find(label)->style.value();
        const auto room = room_for_words(box(label).size(), much.trimmed(), style, tools.writing_kind());
        EXPECT_LE(room.height(), box(label).height() + 1) << tool;
        board.edits()->undo();
        EXPECT_EQ(box(label), small) << tool << ": text and box are one action";
        board.edits()->undo();
        ASSERT_TRUE(seen().empty());
        drag({10, 10}, {10, 10});
        board.write(much);
        EXPECT_GT(box(seen().front()).height(), 2 * small.height()) << tool;
        board.edits()->undo();
    }
}

TEST_F(OnBoard, a_text_is_met_at_its_words_and_not_in_the_empty_rest_of_its_box) {
    QSignalSpy wanted{&tools, &BoardTools::text_wanted};
    board.set_tool(QStringLiteral("text"));
    drag({10, 10}, {10, 10});
    board.write(QStringLiteral("Milk"));
    ASSERT_EQ(seen().size(), 1U);
    const auto around = box(seen().front());
    drag({20, 20}, {20, 20});
    EXPECT_EQ(wanted.back().at(1).toString(), "Milk");
    board.discard_writing();
    const QPointF beside{around.right() - 10, 20};
    drag(beside, beside);
    EXPECT_EQ(wanted.back().at(1).toString(), "") << "a new text";
    board.write(QStringLiteral("Bread"));
    EXPECT_EQ(seen().size(), 2U);
}

TEST_F(OnBoard, what_is_written_looks_at_once_as_it_will) {
    board.ink()->set_colour(QColor{0xc6, 0x28, 0x28});
    board.set_tool(QStringLiteral("text"));
    drag({10, 10}, {10, 10});
    EXPECT_EQ(board_colour(tools.writing_style().line), QColor(0xc6, 0x28, 0x28));
    board.write(QStringLiteral("Milk"));
    board.ink()->set_colour(QColor{0x15, 0x65, 0xc0});
    drag({20, 20}, {20, 20});
    EXPECT_EQ(board_colour(tools.writing_style().line), QColor(0xc6, 0x28, 0x28)) << "that of the text";
    board.discard_writing();
    EXPECT_EQ(board_colour(tools.writing_style().line), QColor(0x15, 0x65, 0xc0));
}

TEST_F(OnBoard, discarded_writing_leaves_the_note_as_it_was_and_makes_no_new_one) {
    board.set_tool(QStringLiteral("note"));
    drag({10, 10}, {10, 10});
    board.write(QStringLiteral("Milk"));
    ASSERT_EQ(seen().size(), 1U);
    drag({60, 60}, {60, 60});
    board.discard_writing();
    ASSERT_EQ(seen().size(), 1U);
    EXPECT_EQ(std::get<board::Label>(surface.document().board().find(seen().front())->content).text.value(), "Milk");
    drag({400, 60}, {400, 60});
    board.discard_writing();
    board.write(QStringLiteral("late"));
    EXPECT_EQ(seen().size(), 1U);
}

TEST_F(OnBoard, whoever_comes_back_as_somebody_new_says_again_what_nobody_got) {
    draw("line", {0, 0}, {50, 50});
    ticks(2);
    draw("rectangle", {100, 0}, {150, 50});
    draw("select", {90, -10}, {160, 60});
    drag({100, 25}, {120, 25});
    const auto before = box(seen().back());
    // Nothing of that has left.
    conference.board().rename_self(base::MemberIndex{40});
    ASSERT_EQ(seen().size(), 2U);
    EXPECT_EQ(seen().back().sender, base::MemberIndex{40});
    EXPECT_EQ(box(seen().back()), before);
    ticks(3);
    EXPECT_EQ(seen_by_others(), seen());
    EXPECT_TRUE(surface.document().settled());
    draw("line", {300, 0}, {350, 50});
    ticks(2);
    EXPECT_EQ(seen_by_others(), seen());
}

TEST_F(OnBoard, what_did_not_come_is_asked_for_and_what_is_given_holds_nothing_open) {
    conference.board().someone_acts_unseen(ada, [](auto& editor, const auto&) {
        return editor.add_shape({{}, {}, {160, 0}}, board::ShapeKind::line, {});
    });
    adas_line({0, 0}, {100, 0});
    EXPECT_TRUE(board.incomplete());
    EXPECT_FALSE(conference.board().ask_us_for_copy().second) << "complete with a gap";
    draw("line", {0, 50}, {100, 50});
    conference.board().give_us_copy();
    EXPECT_FALSE(board.incomplete());
    EXPECT_EQ(seen().size(), 3U);
    EXPECT_EQ(conference.board().ask_us_for_copy().first.messages.size(), 2U) << "ours is on its way";
    ticks(2);
    const auto [copy, complete] = conference.board().ask_us_for_copy();
    EXPECT_TRUE(complete);
    board::Journal newcomer{{base::MemberIndex{77}, board::PersonIndex{77}}};
    ASSERT_TRUE(newcomer.merge(copy));
    EXPECT_EQ(board::encode_snapshot(newcomer.board()), board::encode_snapshot(conference.board().board()));
}

TEST_F(OnBoard, without_the_pen_nothing_is_offered) {
    EXPECT_TRUE(board.may_draw());
    conference.floors().turn_floor_on(FloorPurpose::pen);
    ticks(2);
    EXPECT_FALSE(board.may_draw());
}

TEST_F(OnBoard, pages_are_added_shown_and_removed_wherever_one_is) {
    draw("line", {0, 0}, {50, 50});
    board.pages()->add();
    EXPECT_EQ(board.pages()->names(), (QStringList{"Page 1", "Page 2"}));
    EXPECT_EQ(board.pages()->current(), 1);
    EXPECT_TRUE(seen().empty());
    draw("line", {0, 0}, {50, 50});
    board.pages()->set_current(0);
    EXPECT_EQ(seen().size(), 1U);
    board.pages()->set_current(1);
    ticks(2);
    const auto page = board.page_id();
    conference.board().someone_acts(ada, [&](auto& editor, const auto&) { return editor.remove_page(page); });
    EXPECT_EQ(board.pages()->current(), 0);
    EXPECT_EQ(seen().size(), 1U);
}

TEST_F(OnBoard, a_removed_page_leads_to_the_one_in_its_place) {
    for (int pages = 1; pages < 4; ++pages)
        board.pages()->add();
    board.pages()->set_current(2);
    board.pages()->remove();
    EXPECT_EQ(board.pages()->count(), 3);
    EXPECT_EQ(board.pages()->current(), 2);
    board.pages()->remove();
    EXPECT_EQ(board.pages()->current(), 1) << "the last goes to the one before";
}

TEST_F(OnBoard, who_draws_is_told_and_a_closed_board_says_that_something_is_new) {
    board.set_open(false);
    EXPECT_FALSE(board.news()->unseen());
    adas_line({0, 0}, {50, 50});
    EXPECT_TRUE(board.news()->unseen());
    EXPECT_EQ(board.news()->drawing(), "Ada Moreau draws");
    EXPECT_EQ(board.news()->news(), "Ada Moreau draws on the whiteboard");
    board.set_open(true);
    EXPECT_FALSE(board.news()->unseen());
}

TEST_F(OnBoard, where_others_draw_is_one_press_away) {
    adas_line({0, 0}, {50, 50});
    EXPECT_EQ(board.pages()->elsewhere(), -1) << "we see it";
    board.pages()->add();
    EXPECT_EQ(board.pages()->elsewhere(), -1) << "we saw it";
    adas_line({0, 0}, {50, 50});
    EXPECT_EQ(board.pages()->elsewhere(), 0);
    board.pages()->set_current(0);
    EXPECT_EQ(board.pages()->elsewhere(), -1);
}

TEST_F(OnBoard, pointers_of_others_are_kept_and_ours_is_told) {
    conference.board().someone_points(ada, board::CursorAt{{}, {160, 320}});
    ASSERT_TRUE(surface.pointers().others().contains(ada));
    conference.board().someone_points(ada, board::NoPresence{});
    EXPECT_TRUE(surface.pointers().others().empty());
    surface.pointers().shine({}, {16, 16});
    EXPECT_TRUE(QTest::qWaitFor([this] { return conference.board().pointed_by_us() == 1; }, 1000));
    EXPECT_EQ(surface.pointers().own_trail().size(), 1U);
}

TEST_F(OnBoard, tiles_show_what_is_drawn_and_not_what_is_gone) {
    const QRectF area{0, 0, 400, 300};
    const auto look = [&] {
        auto tiles = surface.tiles().look(board.page_id(), 1000, area);
        while (!surface.tiles().settled()) {
            QThreadPool::globalInstance()->waitForDone();
            QCoreApplication::processEvents();
            tiles = surface.tiles().look(board.page_id(), 1000, area);
        }
        return surface.tiles().look(board.page_id(), 1000, area).begin()->second.image;
    };
    const auto ink_at = [](const QImage& image, QPoint at) {
        return image.rect().contains(at) && qAlpha(image.pixel(at)) > 0;
    };
    EXPECT_FALSE(ink_at(look(), {50, 50}));
    draw("line", {0, 50}, {100, 50});
    EXPECT_TRUE(ink_at(look(), {50, 50}));
    board.edits()->undo();
    EXPECT_FALSE(ink_at(look(), {50, 50}));
}

class Saving : public OnBoard {
  protected:
    /// Saves to a file of this name, and says what kind of notice that led to.
    QString save(const QString& path) {
        QSignalSpy told{board.exporter(), &BoardExporter::told};
        board.exporter()->save(QUrl::fromLocalFile(path));
        EXPECT_GT(board.exporter()->pages(), 0);
        EXPECT_TRUE(told.count() > 0 || told.wait());
        EXPECT_EQ(board.exporter()->pages(), 0);
        return told.first().at(1).toString();
    }

    const QTemporaryDir folder_;
};

TEST_F(Saving, makes_a_picture_a_drawing_and_a_document) {
    draw("rectangle", {0, 0}, {200, 100});
    const std::array heads{std::pair{"png", "\x89PNG"}, std::pair{"svg", "<?xml"}, std::pair{"pdf", "%PDF"}};
    for (const auto& [kind, head] : heads) {
        const auto path = folder_.filePath(QStringLiteral("board.%1").arg(QLatin1String{kind}));
        EXPECT_EQ(save(path), QStringLiteral("info")) << kind;
        QFile file{path};
        ASSERT_TRUE(file.open(QIODevice::ReadOnly)) << kind;
        EXPECT_TRUE(file.readAll().startsWith(head)) << kind;
    }
    EXPECT_EQ(save(folder_.filePath("board.doc")), QStringLiteral("problem"));
    EXPECT_EQ(save(QStringLiteral("/nowhere/board.png")), QStringLiteral("problem"));
}

TEST_F(Saving, is_ended_between_pages_and_keeps_the_file_that_was_there) {
    board.pages()->add();
    const auto path = folder_.filePath("board.pdf");
    ASSERT_EQ(save(path), QStringLiteral("info"));
    const auto size = QFileInfo{path}.size();
    BusyThreads busy;
    QSignalSpy told{board.exporter(), &BoardExporter::told};
    draw("rectangle", {0, 0}, {200, 100});
    board.exporter()->save(QUrl::fromLocalFile(path));
    EXPECT_EQ(board.exporter()->pages(), 2);
    board.exporter()->save(QUrl::fromLocalFile(path));
    ASSERT_EQ(told.count(), 1);
    EXPECT_EQ(told.first().at(1).toString(), QStringLiteral("problem"));
    board.exporter()->cancel();
    busy.release();
    ASSERT_TRUE(told.wait());
    EXPECT_EQ(board.exporter()->painted(), 1);
    EXPECT_EQ(QFileInfo{path}.size(), size);
}

TEST_F(Saving, of_a_single_page_is_ended_too) {
    draw("rectangle", {0, 0}, {200, 100});
    for (const auto* kind : {"png", "svg"}) {
        const auto path = folder_.filePath(QStringLiteral("ended.%1").arg(QLatin1String{kind}));
        QSignalSpy told{board.exporter(), &BoardExporter::told};
        BusyThreads busy;
        board.exporter()->save(QUrl::fromLocalFile(path));
        board.exporter()->cancel();
        busy.release();
        ASSERT_TRUE(told.wait()) << kind;
        EXPECT_EQ(told.first().at(1).toString(), QStringLiteral("info")) << kind;
        EXPECT_FALSE(QFileInfo::exists(path)) << kind;
    }
}

} // namespace
} // namespace plenum::ui
