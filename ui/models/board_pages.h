// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/board/board_tools.h"

#include <QStringList>
#include <QtQml/qqmlregistration.h>

#include <optional>

namespace plenum::ui {

/// The pages of the whiteboard, and the one that is looked at.
class BoardPages : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Whiteboard")
    /// In order.
    Q_PROPERTY(QStringList names READ names NOTIFY changed)
    Q_PROPERTY(int count READ count NOTIFY changed)
    /// Place among them.
    Q_PROPERTY(int current READ current WRITE set_current NOTIFY changed)
    /// Place of the page where somebody else drew last, if it is not the one that is looked at; else -1.
    Q_PROPERTY(int elsewhere READ elsewhere NOTIFY changed)

  public:
    /// Both outlive this.
    BoardPages(BoardDocument& document, BoardTools& tools, QObject* parent = nullptr);

    [[nodiscard]] QStringList names() const;
    [[nodiscard]] int count() const { return static_cast<int>(document_.board().pages().size()); }
    [[nodiscard]] int current() const;
    void set_current(int place);
    [[nodiscard]] int elsewhere() const;
    /// Somebody else drew there.
    void note_drawn(board::PageId id);
    [[nodiscard]] board::PageId id() const { return id_; }
    void show(board::PageId id);

    Q_INVOKABLE void clear() { document_.act(document_.editor().clear(id_)); }
    Q_INVOKABLE void add();
    Q_INVOKABLE void remove() { document_.act(document_.editor().remove_page(id_)); }

  signals:
    void changed();

  private:
    void follow();
    /// -1 for a page that is not there.
    [[nodiscard]] int place_of(board::PageId id) const;

    BoardDocument& document_;
    BoardTools& tools_;
    board::PageId id_{};
    std::optional<board::PageId> drawn_;
    /// Of the page that is looked at, as it was last.
    std::size_t place_{0};
};

} // namespace plenum::ui
