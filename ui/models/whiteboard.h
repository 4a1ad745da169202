// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/board/board_document.h"
#include "ui/board/board_pointers.h"
#include "ui/board/board_tiles.h"
#include "ui/board/board_tools.h"
#include "ui/models/members_model.h"

#include <QColor>
#include <QUrl>
#include <QVariantList>
#include <QtQml/qqmlregistration.h>

#include <map>

namespace plenum::ui {

/// The whiteboard of the conference as the screens have it: whether it is open, which tool and page, what may be done,
/// and who draws. Its picture is a `BoardItem`.
class Whiteboard : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to People")
    /// On the stage.
    Q_PROPERTY(bool open READ open WRITE set_open NOTIFY changed)
    /// "select", "pen", "marker", "eraser", "line", "arrow", "rectangle", "ellipse", "text", "note", "laser", "hand".
    Q_PROPERTY(QString tool READ tool WRITE set_tool NOTIFY changed)
    Q_PROPERTY(QColor colour READ colour WRITE set_colour NOTIFY changed)
    /// In board units.
    Q_PROPERTY(double lineWidth READ line_width WRITE set_line_width NOTIFY changed)
    Q_PROPERTY(bool filled READ filled WRITE set_filled NOTIFY changed)
    Q_PROPERTY(bool mayDraw READ may_draw NOTIFY changed)
    Q_PROPERTY(bool canUndo READ can_undo NOTIFY changed)
    Q_PROPERTY(bool canRedo READ can_redo NOTIFY changed)
    Q_PROPERTY(bool hasSelection READ has_selection NOTIFY changed)
    /// Names of the pages, in order.
    Q_PROPERTY(QStringList pages READ pages NOTIFY changed)
    /// Place among `pages`.
    Q_PROPERTY(int page READ page WRITE set_page NOTIFY changed)
    /// Parts of the board are missing here: they are older than what the relay keeps.
    Q_PROPERTY(bool incomplete READ incomplete NOTIFY changed)
    /// Words: who draws now; empty for nobody else.
    Q_PROPERTY(QString drawing READ drawing NOTIFY drawing_changed)
    /// Somebody drew since we looked.
    Q_PROPERTY(bool unseen READ unseen NOTIFY drawing_changed)
    /// For screen readers.
    Q_PROPERTY(QString news READ news NOTIFY drawing_changed)

  public:
    /// All outlive this.
    Whiteboard(BoardPort& port, const MembersModel& members, QObject* parent = nullptr);

    [[nodiscard]] bool open() const { return open_; }
    void set_open(bool open);
    [[nodiscard]] QString tool() const;
    void set_tool(const QString& tool);
    [[nodiscard]] QColor colour() const;
    void set_colour(const QColor& colour);
    [[nodiscard]] double line_width() const;
    void set_line_width(double width);
    [[nodiscard]] bool filled() const;
    void set_filled(bool filled);
    [[nodiscard]] bool may_draw() const { return port_.may_draw(); }
    [[nodiscard]] bool can_undo() { return document_.editor().can_undo(); }
    [[nodiscard]] bool can_redo() { return document_.editor().can_redo(); }
    [[nodiscard]] bool has_selection() const { return !tools_.selection().empty(); }
    [[nodiscard]] QStringList pages() const;
    [[nodiscard]] int page() const;
    void set_page(int page);
    [[nodiscard]] bool incomplete() const { return document_.incomplete(); }
    [[nodiscard]] QString drawing() const;
    [[nodiscard]] bool unseen() const { return unseen_; }
    [[nodiscard]] const QString& news() const { return news_; }

    Q_INVOKABLE void undo() { document_.act(document_.editor().undo()); }
    Q_INVOKABLE void redo() { document_.act(document_.editor().redo()); }
    Q_INVOKABLE void clear_page() { document_.act(document_.editor().clear(page_)); }
    Q_INVOKABLE void add_page();
    Q_INVOKABLE void remove_page() { document_.act(document_.editor().remove_page(page_)); }
    /// Of a label that `BoardItem::textWanted` asked for; empty: none.
    Q_INVOKABLE void write(const QString& text) { tools_.write(text); }
    /// PNG, SVG or PDF, as the name ends. Words of what went wrong; empty where nothing did.
    Q_INVOKABLE QString export_to(const QUrl& file) const;

    [[nodiscard]] board::PageId page_id() const { return page_; }
    [[nodiscard]] const BoardDocument& document() const { return document_; }
    [[nodiscard]] BoardTools& tools() { return tools_; }
    [[nodiscard]] BoardTiles& tiles() { return tiles_; }
    [[nodiscard]] BoardPointers& pointers() { return pointers_; }
    [[nodiscard]] QString name_of(base::MemberIndex member) const { return members_.shown_name(member); }

  signals:
    void changed();
    void drawing_changed();
    /// As `Client::notice`.
    void told(const QString& text, const QString& kind);

  private:
    void follow_pages();
    void note_drawing(base::MemberIndex sender);
    void tell_failure(board::Refusal reason);

    BoardPort& port_;
    const MembersModel& members_;
    BoardDocument document_;
    BoardTools tools_;
    BoardTiles tiles_;
    BoardPointers pointers_;
    board::PageId page_{};
    bool open_{false};
    bool unseen_{false};
    /// When each drew last.
    std::map<base::MemberIndex, qint64> drew_;
    QString news_;
    QTimer drawing_timer_;
};

} // namespace plenum::ui
