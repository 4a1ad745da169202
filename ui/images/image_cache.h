// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <QHash>
#include <QImage>
#include <QMutex>
#include <QString>

#include <list>
#include <map>
#include <utility>

namespace plenum::ui {

/// Decoded images of files that are here, by the hash of their content. Any thread: whoever paints first, decodes.
class ImageCache {
  public:
    /// Of a side, in pixels. Larger images are made smaller.
    static constexpr int side_max = 2560;
    /// All that are decoded. Those that nobody painted for long go first.
    static constexpr qint64 bytes_max = 192 * 1024 * 1024;

    void set(const base::Hash& content, const QString& path);
    void clear();
    [[nodiscard]] bool has(const base::Hash& content) const;
    /// Null where the file is not here, or is no image.
    [[nodiscard]] QImage find(const base::Hash& content) const;

  private:
    struct Decoded {
        base::Hash content;
        QImage image;
    };
    /// Null for none.
    [[nodiscard]] QImage take_known(const base::Hash& content) const;
    [[nodiscard]] std::pair<QImage, QString> look_up(const base::Hash& content) const;
    void keep(const base::Hash& content, const QString& path, const QImage& image) const;

    /// One image at a time is decoded: each may need much memory, and several threads may want the same.
    mutable QMutex decoding_;
    mutable QMutex mutex_;
    /// Empty for a file that is no image.
    mutable std::map<base::Hash, QString> paths_;
    /// Last painted first.
    mutable std::list<Decoded> decoded_;
    mutable qint64 bytes_{0};
};

} // namespace plenum::ui
