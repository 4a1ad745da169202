// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/mute_heard.h"

#include <fmt/format.h>

#include <iterator>

namespace plenum::sim {

void MuteHeard::on_event(Session session, const node::Event& event, VirtualTime) {
    const auto* asked = std::get_if<node::MuteAsked>(&event);
    if (asked == nullptr) return;
    const auto position = asked->position;
    const auto [known, is_new] = asked_.try_emplace(position, asked->by, asked->member);
    if (known->second != std::pair{asked->by, asked->member})
        fail(fmt::format("{}: request to mute at {} is told otherwise than elsewhere", to_text(session),
                         position.value()));
    // Whoever was told of one before and one after it should have been told of this one.
    if (is_new)
        for (const auto& [other, heard] : heard_)
            if (other != session && heard.first < position && position < heard.last)
                fail(fmt::format("{}: was not told of the request to mute at {}", to_text(other), position.value()));
    auto& heard = heard_[session];
    if (heard.count > 0 && position <= heard.last)
        fail(fmt::format("{}: request to mute at {} is told again", to_text(session), position.value()));
    if (heard.count == 0) heard.first = position;
    heard.last = position;
    ++heard.count;
    const auto between = std::distance(asked_.find(heard.first), asked_.upper_bound(position));
    if (static_cast<std::size_t>(between) != heard.count)
        fail(fmt::format("{}: was told of {} requests to mute, of {}", to_text(session), heard.count, between));
}

} // namespace plenum::sim
