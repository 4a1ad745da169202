// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMutex>
#include <QQuickImageProvider>

#include <memory>

namespace plenum::ui {

/// Paths of images that are here, by their hashes in hexadecimal digits. Any thread.
class ImagePaths {
  public:
    void set(const QString& hash, const QString& path);
    void clear();
    [[nodiscard]] QString find(const QString& hash) const;

  private:
    mutable QMutex mutex_;
    QHash<QString, QString> paths_;
};

/// Images that people sent, as `image://shared/HASH`. Decoded on a thread of Qt's, no larger than asked for.
class SharedImages : public QQuickImageProvider {
    Q_OBJECT

  public:
    explicit SharedImages(std::shared_ptr<const ImagePaths> paths)
        : QQuickImageProvider{Image, ForceAsynchronousImageLoading},
          paths_{std::move(paths)} {}

    QImage requestImage(const QString& hash, QSize* size, const QSize& wanted) override;

  private:
    std::shared_ptr<const ImagePaths> paths_;
};

} // namespace plenum::ui
