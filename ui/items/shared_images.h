// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMutex>
#include <QQuickImageProvider>

#include <memory>
#include <optional>

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

/// Images that people sent, as `image://shared/HASH`: PNG, JPEG, WebP, and the first picture of a GIF. What a file is,
/// its first bytes tell, and no other decoder sees it. Decoded on a thread of Qt's, no larger than asked for.
class SharedImages : public QQuickImageProvider {
    Q_OBJECT

  public:
    /// Nothing larger is decoded. Four bytes a pixel, and as many while it is scaled.
    static constexpr qint64 pixels_max = 40'000'000;
    static constexpr int megabytes_max = 256;
    static constexpr int side_max = 4096;

    explicit SharedImages(std::shared_ptr<const ImagePaths> paths)
        : QQuickImageProvider{Image, ForceAsynchronousImageLoading},
          paths_{std::move(paths)} {}

    QImage requestImage(const QString& hash, QSize* size, const QSize& wanted) override;

    /// What the first bytes say: "png", "jpeg", "webp" or "gif"; empty for all else.
    [[nodiscard]] static QByteArray format_of(const QByteArray& first_bytes);
    /// As it is shown, turned as its camera says; nullopt for what is no image of these kinds, or too large.
    [[nodiscard]] static std::optional<QSize> size_of(const QString& path);

  private:
    std::shared_ptr<const ImagePaths> paths_;
};

} // namespace plenum::ui
