// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/incoming_video_port.h"
#include "ui/port/simulated_world.h"

#include <QSet>

namespace plenum::ui {

/// How much of the generated cameras is shown. SimulatedMedia makes the pictures that it asks for.
class SimulatedIncomingVideo : public IncomingVideoPort {
    Q_OBJECT

  public:
    /// Outlives this.
    explicit SimulatedIncomingVideo(SimulatedWorld& world) : world_{world} {}

    // IncomingVideoPort
    void set_share(base::MemberIndex index, std::optional<VideoShare> share) override;
    void set_share_of_all(VideoShare share) override;
    void set_small_enough(base::MemberIndex index, bool small_enough) override;

    [[nodiscard]] const QSet<std::uint32_t>& small_enough() const { return small_enough_; }

    void tell_rates();

  signals:
    /// Nothing is to be seen of them any more.
    void hidden(plenum::base::MemberIndex index);

  private:
    void hide_unwanted();

    SimulatedWorld& world_;
    QSet<std::uint32_t> small_enough_;
};

} // namespace plenum::ui
