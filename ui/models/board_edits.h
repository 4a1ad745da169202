// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/board/board_document.h"

#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// What we did on the whiteboard, taken back and done again.
class BoardEdits : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Whiteboard")
    Q_PROPERTY(bool canUndo READ can_undo NOTIFY changed)
    Q_PROPERTY(bool canRedo READ can_redo NOTIFY changed)

  public:
    /// `document` outlives this.
    explicit BoardEdits(BoardDocument& document) : document_{document} {}

    [[nodiscard]] bool can_undo() const { return document_.editor().can_undo(); }
    [[nodiscard]] bool can_redo() const { return document_.editor().can_redo(); }

    Q_INVOKABLE void undo() { document_.act(document_.editor().undo()); }
    Q_INVOKABLE void redo() { document_.act(document_.editor().redo()); }

  signals:
    void changed();

  private:
    BoardDocument& document_;
};

} // namespace plenum::ui
