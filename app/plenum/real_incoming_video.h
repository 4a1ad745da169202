// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/current_call.h"
#include "ui/port/incoming_video_port.h"

namespace plenum::app {

/// How much of the others' cameras comes over our link.
class RealIncomingVideo : public ui::IncomingVideoPort {
    Q_OBJECT

  public:
    /// `call` outlives this.
    explicit RealIncomingVideo(std::optional<CurrentCall>& call) : call_{call} {}

    // IncomingVideoPort
    void set_share(base::MemberIndex index, std::optional<ui::VideoShare> share) override;
    void set_share_of_all(ui::VideoShare share) override;
    void set_small_enough(base::MemberIndex index, bool small_enough) override;

    /// We came in.
    void enter();
    void handle(const node::PhaseChanged& event);
    void handle(const node::MemberJoined& event);
    void handle(const node::MemberLeft& event);
    void handle(const node::FlowDeclared& event);
    void handle(const node::FlowRemoved& event);
    void handle(const node::LinkHealth& event);
    void clear() { gauge_.clear(); }

  private:
    void apply();

    std::optional<CurrentCall>& call_;
    ui::VideoShare all_{ui::VideoShare::everything};
    VideoGauge gauge_;
};

} // namespace plenum::app
