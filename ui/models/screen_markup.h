// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/board/board_document.h"
#include "ui/board/board_tools.h"
#include "ui/models/board_ink.h"
#include "ui/models/board_news.h"

#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// Drawing on the screen that somebody shares. What is drawn belongs to what the screen shows: each scene is a page of
/// the whiteboard of its own (`board::screen_page`), under the rights of the pen floor.
class ScreenMarkup : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Whiteboard")
    /// The mouse draws.
    Q_PROPERTY(bool drawing READ drawing WRITE set_drawing NOTIFY changed)
    /// "pen", "marker", "arrow", "rectangle" or "eraser".
    Q_PROPERTY(QString tool READ tool WRITE set_tool NOTIFY changed)
    Q_PROPERTY(plenum::ui::BoardInk* ink READ ink CONSTANT)
    Q_PROPERTY(plenum::ui::BoardNews* news READ news CONSTANT)
    /// Who draws on our own screen.
    Q_PROPERTY(plenum::ui::BoardNews* ownNews READ own_news CONSTANT)
    /// The pen is nobody else's, and the sharer says what the screen shows.
    Q_PROPERTY(bool mayDraw READ may_draw NOTIFY changed)
    /// Somebody else has the pen.
    Q_PROPERTY(bool penTaken READ pen_taken NOTIFY changed)
    /// Something is drawn on what the screen shows.
    Q_PROPERTY(bool drawnOn READ drawn_on NOTIFY changed)
    Q_PROPERTY(bool canUndo READ can_undo NOTIFY changed)
    Q_PROPERTY(bool canClear READ can_clear NOTIFY changed)

  public:
    /// All outlive this.
    ScreenMarkup(BoardDocument& document, BoardPort& port, const MembersModel& members, QObject* parent = nullptr);

    [[nodiscard]] bool drawing() const { return drawing_ && may_draw(); }
    void set_drawing(bool drawing);
    [[nodiscard]] QString tool() const;
    void set_tool(const QString& tool);
    [[nodiscard]] BoardInk* ink() { return &ink_; }
    [[nodiscard]] BoardNews* news() { return &news_; }
    [[nodiscard]] BoardNews* own_news() { return &own_news_; }
    [[nodiscard]] bool may_draw() const;
    [[nodiscard]] bool pen_taken() const { return !port_.may_draw(); }
    [[nodiscard]] bool drawn_on() const;
    /// What we did last, we did here: else nobody would see what goes.
    [[nodiscard]] bool can_undo() const { return may_draw() && document_.editor().undoes_on(page_); }
    /// The sharer and whoever manages the whiteboard may.
    [[nodiscard]] bool can_clear() const;

    Q_INVOKABLE void undo() { document_.act(document_.editor().undo()); }
    Q_INVOKABLE void clear() { document_.act(document_.editor().clear(page_)); }

    [[nodiscard]] board::PageId page() const { return page_; }
    /// What is looked at now; no screen: nothing.
    void set_page(board::PageId page);
    [[nodiscard]] BoardTools& tools() { return tools_; }
    [[nodiscard]] const BoardDocument& document() const { return document_; }

  signals:
    void changed();

  private:
    void follow_port();

    BoardDocument& document_;
    BoardPort& port_;
    BoardTools tools_;
    BoardInk ink_;
    BoardNews news_;
    BoardNews own_news_;
    board::PageId page_{};
    bool drawing_{false};
};

} // namespace plenum::ui
