// SPDX-License-Identifier: Apache-2.0
#include "core/tree/general_purpose_object.h"

#include <algorithm>

namespace plenum::tree {

bool WindowVariables::set(std::span<const Variable> variables) {
    for (const auto& [variable, value] : variables) {
        const bool is_state = variable == default_state || variable == default_interface_state;
        if (value > (is_state ? state_value_max : limits::sequence_max)) return false;
        if (variable == start)
            window_start = value;
        else if (variable == end)
            window_end = value;
        else if (variable == default_state)
            state = static_cast<StateValue>(value);
        else if (variable == default_interface_state)
            interface_state = static_cast<StateValue>(value);
        else if (variable == state_lifetime)
            lifetime = std::min(base::from_us(static_cast<std::int64_t>(std::min<std::uint64_t>(value, 1U << 30))),
                                limits::state_lifetime_max);
        else if (variable == next)
            window_next = value;
        else
            return false;
    }
    const bool is_window = window_start <= window_end && window_end - window_start <= limits::window_span_max;
    return is_window && lifetime > base::Duration::zero();
}

bool GeneralPurposeObject::set_variables(std::span<const Variable> variables, base::LocalTime) {
    auto changed = variables_;
    if (!changed.set(variables)) return false;
    const bool same_defaults =
        changed.state == variables_.state && changed.interface_state == variables_.interface_state;
    variables_ = changed;
    for (auto entry = states_.begin(); entry != states_.end();) {
        const bool kept = in_window(entry->first) && (same_defaults || !is_default(entry->second));
        entry = kept ? std::next(entry) : remove(entry);
    }
    return true;
}

CallResult GeneralPurposeObject::invoke(const Call& call, Reinvocations& reinvocations) {
    if (call.method == ReceiverUpdate::method) return receiver_update(call, reinvocations);
    if (call.method == Forward::method) return forward(call, reinvocations);
    return CallResult::malformed;
}

void GeneralPurposeObject::handle_timer(std::uint64_t number, base::LocalTime, Reinvocations&) {
    if (const auto entry = states_.find(number); entry != states_.end()) remove(entry);
}

CallResult GeneralPurposeObject::receiver_update(const Call& call, Reinvocations& reinvocations) {
    auto update = decode_receiver_update(call.parameters);
    if (!update) return CallResult::malformed;
    if (!in_window(update->sequence)) return CallResult::refused;
    auto state = state_of(update->sequence);
    if (!holds(update->predicate, update->value, state.state)) return CallResult::done;
    const auto next = apply(update->state_function, update->value, state.state);
    const bool raised = next != state.state;
    if (raised && state.raises == limits::raises_per_state_max) return CallResult::refused;
    state.raises += raised ? 1 : 0;
    state.state = next;
    state.interfaces.apply(update->interface_function, update->value, call.arrival);
    if (!store(update->sequence, std::move(state), call.now)) return CallResult::no_resources;
    if (raised) {
        update->value = next;
        reinvocations.upward.push_back({ReceiverUpdate::method, wire::encode(*update)});
    }
    return CallResult::done;
}

CallResult GeneralPurposeObject::forward(const Call& call, Reinvocations& reinvocations) {
    const auto forward = decode_forward(call.parameters);
    if (!forward) return CallResult::malformed;
    if (!in_window(forward->sequence)) return CallResult::refused;
    auto state = state_of(forward->sequence);
    auto interfaces = state.interfaces.above(forward->value, call.downstream, call.arrival);
    state.state = apply(forward->state_function, forward->value, state.state);
    state.interfaces.apply(forward->interface_function, forward->value);
    if (!store(forward->sequence, std::move(state), call.now)) return CallResult::no_resources;
    if (!interfaces.empty())
        reinvocations.subcasts.push_back(
            {Forward::method, {call.parameters.begin(), call.parameters.end()}, std::move(interfaces)});
    return CallResult::done;
}

StateValue GeneralPurposeObject::state(base::SequenceNumber sequence) const { return state_of(sequence.value()).state; }

StateValue GeneralPurposeObject::interface_state(base::SequenceNumber sequence, InterfaceIndex interface) const {
    return state_of(sequence.value()).interfaces.at(interface);
}

GeneralPurposeObject::SequenceState GeneralPurposeObject::state_of(std::uint64_t sequence) const {
    const auto entry = states_.find(sequence);
    if (entry != states_.end()) return entry->second;
    return {variables_.state, InterfaceStates{variables_.interface_state}};
}

bool GeneralPurposeObject::is_default(const SequenceState& state) const {
    return state.state == variables_.state && state.interfaces == InterfaceStates{variables_.interface_state};
}

bool GeneralPurposeObject::store(std::uint64_t sequence, SequenceState state, base::LocalTime now) {
    const auto entry = states_.find(sequence);
    const bool known = entry != states_.end();
    if (is_default(state)) {
        if (known) remove(entry);
        return true;
    }
    if (state.interfaces.size() > limits::interfaces_max) return false;
    if (!cells_.resize(known ? cells(entry->second) : 0, cells(state))) return false;
    states_.insert_or_assign(sequence, std::move(state));
    timer_.set(sequence, now + variables_.lifetime);
    return true;
}

GeneralPurposeObject::States::iterator GeneralPurposeObject::remove(States::iterator entry) {
    cells_.give_back(cells(entry->second));
    timer_.clear(entry->first);
    return states_.erase(entry);
}

} // namespace plenum::tree
