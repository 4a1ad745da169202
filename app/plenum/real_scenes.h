// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/scene_receiver.h"
#include "app/plenum/current_call.h"
#include "ui/port/scene_port.h"

#include <memory>
#include <mutex>
#include <optional>

namespace plenum::app {

/// The scenes that members of the call share.
class RealScenes : public ui::ScenePort {
    Q_OBJECT

  public:
    /// `call` outlives this.
    explicit RealScenes(std::optional<CurrentCall>& call) : call_{call} {}

    // ScenePort
    [[nodiscard]] QList<base::MemberIndex> sharers() const override;
    void watch(base::MemberIndex sharer) override;

    void handle(const node::Event& event);
    /// The call is over.
    void clear();

  private:
    /// The newest scene, on its way from the receiver's thread.
    struct Inbox {
        std::mutex mutex;
        base::MemberIndex sharer;
        std::shared_ptr<const media::depth::PointCloud> points;
    };
    void deliver();

    std::optional<CurrentCall>& call_;
    Inbox inbox_;
    base::MemberIndex watched_;
    /// Goes first: it fills the inbox. There is one while the call's session is there.
    std::optional<SceneReceiver> receiver_;
};

} // namespace plenum::app
