// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/exchange/receiving_member.h"

#include <algorithm>
#include <vector>

namespace plenum::cluster {

void ReceivingMember::handle(const node::Event& event, base::LocalTime now) {
    if (flows_.handle(event)) return settle(now);
    const auto* message = std::get_if<node::MessageReceived>(&event);
    if (message == nullptr || !is_ours()) return;
    if (message->flow == flows_.triggers())
        receiver_.handle_trigger_message(message->sender, message->body, now);
    else if (const auto number = flows_.number_of(message->flow))
        receiver_.handle_flow_message(*number, message->body, now);
}

void ReceivingMember::settle(base::LocalTime now) {
    const auto& cameras = flows_.cameras();
    const auto known = [&](FlowNumber number, base::MemberIndex host) {
        const auto found = receiver_.cameras().find(number);
        return found != receiver_.cameras().end() && found->second.host == host;
    };
    std::vector<FlowNumber> gone;
    for (const auto& [number, camera] : receiver_.cameras())
        if (const auto found = cameras.find(number); !is_ours() || found == cameras.end()) gone.push_back(number);
    for (const auto number : gone)
        receiver_.remove_camera(number);
    if (!is_ours()) return;
    for (const auto& [number, camera] : cameras)
        if (!known(number, camera.host)) receiver_.add_camera(number, camera.host, now);
}

std::optional<Command> ReceivingMember::poll(base::LocalTime now) {
    if (flows_.self().value() == 0) return std::nullopt;
    if (!is_ours()) {
        if (is_taken() || now < create_at_) return std::nullopt;
        create_at_ = now + ClusterFlows::creation_patience;
        return flows_.make_triggers();
    }
    if (auto settings = receiver_.poll_settings(now)) {
        node::Publish publish;
        publish.flow = flows_.triggers();
        publish.body = *std::move(settings);
        return publish;
    }
    if (auto message = receiver_.poll_message(now)) {
        const auto found = flows_.cameras().find(message->flow);
        if (found == flows_.cameras().end()) return std::nullopt;
        node::Publish publish;
        publish.flow = found->second.flow;
        publish.body = std::move(message->message);
        return publish;
    }
    return std::nullopt;
}

base::LocalTime ReceivingMember::next_wakeup() const {
    if (is_ours()) return receiver_.next_wakeup();
    return flows_.self().value() == 0 || is_taken() ? base::local_time_max : create_at_;
}

} // namespace plenum::cluster
