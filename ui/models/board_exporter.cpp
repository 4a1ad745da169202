// SPDX-License-Identifier: Apache-2.0
#include "ui/models/board_exporter.h"

#include "ui/board/board_export.h"

#include <QDir>
#include <QStandardPaths>

namespace plenum::ui {

QString BoardExporter::export_to(const QUrl& file) const {
    return export_board(surface_.document().board(), pages_.id(), file, surface_.images().cache().get());
}

QUrl BoardExporter::place() const {
    const auto pictures = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    const QDir folder{pictures.isEmpty() ? QDir::homePath() : pictures};
    //: The name of a file.
    return QUrl::fromLocalFile(folder.filePath(tr("Whiteboard") + QStringLiteral(".png")));
}

} // namespace plenum::ui
