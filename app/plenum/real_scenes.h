// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/scene_port.h"

namespace plenum::app {

/// Nobody shares a scene.
class RealScenes : public ui::ScenePort {
    Q_OBJECT

  public:
    [[nodiscard]] QList<base::MemberIndex> sharers() const override { return {}; }
    void watch(base::MemberIndex sharer) override;
};

} // namespace plenum::app
