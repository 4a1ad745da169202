// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/floor_port.h"
#include "ui/port/simulated_diagnostics.h"
#include "ui/port/simulated_media.h"

#include <cstdint>
#include <optional>

namespace plenum::ui {

/// The floors of a simulated conference, and what they mean for our microphone.
class SimulatedFloors : public FloorPort {
    Q_OBJECT

  public:
    /// Whether the client counts as one that can draw and share a screen.
    enum class Surfaces : std::uint8_t { board = 1, board_and_screen = 2 };

    /// All outlive this.
    SimulatedFloors(SimulatedWorld& world, SimulatedMedia& media, SimulatedDiagnostics& diagnostics, Surfaces surfaces)
        : world_{world},
          media_{media},
          diagnostics_{diagnostics},
          surfaces_{surfaces} {}

    // FloorPort
    void want_floor(base::TokenId floor, bool wanted, RequestClass priority) override;
    void act_on_floor(const FloorAct& act) override;
    [[nodiscard]] bool shows(FloorPurpose purpose) const override;
    [[nodiscard]] bool can_create_floor(FloorPurpose purpose) const override;
    [[nodiscard]] std::span<const base::PluginDescriptor> floor_styles() const override { return world_.styles; }
    void set_floor_opens_microphone(bool opens) override { opens_microphone_ = opens; }

    void clear() { asked_ = false; }
    /// By themselves, at this second of the call.
    void play(int second);
    /// Styles decide.
    void tick();
    /// Somebody is no longer in the conference.
    void leave(base::MemberIndex member);

    // What a test lets happen
    /// Somebody has whoever wants to speak, draw or share ask for it.
    void turn_floor_on(FloorPurpose purpose = FloorPurpose::voice);
    /// They have waited, or hold it, for so long.
    void someone_wants_floor(base::MemberIndex index, bool wanted = true, RequestClass priority = RequestClass::normal,
                             std::chrono::seconds for_long = {}, base::TokenId floor = SimulatedIds::voice_floor);
    /// What Ada does, who moderates.
    void someone_acts(const FloorAct& act) { act_as(act, SimulatedIds::ada, true); }
    /// What a style does that is none of those simulated.
    void style_acts(const FloorAct& act) { act_as(act, {}, true); }
    /// The clock goes on for holders alone.
    void let_floor_time_pass(std::chrono::seconds time);
    /// Nothing is heard of the relay, so what we hold counts as lost, or it is heard again.
    void set_floor_out_of_reach(bool out);
    /// Nothing is heard of a holder, whose floor goes back in so long; or it is heard again.
    void set_floor_silent(base::MemberIndex holder, std::optional<std::chrono::milliseconds> returns_in);

  private:
    [[nodiscard]] SimulatedFloor* floor(base::TokenId id);
    void create_floor(FloorPurpose purpose, const FloorSettings& settings);
    void act_as(const FloorAct& act, base::MemberIndex author, bool moderates);
    void change_floor(SimulatedFloor& changed, bool really);
    bool decide(SimulatedFloor& floor) const;
    void tell_floor(SimulatedFloor& told);
    void open_or_close_microphone(const SimulatedFloor& voice);

    SimulatedWorld& world_;
    SimulatedMedia& media_;
    SimulatedDiagnostics& diagnostics_;
    Surfaces surfaces_;
    bool opens_microphone_{true};
    bool asked_{false};
};

} // namespace plenum::ui
