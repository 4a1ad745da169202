// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/tree/functions.h"
#include "core/tree/ids.h"
#include "core/tree/limits.h"
#include "core/wire/fields.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// The body of a method invocation packet (GMTS, Fig. 10), and parameters of the methods of the general-purpose object.
namespace plenum::tree {

enum class Direction : std::uint8_t { upstream = 1, downstream = 2 };

struct Invocation {
    static constexpr std::string_view name = "Invocation";
    ObjectId object;
    MethodId method;
    base::Bytes parameters;
    friend bool operator==(const Invocation&, const Invocation&) = default;
    static constexpr auto fields() {
        using T = Invocation;
        return wire::Fields{
            wire::Field<&T::object, wire::Varint>{"object", ""}, wire::Field<&T::method, wire::U8>{"method", ""},
            wire::Field<&T::parameters, wire::Blob<limits::parameter_bytes_max>>{"parameters", "of the method"}};
    }
};

struct MethodInvocation {
    Direction direction{Direction::upstream};
    NodeId sender;
    InvocationId invocation;
    std::vector<Invocation> entries;
    friend bool operator==(const MethodInvocation&, const MethodInvocation&) = default;
    static constexpr auto fields() {
        using T = MethodInvocation;
        using Entries = wire::List<wire::Nested<Invocation>, limits::invocations_per_packet_max>;
        return wire::Fields{
            wire::Field<&T::direction, wire::U8>{"direction", "1 upstream, 2 downstream"},
            wire::Field<&T::sender, wire::Varint>{"sender", "node or receiver that sent the packet"},
            wire::Field<&T::invocation, wire::Varint>{"invocation", "reliable: its number from 1; else 0"},
            wire::Field<&T::entries, Entries>{"entries", "at least one; one if reliable; invoked in this order"}};
    }
};

[[nodiscard]] inline base::Bytes encode(const MethodInvocation& invocation) { return wire::encode(invocation); }
/// Nullopt if the bytes are malformed, without entries, or reliable with more than one or downstream.
[[nodiscard]] std::optional<MethodInvocation> decode_method_invocation(base::ByteView body);

/// rcvr_update(n, value, pred, f_s, f_v).
struct ReceiverUpdate {
    static constexpr MethodId method{1};
    std::uint64_t sequence{0};
    StateValue value{0};
    Predicate predicate{Predicate::at_least};
    ReceiverStateFunction state_function{ReceiverStateFunction::value};
    ReceiverInterfaceFunction interface_function{ReceiverInterfaceFunction::max_at_arrival};
    friend bool operator==(const ReceiverUpdate&, const ReceiverUpdate&) = default;
    static constexpr auto fields() {
        using T = ReceiverUpdate;
        return wire::Fields{wire::Field<&T::sequence, wire::Varint>{"n", "sequence number"},
                            wire::Field<&T::value, wire::Varint>{"value", "below 2^32"},
                            wire::Field<&T::predicate, wire::U8>{"pred", "1 <, 2 >, 3 ≤, 4 ≥, 5 =="},
                            wire::Field<&T::state_function, wire::U8>{"f_s", "1 val + 1, 2 val"},
                            wire::Field<&T::interface_function, wire::U8>{
                                "f_v", "1 ifs && arr, 2 ifs || arr, 3 val * arr, 4 max(ifs, val * arr)"}};
    }
};

/// forward(n, value, g_s, g_v, data).
struct Forward {
    static constexpr MethodId method{2};
    std::uint64_t sequence{0};
    StateValue value{0};
    ForwardStateFunction state_function{ForwardStateFunction::value};
    ForwardInterfaceFunction interface_function{ForwardInterfaceFunction::minus_one};
    base::Bytes data;
    friend bool operator==(const Forward&, const Forward&) = default;
    static constexpr auto fields() {
        using T = Forward;
        return wire::Fields{
            wire::Field<&T::sequence, wire::Varint>{"n", "sequence number"},
            wire::Field<&T::value, wire::Varint>{"value", "below 2^32"},
            wire::Field<&T::state_function, wire::U8>{"g_s", "1 val - 1, 2 val"},
            wire::Field<&T::interface_function, wire::U8>{"g_v", "1 ifs, 2 max(0, ifs - val), 3 max(0, ifs - 1)"},
            wire::Field<&T::data, wire::Rest<limits::parameter_bytes_max>>{"data", ""}};
    }
};

[[nodiscard]] std::optional<ReceiverUpdate> decode_receiver_update(base::ByteView parameters);
[[nodiscard]] std::optional<Forward> decode_forward(base::ByteView parameters);

template <class Parameters>
[[nodiscard]] Invocation invocation_of(ObjectId object, const Parameters& parameters) {
    return {object, Parameters::method, wire::encode(parameters)};
}

} // namespace plenum::tree
