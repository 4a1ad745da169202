// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/chat_habit.h"

#include <fmt/format.h>

#include <iterator>

namespace plenum::sim {

void ChatHabit::begin(VirtualTime now) {
    if (every_ != base::Duration{}) draw_due(now);
}

void ChatHabit::draw_due(VirtualTime now) {
    due_ = now + base::Duration{random_.between(every_.count() / 2, every_.count() * 3 / 2)};
}

void ChatHabit::forget() {
    replica_ = {};
    end();
}

void ChatHabit::handle(const node::Event& event) {
    if (every_ != base::Duration{}) replica_.handle(event);
}

chat::Version ChatHabit::draw_version(chat::Version version) {
    return chat::Version{version.value() + static_cast<std::uint32_t>(random_.below(1U << 20))};
}

chat::Operation ChatHabit::draw() {
    const auto& transcript = replica_.transcript();
    const auto& lines = transcript.lines();
    const auto text = fmt::format("line {:x}", random_.next());
    if (random_.below(12) == 0) return chat::ShareFile{{text, 1 + random_.below(1'000'000), "text/plain", {}, 0, 0}};
    if (random_.below(12) == 0)
        return chat::Look{{base::MemberIndex{1}, 1 + static_cast<std::uint32_t>(random_.below(3))}};
    if (lines.empty() || random_.below(3) == 0) return chat::Say{text};
    const auto line = std::next(lines.begin(), static_cast<std::ptrdiff_t>(random_.below(lines.size())))->first;
    // Others refuse what is done to lines that are not ours.
    const bool may = transcript.is_author(replica_.self(), line) || random_.below(8) == 0;
    switch (random_.below(5)) {
    case 0: return chat::Reply{line, text};
    case 1:
        if (may) return chat::Edit{line, draw_version(transcript.next_version(line)), text};
        break;
    case 2:
        if (may) return chat::Delete{line, draw_version(transcript.next_version(line))};
        break;
    default: break;
    }
    return chat::React{line, draw_version(transcript.next_version(line, replica_.self())),
                       chat::ReactionSet{static_cast<std::uint8_t>(random_.below(256))}};
}

std::optional<node::Publish> ChatHabit::act(VirtualTime now) {
    if (now < due_) return std::nullopt;
    draw_due(now);
    if (replica_.flow().value() == 0 || replica_.self().value() == 0) return std::nullopt;
    const auto operation = draw();
    replica_.publish(operation);
    return node::Publish{replica_.flow(), {}, chat::encode(operation), {}};
}

} // namespace plenum::sim
