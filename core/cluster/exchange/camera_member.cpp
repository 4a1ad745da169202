// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/exchange/camera_member.h"

#include "core/base/overloaded.h"

#include <algorithm>

namespace plenum::cluster {

void CameraMember::handle(const node::Event& event, base::LocalTime now) {
    if (flows_.handle(event)) return settle(now);
    if (const auto* health = std::get_if<node::LinkHealth>(&event)) {
        clock_ = health->clock;
    } else if (const auto* refused = std::get_if<node::CommandRefused>(&event)) {
        const bool created = refused->command == node::CommandKind::of<node::CreateFlow>();
        if (created && refused->flow_name == flows_.make_camera(attempts_).name) ++attempts_;
    } else if (!host_ || !clock_) {
        return;
    } else if (const auto* message = std::get_if<node::MessageReceived>(&event)) {
        if (message->flow == flows_.triggers())
            host_->handle_trigger_message(message->sender, message->body, now, clocks());
        else if (message->flow == flow_)
            host_->handle_flow_message(message->body, now);
    } else if (const auto* reported = std::get_if<node::CellsReported>(&event)) {
        host_->handle_reports(reported->shim, now);
    }
}

void CameraMember::settle(base::LocalTime now) {
    const auto own =
        std::ranges::find_if(flows_.cameras(), [&](const auto& item) { return item.second.host == flows_.self(); });
    if (own == flows_.cameras().end()) {
        host_.reset();
        flow_ = {};
        return;
    }
    if (!host_ || flow_ != own->second.flow || receiver_ != flows_.receiver()) {
        flow_ = own->second.flow;
        receiver_ = flows_.receiver();
        host_.emplace(flows_.self(), receiver_, own->first, now);
    }
    host_->set_hosts(flows_.hosts());
}

void CameraMember::handle_pulse(base::LocalTime at) {
    if (host_) host_->handle_pulse(at);
}

void CameraMember::handle_captured(const Capture& capture, base::Bytes bytes) {
    if (host_) host_->handle_captured(capture, std::move(bytes));
}

std::optional<CameraMember::Output> CameraMember::poll_host(base::LocalTime now) {
    auto output = host_->poll(now, clocks());
    if (!output) return std::nullopt;
    return std::visit(base::Overloaded{[&](CameraHost::ToCluster& all) -> Output {
                                           node::Publish publish;
                                           publish.flow = flows_.triggers();
                                           publish.body = std::move(all.message);
                                           return Command{std::move(publish)};
                                       },
                                       [&](CameraHost::ToReceiver& one) -> Output {
                                           node::Publish publish;
                                           publish.flow = flow_;
                                           publish.body = std::move(one.message);
                                           publish.shim = encode(one.shim);
                                           return Command{std::move(publish)};
                                       },
                                       [](const Capture& capture) -> Output { return capture; }},
                      *output);
}

std::optional<CameraMember::Output> CameraMember::poll(base::LocalTime now) {
    if (host_ && clock_) return poll_host(now);
    const bool wanted = !host_ && flows_.receiver().value() != 0 && flows_.self().value() != 0 &&
                        flows_.receiver() != flows_.self() && now >= create_at_;
    if (!wanted) return std::nullopt;
    create_at_ = now + ClusterFlows::creation_patience;
    return Command{flows_.make_camera(attempts_)};
}

base::LocalTime CameraMember::next_wakeup() const {
    if (host_) return clock_ ? host_->next_wakeup() : base::local_time_max;
    return flows_.receiver().value() != 0 && flows_.self().value() != 0 ? create_at_ : base::local_time_max;
}

} // namespace plenum::cluster
