// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/wire/fields.h"

#include <compare>
#include <cstdint>
#include <string_view>

/// Names of the multicast transport service (GMTS, docs/tree.md).
namespace plenum::tree {

/// A relay, a source or a receiver in the overlay; 0 is none. Below 2^62.
using NodeId = base::Number<struct TreeNodeTag, std::uint64_t>;
/// The tag under which a session's packets are distributed.
using GroupId = base::Number<struct TreeGroupTag, std::uint32_t>;
/// Tells sessions of one source and group apart (GMTS §6). A source never uses one twice. Below 2^62.
using SessionId = base::Number<struct TreeSessionTag, std::uint64_t>;
/// A link of a node to a neighbour of the overlay, as the node numbers them.
using InterfaceIndex = base::Number<struct InterfaceTag, std::uint16_t>;
/// An object of a session; 0 is the error object.
using ObjectId = base::Number<struct ObjectTag, std::uint16_t>;
/// A type in the registry; 0 is that of system objects.
using TypeId = base::Number<struct TypeTag, std::uint16_t>;
/// A method of a type.
using MethodId = base::Number<struct MethodTag, std::uint8_t>;
/// A variable of a type that an SSP sets.
using VariableId = base::Number<struct VariableTag, std::uint8_t>;
/// Rises when an SSP changes variables or options of an object (GMTS §6).
using ObjectSequence = base::Number<struct ObjectSequenceTag, std::uint32_t>;
/// A reliable invocation of one sender in one session, from 1; 0 is a plain one.
using InvocationId = base::Number<struct InvocationTag, std::uint64_t>;

inline constexpr ObjectId error_object{0};

/// Objects of a router are named by source, group and session, so that state of a session that ended never meets
/// packets of the next (GMTS §4).
struct SessionKey {
    static constexpr std::string_view name = "SessionKey";
    NodeId source;
    GroupId group;
    SessionId session;
    friend auto operator<=>(const SessionKey&, const SessionKey&) = default;
    static constexpr auto fields() {
        using T = SessionKey;
        return wire::Fields{wire::Field<&T::source, wire::Varint>{"source", ""},
                            wire::Field<&T::group, wire::Varint>{"group", ""},
                            wire::Field<&T::session, wire::Varint>{"session", ""}};
    }
};

} // namespace plenum::tree
