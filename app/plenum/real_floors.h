// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/current_call.h"
#include "app/plenum/real_diagnostics.h"
#include "core/runtime/plugin/style_registry.h"
#include "ui/port/floor_port.h"

#include <set>

namespace plenum::app {

/// The floors of the call, and whether one that we asked for opens our microphone.
class RealFloors : public ui::FloorPort {
    Q_OBJECT

  public:
    /// All outlive this.
    RealFloors(std::optional<CurrentCall>& call, const runtime::StyleRegistry& styles, RealDiagnostics& diagnostics)
        : call_{call},
          styles_{styles},
          diagnostics_{diagnostics} {}

    // FloorPort
    void want_floor(base::TokenId floor, bool wanted, ui::RequestClass priority) override;
    void act_on_floor(const ui::FloorAct& act) override;
    [[nodiscard]] bool shows(ui::FloorPurpose) const override { return true; }
    [[nodiscard]] bool can_create_floor(ui::FloorPurpose purpose) const override;
    [[nodiscard]] std::span<const base::PluginDescriptor> floor_styles() const override { return styles_.styles(); }
    void set_floor_opens_microphone(bool opens) override { opens_microphone_ = opens; }

    /// The call is over.
    void clear();
    void handle(const node::TokenChanged& event);
    void handle(const node::HolderSilent& event);
    void handle(const node::LeaseOver&);
    void handle(const node::LinkHealth& event);
    void tell_all();
    /// Microphone and camera as the floors have it, anew.
    void apply();
    [[nodiscard]] bool opened_microphone() const { return opened_microphone_; }
    void close_microphone() { opened_microphone_ = false; }

  signals:
    /// What we may send, or whether the microphone is open, may be otherwise now.
    void applied();

  private:
    void act(const client::Session::FloorAct& act);
    void tell(base::TokenId floor);

    std::optional<CurrentCall>& call_;
    const runtime::StyleRegistry& styles_;
    RealDiagnostics& diagnostics_;
    /// They were told with the times of the conference's clock.
    bool timed_{false};
    bool opens_microphone_{true};
    /// It was off, and the floor that we asked for opened it; it is off again when the floor goes.
    bool opened_microphone_{false};
    bool was_ours_{false};
    std::set<base::TokenId> shown_;
};

} // namespace plenum::app
