// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

/// The predefined functions of the general-purpose object (GMTS, Table 1). All values are non-negative: a difference
/// below 0 is 0, and a sum or product beyond 32 bits is the largest number.
namespace plenum::tree {

using StateValue = std::uint32_t;
inline constexpr StateValue state_value_max = std::numeric_limits<StateValue>::max();

/// pred(val, s): whether rcvr_update changes anything.
enum class Predicate : std::uint8_t { less = 1, greater = 2, at_most = 3, at_least = 4, equal = 5 };
/// f_s(val, s): the next state in rcvr_update.
enum class ReceiverStateFunction : std::uint8_t { value_plus_one = 1, value = 2 };
/// f_v(val, ifs, arr): the next state of each interface in rcvr_update.
enum class ReceiverInterfaceFunction : std::uint8_t {
    and_arrival = 1,      ///< ifs && arr
    or_arrival = 2,       ///< ifs || arr
    value_at_arrival = 3, ///< val * arr
    max_at_arrival = 4,   ///< max(ifs, val * arr)
};
/// g_s(val, s): the next state in forward.
enum class ForwardStateFunction : std::uint8_t { value_minus_one = 1, value = 2 };
/// g_v(val, ifs): the next state of each interface in forward.
enum class ForwardInterfaceFunction : std::uint8_t {
    unchanged = 1,   ///< ifs
    minus_value = 2, ///< max(0, ifs - val)
    minus_one = 3,   ///< max(0, ifs - 1)
};

[[nodiscard]] constexpr StateValue saturated_difference(StateValue from, StateValue taken) {
    return from > taken ? from - taken : 0;
}

[[nodiscard]] constexpr bool holds(Predicate predicate, StateValue value, StateValue state) {
    switch (predicate) {
    case Predicate::less: return value < state;
    case Predicate::greater: return value > state;
    case Predicate::at_most: return value <= state;
    case Predicate::at_least: return value >= state;
    case Predicate::equal: return value == state;
    }
    return false;
}

[[nodiscard]] constexpr StateValue apply(ReceiverStateFunction function, StateValue value, StateValue state) {
    switch (function) {
    case ReceiverStateFunction::value_plus_one: return value == state_value_max ? value : value + 1;
    case ReceiverStateFunction::value: return value;
    }
    return state;
}

/// `arrived`: the element of the arrival vector, 1 for the interface of the invocation and 0 for others.
[[nodiscard]] constexpr StateValue apply(ReceiverInterfaceFunction function, StateValue value, StateValue interface,
                                         bool arrived) {
    switch (function) {
    case ReceiverInterfaceFunction::and_arrival: return interface != 0 && arrived ? 1 : 0;
    case ReceiverInterfaceFunction::or_arrival: return interface != 0 || arrived ? 1 : 0;
    case ReceiverInterfaceFunction::value_at_arrival: return arrived ? value : 0;
    case ReceiverInterfaceFunction::max_at_arrival: return std::max(interface, arrived ? value : 0);
    }
    return interface;
}

[[nodiscard]] constexpr StateValue apply(ForwardStateFunction function, StateValue value, StateValue state) {
    switch (function) {
    case ForwardStateFunction::value_minus_one: return saturated_difference(value, 1);
    case ForwardStateFunction::value: return value;
    }
    return state;
}

[[nodiscard]] constexpr StateValue apply(ForwardInterfaceFunction function, StateValue value, StateValue interface) {
    switch (function) {
    case ForwardInterfaceFunction::unchanged: return interface;
    case ForwardInterfaceFunction::minus_value: return saturated_difference(interface, value);
    case ForwardInterfaceFunction::minus_one: return saturated_difference(interface, 1);
    }
    return interface;
}

} // namespace plenum::tree
