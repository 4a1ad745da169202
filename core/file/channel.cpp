// SPDX-License-Identifier: Apache-2.0
#include "core/file/channel.h"

#include <algorithm>
#include <string>
#include <utility>

namespace plenum::file {

using namespace std::chrono_literals;

namespace {

bool is_usable(const node::FlowDeclared& flow) {
    return flow.name.starts_with(request_flow_prefix) && flow.peer.value() == 0 &&
           flow.conversation == base::ConversationId{} && flow.spec.reliable() &&
           flow.spec.message_bytes_max >= limits::request_bytes_max;
}

/// There will be room, or agreement, again.
bool is_passing(node::CommandError error) {
    return error == node::CommandError::queue_full || error == node::CommandError::suspended ||
           error == node::CommandError::wrong_state;
}

} // namespace

void Channel::handle(const node::Event& event, const Peers& peers, base::LocalTime now) {
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        if (is_usable(*declared)) flows_.insert(declared->flow);
        if (declared->owner == peers.self() && declared->name.starts_with(request_flow_prefix)) creating_ = false;
    } else if (const auto* removed = std::get_if<node::FlowRemoved>(&event)) {
        const bool used = removed->flow == flow();
        flows_.erase(removed->flow);
        barred_.erase(removed->flow);
        if (used) on_the_way_ = 0;
    } else if (const auto* accepted = std::get_if<node::MessageAccepted>(&event)) {
        if (accepted->flow == flow()) on_the_way_ = 0;
    } else if (const auto* lost = std::get_if<node::MessageRefused>(&event)) {
        if (flows_.contains(lost->flow)) barred_.insert(lost->flow);
    } else if (const auto* refused = std::get_if<node::CommandRefused>(&event)) {
        if (refused->command == node::CommandKind::of<node::CreateFlow>() && std::exchange(creating_, false)) {
            create_at_ = now + rest;
        } else if (refused->command == node::CommandKind::of<node::Publish>() && refused->flow == flow() &&
                   refused->flow.value() != 0) {
            if (!is_passing(refused->error)) barred_.insert(refused->flow);
            on_the_way_ = 0;
        }
    }
}

/// All members take the same one, as long as they may.
base::FlowId Channel::flow() const {
    const auto found = std::ranges::find_if(flows_, [this](base::FlowId each) { return !barred_.contains(each); });
    return found == flows_.end() ? base::FlowId{} : *found;
}

void Channel::say(const Message& message) {
    if (messages_.size() == messages_max) messages_.pop_front();
    messages_.push_back(encode(message));
}

std::optional<Command> Channel::next(const Peers& peers, base::LocalTime now) {
    if (messages_.empty() || !peers.is_joined()) return std::nullopt;
    if (const auto to = flow(); to.value() != 0) {
        if (on_the_way_ == on_the_way_max) return std::nullopt;
        ++on_the_way_;
        node::Publish publish{to, {}, std::move(messages_.front()), {}};
        messages_.pop_front();
        return publish;
    }
    if (creating_ || now < create_at_) return std::nullopt;
    creating_ = true;
    node::CreateFlow create;
    create.name =
        std::string{request_flow_prefix} + std::to_string(peers.self().value()) + "/" + std::to_string(++flows_made_);
    create.kind = base::FlowKind::bulk;
    create.terms.desired_delay = 500ms;
    create.terms.rate_hz = 50;
    create.terms.message_bytes_max = limits::request_bytes_max;
    return create;
}

base::LocalTime Channel::due() const {
    if (messages_.empty()) return base::local_time_max;
    if (flow().value() != 0) return on_the_way_ == on_the_way_max ? base::local_time_max : base::LocalTime{};
    return creating_ ? base::local_time_max : create_at_;
}

void Channel::clear() {
    messages_.clear();
    on_the_way_ = 0;
    creating_ = false;
    create_at_ = {};
}

} // namespace plenum::file
