// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/bottleneck/world.h"

#include "core/base/check.h"

#include <algorithm>

namespace plenum::sim {

namespace {

constexpr base::Duration sender_clock = std::chrono::seconds{100};
constexpr base::Duration receiver_clock = std::chrono::seconds{7000};
constexpr std::size_t acknowledgement_bytes = 40;

crypto::SecretKey key(std::uint8_t first, std::size_t index) {
    base::SecretKey key;
    key.bytes[0] = first;
    key.bytes[1] = static_cast<std::uint8_t>(index);
    return crypto::SecretKey{key};
}

std::unique_ptr<link::Link> make_link(std::uint8_t own, std::size_t index, const link::RateOptions& rate,
                                      base::LocalTime now) {
    const auto peer = static_cast<std::uint8_t>(3 - own);
    link::LinkOptions options;
    options.local = base::SessionIndex{own};
    options.remote = base::SessionIndex{peer};
    options.keys.send = key(own, index);
    options.keys.receive = key(peer, index);
    options.now = now;
    options.rate = rate;
    // Keys for a whole run, since nobody makes new ones here.
    options.key_limits = link::KeyLimits{.rekey_after = std::chrono::hours{10}, .refuse_after = std::chrono::hours{20}};
    return std::make_unique<link::Link>(std::move(options));
}

void take(link::Link& link, const base::Bytes& datagram, base::LocalTime now) {
    const auto header = wire::decode<wire::SealedHeader>(base::ByteView{datagram}.first(wire::SealedHeader::size));
    CHECK(header.has_value());
    (void)link.handle_datagram(*header, datagram, {}, now);
}

} // namespace

base::LocalTime BottleneckWorld::LinkFlow::sender_now(VirtualTime now) const {
    return base::LocalTime{sender_clock + now.time_since_epoch()};
}
base::LocalTime BottleneckWorld::LinkFlow::receiver_now(VirtualTime now) const {
    return base::LocalTime{receiver_clock + now.time_since_epoch()};
}

BottleneckWorld::BottleneckWorld(const PathConditions& path, const PathConditions& way_back, std::uint64_t seed)
    : path_conditions_{path},
      back_conditions_{way_back},
      random_{seed},
      path_{random_.split()} {}

BottleneckWorld::LinkFlow& BottleneckWorld::add_link(const link::RateOptions& rate) {
    auto& flow = *links_.emplace_back(std::make_unique<LinkFlow>());
    flow.sender = make_link(1, links_.size(), rate, flow.sender_now(now_));
    flow.receiver = make_link(2, links_.size(), rate, flow.receiver_now(now_));
    ways_back_.emplace_back(random_.split());
    return flow;
}

BottleneckWorld::OtherFlow& BottleneckWorld::add_other() {
    return *others_.emplace_back(std::make_unique<OtherFlow>());
}

void BottleneckWorld::every(base::Duration interval, VirtualTime from, VirtualTime until,
                            const std::function<void()>& action) {
    for (auto time = from; time < until; time += interval)
        at(time, action);
}

void BottleneckWorld::travel(Traveller traveller, std::size_t bytes, bool forward) {
    const auto* datagram = std::get_if<Datagram>(&traveller);
    // Acknowledgements of others come back undisturbed: what is looked at is the way there.
    if (!forward && datagram == nullptr) {
        under_way_.emplace(now_ + back_conditions_.delay_min, std::move(traveller));
        return;
    }
    auto& path = forward ? path_ : ways_back_[datagram->link];
    const auto& conditions = forward ? path_conditions_ : back_conditions_;
    if (conditions.mtu != 0 && bytes + header_bytes > conditions.mtu) return;
    const auto leaves_at = path.leave_queue(conditions, bytes, now_);
    if (!leaves_at) return;
    if (forward) queue_.add(now_, *leaves_at - now_);
    if (path.loses(conditions, *leaves_at)) return;
    if (path.duplicates(conditions)) under_way_.emplace(path.arrival(conditions, *leaves_at).at, traveller);
    under_way_.emplace(path.arrival(conditions, *leaves_at).at, std::move(traveller));
}

void BottleneckWorld::arrive(Traveller traveller) {
    if (auto* packet = std::get_if<Packet>(&traveller)) {
        auto& flow = *others_[packet->other];
        if (!packet->forward) return flow.tcp.handle_acknowledged(packet->number, now_);
        flow.arrived.add(now_, TcpFlow::packet_bytes);
        return travel(Packet{packet->other, packet->number, false}, acknowledgement_bytes, false);
    }
    const auto& datagram = std::get<Datagram>(traveller);
    auto& flow = *links_[datagram.link];
    if (!datagram.forward) return take(*flow.sender, datagram.bytes, flow.sender_now(now_));
    flow.arrived.add(now_, datagram.bytes.size());
    take(*flow.receiver, datagram.bytes, flow.receiver_now(now_));
}

void BottleneckWorld::pump_link(std::size_t index) {
    auto& flow = *links_[index];
    while (auto event = flow.receiver->poll_event())
        if (flow.received) flow.received(*event);
    while (auto outgoing = poll_datagram(*flow.receiver, flow.receiver_now(now_))) {
        const auto bytes = outgoing->datagram.size();
        travel(Datagram{index, false, std::move(outgoing->datagram)}, bytes, false);
    }
    if (flow.feed) flow.feed(flow);
    while (auto outgoing = poll_datagram(*flow.sender, flow.sender_now(now_))) {
        const auto bytes = outgoing->datagram.size();
        flow.sent.add(now_, bytes);
        travel(Datagram{index, true, std::move(outgoing->datagram)}, bytes, true);
        if (flow.feed) flow.feed(flow);
    }
    while (flow.sender->poll_event()) {
    }
}

void BottleneckWorld::pump() {
    for (std::size_t i = 0; i < links_.size(); ++i)
        pump_link(i);
    for (std::size_t i = 0; i < others_.size(); ++i) {
        auto& tcp = others_[i]->tcp;
        tcp.handle_wakeup(now_);
        while (const auto number = tcp.poll_packet(now_))
            travel(Packet{i, *number, true}, TcpFlow::packet_bytes, true);
    }
}

VirtualTime BottleneckWorld::next_at() const {
    auto at = VirtualTime::max();
    if (!actions_.empty()) at = std::min(at, actions_.begin()->first);
    if (!under_way_.empty()) at = std::min(at, under_way_.begin()->first);
    const auto wake = [&](base::LocalTime local, base::Duration clock) {
        if (local != base::local_time_max) at = std::min(at, VirtualTime{local.time_since_epoch() - clock});
    };
    for (const auto& flow : links_) {
        wake(flow->sender->next_wakeup().at, sender_clock);
        wake(flow->receiver->next_wakeup().at, receiver_clock);
    }
    for (const auto& flow : others_)
        at = std::min(at, flow->tcp.next_wakeup().value_or(at));
    return at;
}

void BottleneckWorld::run_until(VirtualTime time) {
    pump();
    for (int idle = 0; next_at() <= time;) {
        const auto at = next_at();
        idle = at > now_ ? 0 : idle + 1;
        CHECK(idle < 10'000); // something wants to be woken again and again for nothing
        now_ = std::max(now_, at);
        while (!actions_.empty() && actions_.begin()->first <= now_)
            actions_.extract(actions_.begin()).mapped()();
        while (!under_way_.empty() && under_way_.begin()->first <= now_)
            arrive(std::move(under_way_.extract(under_way_.begin()).mapped()));
        pump();
    }
    now_ = time;
}

std::function<void(BottleneckWorld::LinkFlow&)> greedy(const BottleneckWorld& world) {
    wire::FragmentFrame frame;
    frame.flow = base::FlowId{9};
    frame.sender = base::MemberIndex{1};
    frame.data = base::Bytes(base::limits::fragment_bytes_max, 1);
    return [&world, encoded = link::encode_fragment(frame)](BottleneckWorld::LinkFlow& flow) {
        const auto now = flow.sender_now(world.now());
        while (flow.sender->load().queued_fragments < 20) {
            std::ignore =
                flow.sender->send_fragment({encoded, base::PriorityClass::bulk, now + std::chrono::hours{1}, {}}, now);
        }
    };
}

} // namespace plenum::sim
