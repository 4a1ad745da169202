// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/point_cloud.h"

#include <QObject>
#include <QtQml/qqmlregistration.h>

#include <memory>

namespace plenum::ui {

/// The newest points of a scene, for the item that shows them.
class SceneCloud : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to who receives the scene")
    Q_PROPERTY(bool empty READ empty NOTIFY empty_changed)

  public:
    using Points = std::shared_ptr<const media::depth::PointCloud>;
    using QObject::QObject;

    [[nodiscard]] bool empty() const { return !points_ || points_->empty(); }
    /// Maybe null.
    [[nodiscard]] const Points& points() const { return points_; }
    void set(const Points& points) {
        const bool was_empty = empty();
        points_ = points;
        emit changed();
        if (was_empty != empty()) emit empty_changed();
    }

  signals:
    void changed();
    void empty_changed();

  private:
    Points points_;
};

} // namespace plenum::ui
