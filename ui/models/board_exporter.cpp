// SPDX-License-Identifier: Apache-2.0
#include "ui/models/board_exporter.h"

#include "ui/board/board_export.h"
#include "ui/models/long_work.h"

#include <QCoreApplication>
#include <QDir>
#include <QPointer>
#include <QStandardPaths>

#include <utility>

namespace plenum::ui {

void BoardExporter::save(const QUrl& file) {
    if (count_ > 0)
        return emit told(tr("The whiteboard is still being saved. Wait until that is done, or cancel it."),
                         QStringLiteral("problem"));
    auto pages = pictures_for(surface_.document().board(), pages_.id(), file);
    count_ = static_cast<int>(pages.size());
    painted_ = 0;
    cancelled_ = std::make_shared<std::atomic_bool>(false);
    emit changed();
    long_work().start([self = QPointer{this}, file, pages = std::move(pages), images = surface_.images().cache(),
                       cancelled = cancelled_] {
        auto saved = write_board(pages, file, images.get(), [&](int painted) {
            QMetaObject::invokeMethod(qApp, [self, painted] {
                if (self) self->note_painted(painted);
            });
            return !*cancelled;
        });
        QMetaObject::invokeMethod(qApp, [self, saved = std::move(saved), path = file.toLocalFile()] {
            if (self) self->end(saved, path);
        });
    });
}

void BoardExporter::cancel() {
    if (cancelled_) *cancelled_ = true;
}

void BoardExporter::note_painted(int pages) {
    painted_ = pages;
    emit changed();
}

void BoardExporter::end(const std::expected<bool, QString>& saved, const QString& path) {
    count_ = 0;
    emit changed();
    if (!saved) return emit told(saved.error(), QStringLiteral("problem"));
    emit told(*saved ? tr("The whiteboard was saved as %1.").arg(QDir::toNativeSeparators(path))
                     : tr("The whiteboard was not saved."),
              QStringLiteral("info"));
}

QUrl BoardExporter::place() const {
    const auto pictures = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    const QDir folder{pictures.isEmpty() ? QDir::homePath() : pictures};
    //: The name of a file.
    return QUrl::fromLocalFile(folder.filePath(tr("Whiteboard") + QStringLiteral(".png")));
}

} // namespace plenum::ui
