// SPDX-License-Identifier: Apache-2.0
#include "core/peer/outbox.h"

#include "core/link/link.h"

#include <tuple>

namespace plenum::node {

void Outbox::transmit(const base::Address& to, base::Bytes datagram) {
    outputs_.grow_back().emplace<Transmit>(to, std::move(datagram));
}

template <class T>
void Outbox::add_event(T&& event) {
    outputs_.grow_back().emplace<Event>(std::forward<T>(event));
}

template <class... Ts>
struct Outbox::EventAdders<std::variant<Ts...>> {
    static constexpr std::tuple adders{static_cast<void (Outbox::*)(Ts&&)>(&Outbox::add_event<Ts>)...};
};
template struct Outbox::EventAdders<AnyEvent>;

void Outbox::push(Output&& output) { outputs_.push_back(std::move(output)); }

Output Outbox::pop() { return outputs_.pop_front(); }

base::Bytes Outbox::spare() {
    if (spare_.empty()) return {};
    auto memory = std::move(spare_.back());
    spare_.pop_back();
    return memory;
}

void Outbox::reuse(base::Bytes memory) {
    if (spare_.size() < spare_max && memory.capacity() > 0) spare_.push_back(std::move(memory));
}

void Outbox::transmit_all(link::Link& link, base::LocalTime now) {
    link::OutgoingDatagram next{{}, spare()};
    while (link.poll_datagram(now, next)) {
        transmit(next.to, std::move(next.datagram));
        next.datagram = spare();
    }
    reuse(std::move(next.datagram));
}

} // namespace plenum::node
