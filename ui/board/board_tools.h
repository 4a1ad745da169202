// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/board/board_document.h"
#include "ui/board/board_figure.h"
#include "ui/board/board_hit.h"
#include "ui/board/board_selection.h"

#include <QObject>
#include <QTimer>

#include <optional>
#include <set>
#include <vector>

namespace plenum::ui {

enum class BoardTool : std::uint8_t {
    select = 1,
    pen,
    marker,
    eraser,
    line,
    arrow,
    rectangle,
    ellipse,
    text,
    note,
    laser,
    hand,
};

/// What the pointer and the keys do to the board, in board units. What is under way is in `preview`, what is done goes
/// to the document.
class BoardTools : public QObject {
    Q_OBJECT

  public:
    /// Pieces of a stroke leave as often: they are seen elsewhere while it is drawn.
    static constexpr int piece_ms = 33;

    /// All that is shown before it is done.
    struct Preview {
        std::optional<BoardFigure> shape;
        /// Of a selection that is under way.
        std::optional<QRectF> band;
        /// How far what is selected is dragged.
        QPointF dragged;
        /// How what is selected is resized.
        std::optional<BoardSelection::Resizing> resized;
        /// What the eraser met.
        std::set<board::ObjectId> erased;
    };

    /// `document` outlives this.
    explicit BoardTools(BoardDocument& document, QObject* parent = nullptr);

    [[nodiscard]] BoardTool tool() const { return tool_; }
    void set_tool(BoardTool tool);
    void set_page(board::PageId page);
    [[nodiscard]] const board::Style& style() const { return style_; }
    /// Of what is drawn from now on, and of what is selected.
    void set_style(const board::Style& style);

    /// `pressure`: 0 to 1; nullopt where the device tells none. `reach`: how near is near, in board units.
    void press(QPointF at, std::optional<double> pressure, double reach, bool adds);
    void move(QPointF at, std::optional<double> pressure);
    void release();
    /// What is under way is not done. A stroke ends where it is, since others have seen it.
    void cancel();

    /// Of a text or a note that `text_wanted` asked for. Empty: none.
    void write(const QString& text);
    [[nodiscard]] board::LabelKind writing_kind() const;
    /// How what is being written will look.
    [[nodiscard]] board::Style writing_style() const;
    /// Nothing is written; a label that was there stays as it is.
    void discard_writing();

    [[nodiscard]] const Preview& preview() const { return preview_; }
    [[nodiscard]] BoardSelection& selection() { return selection_; }
    [[nodiscard]] const BoardSelection& selection() const { return selection_; }

  signals:
    void preview_changed();
    /// Somebody is to type into `area`: a new label, or the text of one that is there.
    void text_wanted(const QRectF& area, const QString& text);

  private:
    void begin_stroke(QPointF at, std::optional<double> pressure);
    void send_piece();
    void end_stroke();
    void erase_at(QPointF at);
    void press_selection(QPointF at, bool adds);
    void release_shape();
    void edit_label(board::ObjectId label);
    [[nodiscard]] BoardFigure shape_to(QPointF to) const;
    [[nodiscard]] BoardHit hit() const { return {document_.board(), page_}; }

    BoardDocument& document_;
    BoardTool tool_{BoardTool::pen};
    board::PageId page_{};
    board::Style style_;
    Preview preview_;
    BoardSelection selection_{document_};
    /// Where the button went down; absent while it is up.
    std::optional<QPointF> pressed_at_;
    QPointF last_;
    double reach_{4};
    std::optional<board::ObjectId> stroke_;
    std::vector<board::InkPoint> points_;
    QTimer piece_timer_;
    /// The label that is written; absent for a new one, at `writing_in_`.
    std::optional<board::ObjectId> label_;
    std::optional<QRectF> writing_in_;
};

} // namespace plenum::ui
