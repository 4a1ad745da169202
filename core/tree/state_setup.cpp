// SPDX-License-Identifier: Apache-2.0
#include "core/tree/state_setup.h"

#include <algorithm>

namespace plenum::tree {

std::optional<StateSetup> decode_state_setup(base::ByteView body) {
    auto setup = wire::decode<StateSetup>(body);
    if (!setup || setup->objects.empty()) return std::nullopt;
    const auto& objects = setup->objects;
    for (auto each = objects.begin(); each != objects.end(); ++each) {
        if (each->object == error_object || each->lifetime <= base::Duration::zero()) return std::nullopt;
        if (std::ranges::find(objects.begin(), each, each->object, &ObjectDeclaration::object) != each)
            return std::nullopt;
    }
    return *std::move(setup);
}

} // namespace plenum::tree
