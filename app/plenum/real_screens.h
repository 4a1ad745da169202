// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/background.h"
#include "app/plenum/current_call.h"
#include "app/plenum/real_media.h"
#include "app/plenum/screen_portal.h"
#include "app/plenum/screen_sound_share.h"
#include "media/screen/screen_list.h"
#include "ui/port/screen_port.h"

#include <concepts>
#include <map>
#include <memory>
#include <mutex>

namespace plenum::app {

/// The screens that are shared in the call, and what of this computer can be.
class RealScreens : public ui::ScreenPort {
    Q_OBJECT

    template <class Event, class... Others>
    static constexpr bool is_any_of = (std::same_as<Event, Others> || ...);

  public:
    /// All outlive this.
    RealScreens(std::optional<CurrentCall>& call, Background& background, RealMedia& media);
    ~RealScreens() override;

    // ScreenPort
    [[nodiscard]] bool possible() const override { return flow() != base::FlowId{}; }
    [[nodiscard]] bool may_share() const override;
    [[nodiscard]] ui::ShareObstacle obstacle() const override { return obstacle_; }
    [[nodiscard]] ui::SoundObstacle sound_obstacle() const override { return sound_.obstacle(); }
    void list() override;
    void share(const QString& id, bool with_sound) override;
    void stop() override;
    [[nodiscard]] bool sharing() const override { return sharing_; }
    [[nodiscard]] bool sharing_sound() const override { return sharing_ && sound_.on(); }
    void set_preview(bool on) override;
    [[nodiscard]] bool choosing() const override { return portal_ != nullptr && !sharing_; }
    /// A file or test picture in place of a screen, for tests.
    void share(const media::VideoInput& input, bool with_sound = false);
    [[nodiscard]] ScreenSoundShare& sound() { return sound_; }

    /// The call is over.
    void clear();
    void handle(const node::MemberJoined& event);
    /// What may change whether we may share. That the link has a state says that the relay is heard again.
    template <class Event>
        requires is_any_of<Event, node::PhaseChanged, node::FlowDeclared, node::TokenChanged, node::LeaseOver,
                           node::LinkHealth>
    void handle(const Event& /*event*/) {
        look();
    }
    /// Nothing of them is shown any more.
    void hide(base::MemberIndex member) { emit picture(member, {}); }

  private:
    /// What the background has of this; outlives it.
    struct Shared {
        std::mutex mutex;
        RealScreens* screens{nullptr};
    };
    using Choices = std::vector<media::ShareChoice>;
    [[nodiscard]] base::FlowId flow() const;
    [[nodiscard]] ScreenSender* sender() const;
    void take(const media::Result<Choices>& choices);
    void list_portal();
    void ask_portal(bool with_sound);
    void look();
    void end(ui::ShareEnd why);
    /// False where nothing was shared or chosen.
    bool let_go();

    std::optional<CurrentCall>& call_;
    Background& background_;
    std::shared_ptr<Shared> shared_;
    ScreenSoundShare sound_;
    std::map<QString, media::ScreenSource> sources_;
    ui::ShareObstacle obstacle_{ui::ShareObstacle::none};
    /// Under Wayland, while we share or choose; a child of this.
    ScreenPortal* portal_{nullptr};
    bool sharing_{false};
    bool could_share_{false};
};

} // namespace plenum::app
