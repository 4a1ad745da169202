// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/background.h"
#include "app/plenum/current_call.h"
#include "app/plenum/open_devices.h"
#include "ui/port/screen_port.h"

#include <memory>
#include <mutex>
#include <optional>

namespace plenum::app {

/// The sound of this computer beside our shared screen: whether it can go out, and whether it does.
class ScreenSoundShare : public QObject {
    Q_OBJECT

  public:
    /// All outlive this.
    ScreenSoundShare(const std::optional<CurrentCall>& call, Background& background, const OpenDevices& devices);
    ~ScreenSoundShare() override;

    [[nodiscard]] ui::SoundObstacle obstacle() const { return obstacle_; }
    /// It goes out now.
    [[nodiscard]] bool on() const { return wanted_ && capturing_; }
    /// Looks for obstacles, in the background.
    void look();
    /// From now on, as soon as the conference has a flow for it.
    void start();
    void stop();

    void handle(const node::FlowRemoved& event);
    void handle(const node::CommandRefused& event);

  signals:
    void changed();

  private:
    /// What the background has of this; outlives it.
    struct Shared {
        std::mutex mutex;
        ScreenSoundShare* share{nullptr};
    };
    [[nodiscard]] ScreenSoundSender* sender() const;
    void set_obstacle(ui::SoundObstacle obstacle);
    void create_flow();

    const std::optional<CurrentCall>& call_;
    Background& background_;
    std::shared_ptr<Shared> shared_;
    ui::SoundObstacle obstacle_{ui::SoundObstacle::none};
    bool wanted_{false};
    bool capturing_{false};
};

} // namespace plenum::app
