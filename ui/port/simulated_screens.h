// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/screen_port.h"
#include "ui/port/simulated_world.h"

#include <map>
#include <optional>

namespace plenum::ui {

/// Shared screens of a simulated conference: drawn pages of text, and a computer with one screen and two windows.
class SimulatedScreens : public ScreenPort {
    Q_OBJECT

  public:
    static constexpr int width = 1280;
    static constexpr int height = 720;

    /// `world` outlives this.
    explicit SimulatedScreens(SimulatedWorld& world) : world_{world} {}

    [[nodiscard]] bool possible() const override { return true; }
    [[nodiscard]] bool may_share() const override;
    [[nodiscard]] ShareObstacle obstacle() const override { return obstacle_; }
    [[nodiscard]] SoundObstacle sound_obstacle() const override { return sound_obstacle_; }
    void list() override;
    void share(const QString& id, bool with_sound) override;
    void stop() override;
    [[nodiscard]] bool sharing() const override { return !shared_.isEmpty(); }
    [[nodiscard]] bool sharing_sound() const override {
        return sharing() && sound_ && sound_obstacle_ == SoundObstacle::none;
    }
    void set_preview(bool on) override { preview_ = on; }
    [[nodiscard]] bool choosing() const override { return choosing_; }

    void clear();
    void tick();

    // What a test lets happen
    void someone_shares(base::MemberIndex member, bool shares = true);
    /// The screens that are shared show something else.
    void turn_page() { ++scene_; }
    void set_obstacle(ShareObstacle obstacle) { obstacle_ = obstacle; }
    void set_sound_obstacle(SoundObstacle obstacle) {
        sound_obstacle_ = obstacle;
        emit changed();
    }
    /// The desktop asks in a dialog of its own, as under Wayland.
    void set_dialog(bool dialog) { dialog_ = dialog; }
    /// Its answer to that: something was chosen, unless this is why not.
    void answer_dialog(std::optional<ShareEnd> failure);
    /// The window that we share is closed.
    void close_window();
    [[nodiscard]] const QString& shared() const { return shared_; }

  private:
    void look_at_floor();
    void end(ShareEnd why);
    /// False where nothing was shared or chosen.
    bool let_go();

    SimulatedWorld& world_;
    /// Since which tick.
    std::map<base::MemberIndex, int> sharers_;
    std::uint32_t scene_{1};
    bool preview_{false};
    QString shared_;
    bool dialog_{false};
    bool choosing_{false};
    bool could_share_{false};
    ShareObstacle obstacle_{ShareObstacle::none};
    SoundObstacle sound_obstacle_{SoundObstacle::none};
    bool sound_{false};
};

} // namespace plenum::ui
