// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/tree/ids.h"
#include "core/tree/limits.h"
#include "core/wire/fields.h"

#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>
#include <vector>

/// The body of a state setup packet (GMTS, Fig. 9).
namespace plenum::tree {

/// Who may invoke a method, and whether it is sent again until it is acknowledged.
struct MethodOptions {
    static constexpr std::string_view name = "MethodOptions";
    MethodId method;
    bool by_receivers{false};
    bool by_source{false};
    bool reliable{false};
    friend bool operator==(const MethodOptions&, const MethodOptions&) = default;
    static constexpr auto fields() {
        using T = MethodOptions;
        return wire::Fields{wire::Field<&T::method, wire::U8>{"method", ""},
                            wire::Field<&T::by_receivers, wire::U8>{"by receivers", "1: from below"},
                            wire::Field<&T::by_source, wire::U8>{"by source", "1: from above"},
                            wire::Field<&T::reliable, wire::U8>{"reliable", "1: upstream, until acknowledged"}};
    }
};

struct Variable {
    static constexpr std::string_view name = "Variable";
    VariableId variable;
    std::uint64_t value{0};
    friend bool operator==(const Variable&, const Variable&) = default;
    static constexpr auto fields() {
        using T = Variable;
        return wire::Fields{wire::Field<&T::variable, wire::U8>{"variable", ""},
                            wire::Field<&T::value, wire::Varint>{"value", "initial, or from this sequence on"}};
    }
};

struct ObjectDeclaration {
    static constexpr std::string_view name = "ObjectDeclaration";
    ObjectId object;
    TypeId type;
    ObjectSequence sequence;
    base::Duration lifetime{};
    std::vector<MethodOptions> methods;
    std::vector<Variable> variables;
    friend bool operator==(const ObjectDeclaration&, const ObjectDeclaration&) = default;
    static constexpr auto fields() {
        using T = ObjectDeclaration;
        using Methods = wire::List<wire::Nested<MethodOptions>, limits::methods_per_object_max>;
        using Variables = wire::List<wire::Nested<Variable>, limits::variables_per_object_max>;
        return wire::Fields{
            wire::Field<&T::object, wire::Varint>{"object", "not 0, once in a packet"},
            wire::Field<&T::type, wire::Varint>{"type", ""},
            wire::Field<&T::sequence, wire::Varint>{"sequence", "rises when options or variables change"},
            wire::Field<&T::lifetime, wire::Varint>{"lifetime", "µs without an SSP until the object is removed"},
            wire::Field<&T::methods, Methods>{"methods", "whose options are not those of the type"},
            wire::Field<&T::variables, Variables>{"variables", "that are not those of the type"}};
    }
};

struct StateSetup {
    std::vector<ObjectDeclaration> objects;
    friend bool operator==(const StateSetup&, const StateSetup&) = default;
    static constexpr auto fields() {
        using Objects = wire::List<wire::Nested<ObjectDeclaration>, limits::objects_per_setup_max>;
        return wire::Fields{wire::Field<&StateSetup::objects, Objects>{"objects", "at least one"}};
    }
};

[[nodiscard]] inline base::Bytes encode(const StateSetup& setup) { return wire::encode(setup); }
/// Nullopt if the bytes are malformed, without an object, or name an object twice, or the error object.
[[nodiscard]] std::optional<StateSetup> decode_state_setup(base::ByteView body);

} // namespace plenum::tree
