// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/in_call.h"
#include "tests/ui/people.h"
#include "ui/board/board_painter.h"

#include <vector>

namespace plenum::ui {

class OnBoard : public InCall {
  protected:
    OnBoard() {
        enter(false);
        board.set_open(true);
    }
    /// From one place to another in some steps, as a pointer goes.
    void drag(QPointF from, QPointF to) {
        constexpr int steps = 8;
        tools.press(from, {}, 4, false);
        for (int step = 1; step <= steps; ++step)
            tools.move(from + (to - from) * step / steps, {});
        tools.release();
    }
    void draw(const char* tool, QPointF from, QPointF to) {
        board.set_tool(QString::fromLatin1(tool));
        drag(from, to);
    }
    void adas_line(QPointF from, QPointF to) {
        conference.board().someone_acts(ada, [&](auto& editor, const auto&) {
            return editor.add_shape({{}, board_position(from), board_position(to - from)}, board::ShapeKind::line, {});
        });
    }
    [[nodiscard]] std::vector<board::ObjectId> seen() const {
        return BoardHit{surface.document().board(), board.page_id()}.all();
    }
    [[nodiscard]] std::vector<board::ObjectId> seen_by_others() {
        return BoardHit{conference.board().board(), board.page_id()}.all();
    }
    [[nodiscard]] QRectF box(board::ObjectId id) const {
        return BoardHit{surface.document().board(), board.page_id()}.box(id);
    }

    Whiteboard& board{*client.people()->board()};
    BoardSurface& surface{board.surface()};
    BoardTools& tools{surface.tools()};
};

} // namespace plenum::ui
