// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/board_pages.h"
#include "ui/models/board_surface.h"

#include <QUrl>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// Saves the whiteboard, or the page that is looked at, as a file.
class BoardExporter : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Whiteboard")

  public:
    /// Both outlive this.
    BoardExporter(const BoardSurface& surface, const BoardPages& pages) : surface_{surface}, pages_{pages} {}

    /// PNG, SVG or PDF, as the name ends. Words of what went wrong; empty where nothing did.
    Q_INVOKABLE QString export_to(const QUrl& file) const;
    /// Where it would be saved, as a picture.
    Q_INVOKABLE QUrl place() const;

  private:
    const BoardSurface& surface_;
    const BoardPages& pages_;
};

} // namespace plenum::ui
