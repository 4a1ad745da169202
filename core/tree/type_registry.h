// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tree/object.h"

#include <map>
#include <memory>
#include <string_view>
#include <vector>

namespace plenum::tree {

/// What a node must know of a type (GMTS, appendix B.1). Nothing else in the protocol's code names a type.
struct TypeEntry {
    TypeId type;
    std::string_view name;
    /// With the options that hold unless an SSP sets others.
    std::vector<MethodOptions> methods;
    std::unique_ptr<Object> (*create)(ObjectTimer timer, CellBudget& cells){nullptr};
};

namespace types {

inline constexpr TypeId error{0};
inline constexpr TypeId general_purpose{1};
inline constexpr TypeId tally{2};

} // namespace types

class TypeRegistry {
  public:
    /// False if the type is there already.
    [[nodiscard]] bool add(TypeEntry entry);
    /// Null if there is no such type.
    [[nodiscard]] const TypeEntry* find(TypeId type) const;

    /// Error object, general-purpose object and tally object.
    [[nodiscard]] static TypeRegistry standard();

  private:
    std::map<TypeId, TypeEntry> entries_;
};

} // namespace plenum::tree
