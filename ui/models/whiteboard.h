// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/board_edits.h"
#include "ui/models/board_exporter.h"
#include "ui/models/board_import.h"
#include "ui/models/board_ink.h"
#include "ui/models/board_news.h"
#include "ui/models/board_pages.h"
#include "ui/models/board_past.h"
#include "ui/models/board_surface.h"
#include "ui/models/members_model.h"
#include "ui/models/screen_markup.h"

namespace plenum::ui {

/// The whiteboard of the conference as the screens have it: whether it is open, which tool and page, what may be done,
/// with which ink, and who draws. Its picture is a `BoardItem`.
class Whiteboard : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to People")
    /// On the stage.
    Q_PROPERTY(bool open READ open WRITE set_open NOTIFY changed)
    /// "select", "pen", "marker", "eraser", "line", "arrow", "rectangle", "ellipse", "text", "note", "laser", "hand".
    Q_PROPERTY(QString tool READ tool WRITE set_tool NOTIFY changed)
    Q_PROPERTY(plenum::ui::BoardInk* ink READ ink CONSTANT)
    Q_PROPERTY(bool mayDraw READ may_draw NOTIFY changed)
    /// "draw", "edit_others" or "manage".
    Q_PROPERTY(QString authority READ authority NOTIFY changed)
    /// Pages, and clearing them.
    Q_PROPERTY(bool mayManage READ may_manage NOTIFY changed)
    Q_PROPERTY(plenum::ui::BoardEdits* edits READ edits CONSTANT)
    Q_PROPERTY(bool hasSelection READ has_selection NOTIFY changed)
    Q_PROPERTY(plenum::ui::BoardPages* pages READ pages CONSTANT)
    /// Pictures and documents that this person puts on it.
    Q_PROPERTY(plenum::ui::BoardImport* imports READ imports CONSTANT)
    Q_PROPERTY(plenum::ui::BoardExporter* exporter READ exporter CONSTANT)
    /// Parts of the board are missing here: from before we came, or older than what the relay keeps.
    Q_PROPERTY(bool incomplete READ incomplete NOTIFY changed)
    Q_PROPERTY(plenum::ui::BoardNews* news READ news CONSTANT)
    Q_PROPERTY(plenum::ui::BoardPast* past READ past CONSTANT)
    /// What is drawn on the shared screen.
    Q_PROPERTY(plenum::ui::ScreenMarkup* screen READ screen CONSTANT)

  public:
    /// All outlive this. Without `files`, pictures are frames.
    Whiteboard(BoardPort& port, FilePort* files, const MembersModel& members, QObject* parent = nullptr);

    [[nodiscard]] bool open() const { return open_; }
    void set_open(bool open);
    [[nodiscard]] QString tool() const;
    void set_tool(const QString& tool);
    [[nodiscard]] BoardInk* ink() { return &ink_; }
    [[nodiscard]] BoardNews* news() { return &news_; }
    [[nodiscard]] BoardPast* past() { return &past_; }
    [[nodiscard]] ScreenMarkup* screen() { return &screen_; }
    [[nodiscard]] bool may_draw() const { return port_.may_draw() && !past_.open(); }
    [[nodiscard]] QString authority() const;
    [[nodiscard]] bool may_manage() const { return may_draw() && port_.authority() == board::Authority::manage; }
    [[nodiscard]] BoardEdits* edits() { return &edits_; }
    [[nodiscard]] bool has_selection() const { return !surface_.tools().selection().empty(); }
    [[nodiscard]] BoardPages* pages() { return &pages_; }
    [[nodiscard]] BoardImport* imports() { return &import_; }
    [[nodiscard]] BoardExporter* exporter() { return &exporter_; }
    [[nodiscard]] bool incomplete() const { return surface_.document().incomplete(); }

    /// Of a label that `BoardItem::textWanted` asked for; empty: none.
    Q_INVOKABLE void write(const QString& text) { surface_.tools().write(text); }
    /// Instead of `write`: the label stays as it was, and a new one is not made.
    Q_INVOKABLE void discard_writing() { surface_.tools().discard_writing(); }

    [[nodiscard]] board::PageId page_id() const { return pages_.id(); }
    [[nodiscard]] BoardSurface& surface() { return surface_; }
    [[nodiscard]] const BoardSurface& surface() const { return surface_; }
    [[nodiscard]] QString name_of(base::MemberIndex member) const { return members_.shown_name(member); }

  signals:
    void changed();
    /// As `Client::notice`.
    void told(const QString& text, const QString& kind);

  private:
    void tell_failure(board::Refusal reason);

    BoardPort& port_;
    const MembersModel& members_;
    BoardSurface surface_;
    BoardInk ink_;
    BoardEdits edits_;
    BoardNews news_;
    BoardPast past_;
    BoardPages pages_;
    BoardImport import_;
    BoardExporter exporter_;
    ScreenMarkup screen_;
    bool open_{false};
};

} // namespace plenum::ui
