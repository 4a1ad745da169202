// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tree/interface_states.h"
#include "core/tree/object.h"

#include <cstddef>
#include <cstdint>
#include <map>

namespace plenum::tree {

/// Variables of the general-purpose object.
struct WindowVariables {
    static constexpr VariableId start{1};
    /// The first number behind the window.
    static constexpr VariableId end{2};
    static constexpr VariableId default_state{3};
    static constexpr VariableId default_interface_state{4};
    /// µs.
    static constexpr VariableId state_lifetime{5};
    /// For receivers: the first number that the source has not used yet.
    static constexpr VariableId next{6};

    std::uint64_t window_start{0};
    std::uint64_t window_end{0};
    StateValue state{0};
    StateValue interface_state{0};
    base::Duration lifetime{std::chrono::seconds{5}};
    std::uint64_t window_next{0};

    /// False if a variable is unknown or the whole is out of range; then the value is not to be used.
    [[nodiscard]] bool set(std::span<const Variable> variables);
};

/// The general-purpose object (GPO, GMTS §2.2): filters what receivers say, and subcasts what the source sends to those
/// who asked.
///
/// The problem: receivers of one source say much the same, and what a few of them need goes to all. The intuition: keep
/// one small number for each sequence number, and one for each interface. The first says whether upstream knows
/// already, the others where to send the answer. What they mean is up to those at the ends, who choose from a few
/// functions
/// (`functions.h`). The alternative, a relay that knows the protocol of each use (as in PGM), needs new relays for
/// each.
///
/// A state whose values are the defaults takes no memory. An accepted update restarts the state's lifetime: from any
/// request on there is a whole lifetime for the answer, so that old state never expires between the two (GMTS §4).
class GeneralPurposeObject final : public Object {
  public:
    GeneralPurposeObject(ObjectTimer timer, CellBudget& budget) : timer_{timer}, cells_{budget} {}

    [[nodiscard]] bool set_variables(std::span<const Variable> variables, base::LocalTime now) override;
    [[nodiscard]] CallResult invoke(const Call& call, Reinvocations& reinvocations) override;
    void handle_timer(std::uint64_t number, base::LocalTime now, Reinvocations& reinvocations) override;

    /// For tests and figures.
    [[nodiscard]] std::size_t states() const { return states_.size(); }
    [[nodiscard]] StateValue state(base::SequenceNumber sequence) const;
    [[nodiscard]] StateValue interface_state(base::SequenceNumber sequence, InterfaceIndex interface) const;

  private:
    struct SequenceState {
        StateValue state;
        InterfaceStates interfaces;
        std::uint32_t raises{0};
    };
    using States = std::map<std::uint64_t, SequenceState>;

    [[nodiscard]] CallResult receiver_update(const Call& call, Reinvocations& reinvocations);
    [[nodiscard]] CallResult forward(const Call& call, Reinvocations& reinvocations);
    [[nodiscard]] bool in_window(std::uint64_t sequence) const {
        return sequence >= variables_.window_start && sequence < variables_.window_end;
    }
    [[nodiscard]] SequenceState state_of(std::uint64_t sequence) const;
    [[nodiscard]] bool is_default(const SequenceState& state) const;
    [[nodiscard]] static std::size_t cells(const SequenceState& state) { return 1 + state.interfaces.size(); }
    [[nodiscard]] bool store(std::uint64_t sequence, SequenceState state, base::LocalTime now);
    States::iterator remove(States::iterator entry);

    ObjectTimer timer_;
    CellShare cells_;
    WindowVariables variables_;
    States states_;
};

} // namespace plenum::tree
