// SPDX-License-Identifier: Apache-2.0
#include "core/relay/conference/coordination.h"

#include "core/cluster/shared_rate.h"

namespace plenum::node {
namespace {

static_assert(base::limits::capture_flows_max == cluster::limits::flows_max);
static_assert(wire::shim_bytes_max == cluster::shim_bytes_max);

/// How often memory of what expired is freed.
constexpr base::Duration expire_interval = std::chrono::seconds{1};

} // namespace

Coordination::Application::Application(base::MemberIndex receiver, base::LocalTime now)
    : path{std::make_shared<cluster::PathMeter>(cluster::PathMeter::Options{}, now)},
      point{cluster::application_of(receiver), path},
      expire_at{now + expire_interval} {}

Coordination::Application& Coordination::application_of(base::MemberIndex receiver, base::LocalTime now) {
    return applications_.try_emplace(receiver, receiver, now).first->second;
}

void Coordination::handle_shim(const RelaySession& from, const link::FragmentReceived& received, base::LocalTime now) {
    const auto shim = cluster::decode_shim(received.shim);
    const auto* outbound = shim ? std::get_if<cluster::OutboundShim>(&*shim) : nullptr;
    if (outbound == nullptr || !cluster::is_flow(outbound->flow)) return;
    if (!flows_known_) handle_flows_changed();
    const auto& flow = flows_[outbound->flow.value() % flows_.size()];
    if (flow.id.value() == 0 || flow.owner != from.member) return;
    auto& application = application_of(flow.receiver, now);
    application.point.handle_outbound(*outbound, received.datagram_bytes, now);
    if (now < application.expire_at) return;
    application.expire_at = now + expire_interval;
    application.point.expire(now);
}

wire::Shim Coordination::handle_forward(RelaySession& to, const log::FlowDeclaration& flow, base::LocalTime now) {
    const auto* created = state_.find_created(flow.flow);
    if (created == nullptr) return {};
    auto& application = application_of(created->peer, now);
    if (to.member == created->owner) {
        const cluster::FlowNumber number{created->capture_number};
        return cluster::encode(application.point.report(number, now));
    }
    if (to.wanted.shared_path != application.path) {
        to.wanted.shared_path = application.path;
        to.link.share_rate(std::make_unique<cluster::SharedRate>(application.path));
    }
    return {};
}

void Coordination::handle_flows_changed() {
    flows_known_ = true;
    std::array<Flow, base::limits::capture_flows_max> flows{};
    std::set<base::MemberIndex> receivers;
    for (const auto& [id, created] : state_.created_flows) {
        const auto* flow = state_.find_open(id);
        if (flow == nullptr || flow->kind != base::FlowKind::capture) continue;
        flows[created.capture_number % flows.size()] = {id, created.owner, created.peer};
        receivers.insert(created.peer);
    }
    for (std::size_t number = 0; number < flows.size(); ++number) {
        const auto& before = flows_[number];
        const auto application = applications_.find(before.receiver);
        if (before.id == flows[number].id || application == applications_.end()) continue;
        application->second.point.remove(cluster::FlowNumber{static_cast<std::uint8_t>(number)});
    }
    flows_ = flows;
    std::erase_if(applications_, [&](const auto& item) {
        if (receivers.contains(item.first)) return false;
        end(item.first, item.second);
        return true;
    });
}

void Coordination::end(base::MemberIndex receiver, const Application& application) {
    auto* session = fan_out_.session_of(receiver);
    if (session == nullptr || session->wanted.shared_path != application.path) return;
    session->wanted.shared_path.reset();
    session->link.share_rate(nullptr);
}

} // namespace plenum::node
