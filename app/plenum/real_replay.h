// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/current_call.h"
#include "app/plenum/real_media.h"
#include "ui/port/replay_port.h"

namespace plenum::app {

/// The last minutes of the call, heard and seen again.
class RealReplay : public ui::ReplayPort {
    Q_OBJECT

  public:
    /// Both outlive this.
    RealReplay(std::optional<CurrentCall>& call, RealMedia& media);

    // ReplayPort
    [[nodiscard]] base::LocalTime now() const override;
    void set_watched(bool watched) override;
    void play(base::LocalTime from) override;
    void set_pace(ui::ReplayPace pace) override;
    void set_paused(bool paused) override;
    void show(base::MemberIndex member) override;
    void stop() override;

    /// The call is over.
    void clear();

  private:
    /// Null before the call and after it.
    [[nodiscard]] CallReplay* replay() const;
    void tick();
    void tell_material();

    std::optional<CurrentCall>& call_;
    QTimer timer_;
    int ticks_{0};
    bool watched_{false};
    bool on_{false};
};

} // namespace plenum::app
