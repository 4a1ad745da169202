// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "media/depth/point_cloud.h"

#include <QList>
#include <QObject>

#include <memory>

namespace plenum::ui {

/// Scenes in three dimensions that members of the conference share.
class ScenePort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    /// Who shares one now, in the order of their flows.
    [[nodiscard]] virtual QList<base::MemberIndex> sharers() const = 0;
    /// Only a scene that is watched is received; 0 watches none.
    virtual void watch(base::MemberIndex sharer) = 0;

  signals:
    void changed();
    void scene(plenum::base::MemberIndex sharer, std::shared_ptr<const plenum::media::depth::PointCloud> points);
};

} // namespace plenum::ui
