// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/group_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace plenum::sim {

void GroupNames::on_event(Session session, const node::Event& event, VirtualTime) {
    auto& open = open_[session];
    if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        if (phase->phase == node::Phase::connecting) open.clear();
        return;
    }
    const auto* changed = std::get_if<node::ConversationChanged>(&event);
    if (changed == nullptr) return;
    open.erase(changed->conversation);
    if (!changed->open || changed->label.empty()) return;
    open[changed->conversation] = changed->label;
    const auto so_called = std::ranges::count(open, changed->label, [](const auto& each) { return each.second; });
    if (so_called > 1) fail(fmt::format("{}: {} open groups have one name", to_text(session), so_called));
}

} // namespace plenum::sim
