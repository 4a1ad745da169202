// SPDX-License-Identifier: Apache-2.0
#include "core/file/channel.h"

#include <algorithm>
#include <string>
#include <utility>

namespace plenum::file {

using namespace std::chrono_literals;

namespace {

/// There will be room, or agreement, again.
bool is_passing(node::CommandError error) {
    return error == node::CommandError::queue_full || error == node::CommandError::suspended ||
           error == node::CommandError::wrong_state;
}

} // namespace

bool Channel::is_usable(const node::FlowDeclared& flow, base::MemberIndex self) const {
    const bool between_us = (flow.owner == self && flow.peer == with_) || (flow.owner == with_ && flow.peer == self);
    return flow.name.starts_with(request_flow_prefix) && (with_.value() == 0 ? flow.peer.value() == 0 : between_us) &&
           flow.conversation == base::ConversationId{} && flow.spec.reliable() &&
           flow.spec.message_bytes_max >= limits::request_bytes_max;
}

void Channel::handle(const node::Event& event, const Peers& peers, base::LocalTime now) {
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        handle(*declared, peers, now);
    } else if (const auto* removed = std::get_if<node::FlowRemoved>(&event)) {
        const bool used = removed->flow == flow();
        flows_.erase(removed->flow);
        own_.erase(removed->flow);
        barred_.erase(removed->flow);
        if (used) on_the_way_ = 0;
    } else if (const auto* accepted = std::get_if<node::MessageAccepted>(&event)) {
        if (accepted->flow == flow()) on_the_way_ = 0;
    } else if (const auto* received = std::get_if<node::MessageReceived>(&event)) {
        if (is_ours(received->flow)) used_at_ = now;
    } else if (const auto* lost = std::get_if<node::MessageRefused>(&event)) {
        if (flows_.contains(lost->flow)) barred_.insert(lost->flow);
    } else if (const auto* refused = std::get_if<node::CommandRefused>(&event)) {
        handle(*refused, now);
    }
}

void Channel::handle(const node::FlowDeclared& event, const Peers& peers, base::LocalTime now) {
    const bool ours = event.owner == peers.self();
    if (is_usable(event, peers.self())) {
        flows_.insert(event.flow);
        if (ours && with_.value() != 0) own_.insert(event.flow);
        used_at_ = now;
    }
    if (ours && event.peer == with_ && event.name.starts_with(request_flow_prefix)) creating_.clear();
}

void Channel::handle(const node::CommandRefused& event, base::LocalTime now) {
    if (event.command == node::CommandKind::of<node::CreateFlow>()) {
        if (creating_.empty() || event.flow_name != creating_) return;
        creating_.clear();
        create_at_ = now + rest;
    } else if (event.command == node::CommandKind::of<node::Publish>() && event.flow == flow() &&
               event.flow.value() != 0) {
        if (!is_passing(event.error)) barred_.insert(event.flow);
        on_the_way_ = 0;
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
    if (!peers.is_joined()) return std::nullopt;
    if (messages_.empty()) {
        if (now < close_at()) return std::nullopt;
        // If it stays open, it is tried again.
        used_at_ = now;
        return node::CloseFlow{*own_.begin()};
    }
    const auto to = flow();
    if (to.value() == 0) return create(peers, now);
    if (on_the_way_ == on_the_way_max) return std::nullopt;
    ++on_the_way_;
    used_at_ = now;
    node::Publish publish{to, {}, std::move(messages_.front()), {}};
    messages_.pop_front();
    return publish;
}

std::optional<Command> Channel::create(const Peers& peers, base::LocalTime now) {
    if (!creating_.empty() || now < create_at_) return std::nullopt;
    node::CreateFlow create;
    create.name = std::string{request_flow_prefix} + std::to_string(peers.self().value()) + "/";
    if (with_.value() != 0) create.name += std::to_string(with_.value()) + "/";
    create.name += std::to_string(++flows_made_);
    creating_ = create.name;
    create.kind = base::FlowKind::bulk;
    create.terms.desired_delay = 500ms;
    create.terms.rate_hz = 50;
    create.terms.message_bytes_max = limits::request_bytes_max;
    create.with = with_;
    return create;
}

base::LocalTime Channel::close_at() const { return own_.empty() ? base::local_time_max : used_at_ + idle_max; }

base::LocalTime Channel::due() const {
    if (messages_.empty()) return close_at();
    if (flow().value() != 0) return on_the_way_ == on_the_way_max ? base::local_time_max : base::LocalTime{};
    return !creating_.empty() ? base::local_time_max : create_at_;
}

void Channel::clear() {
    messages_.clear();
    on_the_way_ = 0;
    creating_.clear();
    create_at_ = {};
}

} // namespace plenum::file
