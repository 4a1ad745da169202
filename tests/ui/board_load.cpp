// SPDX-License-Identifier: Apache-2.0
// What a large whiteboard costs: ui_board_load STROKES SECONDS takes the strokes as a newcomer takes a copy, pans over
// the page as fast as it is drawn, and prints frames a second beside those of an empty page.
#include "core/board/editor.h"
#include "core/board/snapshot.h"
#include "ui/items/board_item.h"
#include "ui/port/simulated_conference.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QGuiApplication>
#include <QQuickWindow>
#include <QTest>
#include <QTimer>

#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

namespace plenum::ui {
namespace {

/// Board units; strokes lie on it side by side and one over the other.
constexpr int page_side = 8000;

/// Of 50 points, as a hand draws.
std::vector<board::InkPoint> stroke_points(int number) {
    std::vector<board::InkPoint> points;
    const int left = number * 37 % page_side;
    const int top = number * 91 % page_side;
    for (int point = 0; point < 50; ++point) {
        const auto x = left + point * 2;
        const auto y = top + static_cast<int>(std::lround(20 * std::sin(point / 6.0 + number)));
        points.push_back({board::Position{x * 16, y * 16}, 255});
    }
    return points;
}

base::Bytes drawn_board(int strokes) {
    board::Board board;
    // As many as are needed where one person's share of the board is spent.
    constexpr int strokes_each = 20'000;
    for (int number = 0; number < strokes;) {
        const board::Author author{base::MemberIndex{100U + static_cast<unsigned>(number / strokes_each)},
                                   board::PersonIndex{static_cast<unsigned>(number / strokes_each) + 1}};
        board::BoardEditor editor{board, author.sender};
        for (int own = 0; own < strokes_each && number < strokes; ++own, ++number) {
            const auto take = [&](const board::EditResult& edit) {
                for (const auto& message : edit.value().messages)
                    (void)board.apply(author, message, board::Authority::manage);
            };
            const auto begun = editor.begin_stroke({}, {}, stroke_points(number));
            take(begun);
            take(editor.end_stroke(begun->objects.front()));
        }
    }
    return board::encode_snapshot(board);
}

struct Frames {
    double per_second{0};
    double longest_ms{0};
};

Frames pan(QQuickWindow& window, BoardItem& item, int seconds) {
    int drawn = 0;
    double longest = 0;
    QElapsedTimer since_last;
    since_last.start();
    const auto connection = QObject::connect(&window, &QQuickWindow::frameSwapped, &window, [&] {
        ++drawn;
        longest = std::max(longest, static_cast<double>(since_last.nsecsElapsed()) / 1e6);
        since_last.restart();
        // To the far corner and back.
        const double way = drawn / 150 % 2 == 0 ? 18 : -18;
        item.pan_by({way, way * 0.6});
        window.update();
    });
    window.update();
    QElapsedTimer all;
    all.start();
    QEventLoop loop;
    QTimer::singleShot(1000 * seconds, &loop, &QEventLoop::quit);
    loop.exec();
    QObject::disconnect(connection);
    return {drawn * 1000.0 / static_cast<double>(all.elapsed()), longest};
}

void show(const char* what, const Frames& frames) {
    std::printf("%s: %.0f frames a second, longest frame %.0f ms\n", what, frames.per_second, frames.longest_ms);
}

int run(int strokes, int seconds) {
    SimulatedConference conference{{.others = 0, .automatic = false}};
    const MembersModel members;
    Whiteboard board{conference.board(), nullptr, members};
    QQuickWindow window;
    window.resize(1440, 900);
    BoardItem item;
    item.setParentItem(window.contentItem());
    item.setSize(window.size());
    item.set_whiteboard(&board);
    board.set_open(true);
    window.show();
    if (!QTest::qWaitForWindowExposed(&window)) return 1;
    show("empty page", pan(window, item, seconds));

    const auto snapshot = drawn_board(strokes);
    QElapsedTimer joining;
    joining.start();
    emit conference.board().copied({snapshot, {}});
    const auto merged_ms = joining.elapsed();
    item.show_all();
    const auto objects = board.surface().document().board().state().canvas.objects().size();
    if (objects != static_cast<std::size_t>(strokes)) {
        std::printf("only %zu of %d strokes\n", objects, strokes);
        return 1;
    }
    // Also what is far beside the window is painted by and by.
    const bool settled = QTest::qWaitFor([&] { return board.surface().tiles().settled(); }, 60'000);
    std::printf("%d strokes, %zu bytes: there after %lld ms, painted%s after %lld ms\n", strokes, snapshot.size(),
                static_cast<long long>(merged_ms), settled ? "" : " not", static_cast<long long>(joining.elapsed()));
    show("all of the page", pan(window, item, seconds));
    item.set_zoom(1);
    show("at its usual size", pan(window, item, seconds));
    return 0;
}

} // namespace
} // namespace plenum::ui

int main(int argc, char** argv) {
    const QGuiApplication qt{argc, argv};
    const auto argument = [&](int place, int otherwise) { return argc > place ? atoi(argv[place]) : otherwise; };
    return plenum::ui::run(argument(1, 100'000), argument(2, 5));
}
