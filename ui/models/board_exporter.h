// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/board_pages.h"
#include "ui/models/board_surface.h"

#include <QUrl>
#include <QtQml/qqmlregistration.h>

#include <atomic>
#include <expected>
#include <memory>

namespace plenum::ui {

/// Saves the whiteboard, or the page that is looked at, as a file. Another thread paints it.
class BoardExporter : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Whiteboard")
    /// Being saved; 0 while nothing is.
    Q_PROPERTY(int pages READ pages NOTIFY changed)
    /// Of these, painted so far.
    Q_PROPERTY(int painted READ painted NOTIFY changed)

  public:
    /// Both outlive this.
    BoardExporter(const BoardSurface& surface, const BoardPages& pages) : surface_{surface}, pages_{pages} {}
    /// What is being saved is saved to its end.
    ~BoardExporter() override = default;

    [[nodiscard]] int pages() const { return count_; }
    [[nodiscard]] int painted() const { return painted_; }
    /// As it is now. PNG, SVG or PDF, as the name ends.
    Q_INVOKABLE void save(const QUrl& file);
    Q_INVOKABLE void cancel();
    /// Where it would be saved, as a picture.
    Q_INVOKABLE QUrl place() const;

  signals:
    void changed();
    /// As `Client::notice`.
    void told(const QString& text, const QString& kind);

  private:
    void note_painted(int pages);
    void end(const std::expected<bool, QString>& saved, const QString& path);

    const BoardSurface& surface_;
    const BoardPages& pages_;
    int count_{0};
    int painted_{0};
    std::shared_ptr<std::atomic_bool> cancelled_;
};

} // namespace plenum::ui
