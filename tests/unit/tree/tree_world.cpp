// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/tree/tree_world.h"

#include "core/base/check.h"

#include <algorithm>

namespace plenum::tree {

void StreamListener::handle(base::ByteView packet, base::LocalTime now) {
    EndOf::handle(packet, now);
    drain();
}

void StreamListener::handle_wakeup(base::LocalTime now) {
    EndOf::handle_wakeup(now);
    drain();
}

void StreamListener::drain() {
    while (const auto event = it.poll_event()) {
        if (const auto* message = std::get_if<StreamMessage>(&*event)) {
            in_order = in_order && (messages + gaps == 0 || message->sequence == next_);
            next_ = message->sequence + 1;
            ++messages;
        } else {
            const auto& gap = std::get<StreamGap>(*event);
            in_order = in_order && (messages + gaps == 0 || gap.first == next_);
            next_ = gap.last + 1;
            gaps += gap.last - gap.first + 1;
        }
    }
}

TreeWorld::Place TreeWorld::add(Place parent) {
    const auto place = places_.size();
    auto& site = places_.emplace_back();
    site.parent = parent;
    auto& above = places_[parent];
    above.children.push_back(place);
    site.interface_at_parent = InterfaceIndex{static_cast<std::uint16_t>(above.children.size())};
    above.downstream.push_back(site.interface_at_parent);
    return place;
}

TreeWorld::Place TreeWorld::add_node(Place parent, NodeOptions options) {
    const auto place = add(parent);
    places_[place].node = std::make_unique<TreeNode>(id(place), std::move(options));
    return place;
}

TreeWorld::Place TreeWorld::add_receiver(Place parent, std::unique_ptr<End> end) {
    const auto place = add(parent);
    places_[place].end = std::move(end);
    return place;
}

void TreeWorld::pump(Place place) {
    auto& site = places_[place];
    if (site.end) {
        while (auto packet = site.end->poll(now_)) {
            const auto shared = std::make_shared<const base::Bytes>(*std::move(packet));
            if (place != source) {
                send(place, Direction::upstream, shared);
                continue;
            }
            for (const auto child : site.children)
                send(child, Direction::downstream, shared);
        }
    } else {
        while (auto transmission = site.node->poll()) {
            const auto shared = std::make_shared<const base::Bytes>(std::move(transmission->packet));
            for (const auto interface : transmission->interfaces) {
                if (interface == InterfaceIndex{})
                    send(place, Direction::upstream, shared);
                else
                    send(site.children[interface.value() - 1U], Direction::downstream, shared);
            }
        }
    }
    schedule_wakeup(place);
}

void TreeWorld::run_for(base::Duration duration) {
    (void)run_until([] { return false; }, duration);
}

bool TreeWorld::run_until(const std::function<bool()>& done, base::Duration duration_max) {
    const auto until = now_ + duration_max;
    while (!done()) {
        if (events_.empty() || events_.top().at > until) {
            now_ = until;
            return done();
        }
        const auto event = events_.top();
        events_.pop();
        now_ = event.at;
        step(event);
    }
    return true;
}

void TreeWorld::inject(Place place, Direction direction, base::Bytes packet) {
    send(place, direction, std::make_shared<const base::Bytes>(std::move(packet)));
}

void TreeWorld::step(const Event& event) {
    auto& site = places_[event.to];
    if (!event.packet) {
        if (site.wakeup != event.at) return;
        site.wakeup = base::local_time_max;
        site.end ? site.end->handle_wakeup(now_) : site.node->handle_wakeup(now_);
    } else if (site.end) {
        site.end->handle(*event.packet, now_);
    } else {
        Arrival arrival;
        if (event.from != event.to) {
            const auto& below = places_[event.from];
            arrival.interface = below.interface_at_parent;
            if (below.end) arrival.receiver = id(event.from);
        }
        site.node->handle(*event.packet, arrival, {InterfaceIndex{}, site.downstream}, now_);
    }
    pump(event.to);
}

void TreeWorld::send(Place lower, Direction direction, const std::shared_ptr<const base::Bytes>& packet) {
    count(lower, direction, *packet);
    const auto to = direction == Direction::downstream ? lower : places_[lower].parent;
    for (int left = copies ? copies(lower, direction, *packet) : 1; left > 0; --left)
        events_.push({now_ + hop_delay_, ++order_, to, packet, lower});
}

void TreeWorld::count(Place lower, Direction direction, base::ByteView packet) {
    auto& counts = places_[lower].above;
    if (direction == Direction::upstream) {
        ++counts.upward;
        counts.upward_bytes += packet.size();
    } else if (packet[0] == DataPacket::type) {
        ++counts.data;
    } else if (packet[0] == SetupPacket::type) {
        ++counts.setups;
    } else if (packet[0] == InvocationPacket::type) {
        ++counts.repairs;
        counts.repair_bytes += packet.size();
    }
}

void TreeWorld::schedule_wakeup(Place place) {
    auto& site = places_[place];
    const auto at = std::max(now_, site.end ? site.end->next_wakeup() : site.node->next_wakeup());
    if (at == base::local_time_max || at == site.wakeup) return;
    site.wakeup = at;
    events_.push({at, ++order_, place, nullptr, place});
}

} // namespace plenum::tree
