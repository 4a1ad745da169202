// SPDX-License-Identifier: Apache-2.0
#include "core/relay/multicast/multicast_receiver.h"

#include "core/base/overloaded.h"

#include <algorithm>

namespace plenum::node {
namespace {

using namespace std::chrono_literals;

tree::StreamReceiverOptions options_of(tree::NodeId self, const tree::SessionKey& session) {
    tree::StreamReceiverOptions options;
    options.self = self;
    options.session = session;
    // Links between relays are short, and the reference may have overtaken its body.
    options.repair_wait = 150ms;
    options.reordering = 20ms;
    options.report_interval = 3s;
    options.order = tree::MessageOrder::of_arrival;
    return options;
}

struct Named {
    tree::SessionKey session;
    bool setup{false};
};

std::optional<Named> session_of(base::ByteView bytes) {
    const auto packet = tree::decode_packet(bytes);
    if (!packet) return std::nullopt;
    return std::visit(
        base::Overloaded{[](const tree::SetupPacket& setup) { return Named{setup.header.session, true}; },
                         [](const tree::InvocationPacket& invocation) { return Named{invocation.header.session}; },
                         [](const tree::AckPacket& acknowledgement) { return Named{acknowledgement.session}; },
                         [](const tree::DataPacket& data) { return Named{data.session}; }},
        *packet);
}

} // namespace

void MulticastReceiver::handle(base::ByteView packet, base::LocalTime now) {
    const auto named = session_of(packet);
    if (!named) return;
    const auto known = std::ranges::find(sessions_, named->session, &Sessions::value_type::first);
    // What came before the first SSP says nothing.
    if (known == sessions_.end() && !named->setup) return;
    auto& session = known == sessions_.end() ? session_for(named->session, now) : *known->second;
    session.heard_at = now;
    session.receiver.handle(packet, now);
    collect(session);
}

void MulticastReceiver::handle_wakeup(base::LocalTime now) {
    std::erase_if(sessions_, [&](const auto& each) { return now - each.second->heard_at >= silence_max; });
    for (auto& [key, session] : sessions_) {
        session->receiver.handle_wakeup(now);
        collect(*session);
    }
}

base::LocalTime MulticastReceiver::next_wakeup() const {
    auto next = base::local_time_max;
    for (const auto& [key, session] : sessions_)
        next = std::min({next, session->receiver.next_wakeup(), session->heard_at + silence_max});
    return next;
}

std::optional<base::Bytes> MulticastReceiver::poll() {
    for (auto& [key, session] : sessions_)
        if (auto packet = session->receiver.poll()) return packet;
    return std::nullopt;
}

void MulticastReceiver::expect(const wire::BodyReference& reference, base::LocalTime now) {
    for (auto& [key, session] : sessions_)
        if (key.session.value() == reference.session)
            session->receiver.handle_sent(reference.first + reference.count, now);
}

base::Bytes MulticastReceiver::find(const wire::BodyReference& reference) const {
    const auto* session = find_session(reference.session);
    base::Bytes body;
    for (std::uint64_t i = 0; session != nullptr && i < reference.count; ++i) {
        const auto packet = session->packets.find(reference.first + i);
        if (packet == session->packets.end()) return {};
        body.insert(body.end(), packet->second.begin(), packet->second.end());
    }
    return body;
}

bool MulticastReceiver::has_begun(const wire::BodyReference& reference) const {
    const auto* session = find_session(reference.session);
    return session != nullptr && session->receiver.begun();
}

bool MulticastReceiver::is_lost(const wire::BodyReference& reference) const {
    const auto* session = find_session(reference.session);
    if (session == nullptr || !session->receiver.begun()) return false;
    const auto behind = std::min(session->receiver.next(), reference.first + reference.count);
    for (auto sequence = reference.first; sequence < behind; ++sequence)
        if (!session->packets.contains(sequence)) return true;
    return false;
}

MulticastReceiver::Received MulticastReceiver::received() const {
    if (sessions_.empty()) return {};
    const auto& session = *sessions_.back().second;
    const auto& counts = session.receiver.counts();
    return {counts.received, session.bytes, counts.missed};
}

const MulticastReceiver::Session* MulticastReceiver::find_session(std::uint64_t session) const {
    const auto found =
        std::ranges::find(sessions_, session, [](const auto& each) { return each.first.session.value(); });
    return found == sessions_.end() ? nullptr : found->second.get();
}

MulticastReceiver::Session& MulticastReceiver::session_for(const tree::SessionKey& key, base::LocalTime now) {
    if (sessions_.size() >= sessions_max) sessions_.pop_front();
    sessions_.emplace_back(key, std::make_unique<Session>(options_of(self_, key), now));
    return *sessions_.back().second;
}

void MulticastReceiver::collect(Session& session) {
    while (auto event = session.receiver.poll_event()) {
        changed_ = true;
        auto* message = std::get_if<tree::StreamMessage>(&*event);
        if (message == nullptr) continue;
        session.bytes += message->payload.size();
        session.packets.insert_or_assign(message->sequence, std::move(message->payload));
        if (session.packets.size() > packets_max) session.packets.erase(session.packets.begin());
    }
}

bool is_sound(const wire::BodyReference& reference) {
    return reference.no_flow == base::FlowId{} && reference.count > 0 &&
           reference.count <= wire::BodyReference::packets_max && reference.first < tree::limits::data_sequence_max;
}

} // namespace plenum::node
