// SPDX-License-Identifier: Apache-2.0
#include "core/tree/type_registry.h"

#include "core/base/check.h"
#include "core/tree/error_object.h"
#include "core/tree/general_purpose_object.h"
#include "core/tree/tally_object.h"

namespace plenum::tree {
namespace {

std::unique_ptr<Object> create_error_object(ObjectTimer timer, CellBudget&) {
    return std::make_unique<ErrorObject>(timer);
}

template <class T>
std::unique_ptr<Object> create_object(ObjectTimer timer, CellBudget& cells) {
    return std::make_unique<T>(timer, cells);
}

constexpr bool yes = true;
constexpr bool no = false;

} // namespace

bool TypeRegistry::add(TypeEntry entry) {
    const auto type = entry.type;
    return entries_.try_emplace(type, std::move(entry)).second;
}

const TypeEntry* TypeRegistry::find(TypeId type) const {
    const auto entry = entries_.find(type);
    return entry == entries_.end() ? nullptr : &entry->second;
}

TypeRegistry TypeRegistry::standard() {
    TypeRegistry registry;
    // method, by receivers, by source, reliable
    const bool added =
        registry.add({types::error, "error", {{ErrorReport::method, yes, no, no}}, create_error_object}) &&
        registry.add({types::general_purpose,
                      "general-purpose",
                      {{ReceiverUpdate::method, yes, no, no}, {Forward::method, no, yes, no}},
                      create_object<GeneralPurposeObject>}) &&
        registry.add({types::tally, "tally", {{TallyReport::method, yes, no, yes}}, create_object<TallyObject>});
    CHECK(added);
    return registry;
}

} // namespace plenum::tree
