// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/node_end.h"

#include "tests/bench/unbounded_flows.h"

#include "core/base/check.h"
#include "core/runtime/entropy.h"
#include "core/runtime/net/socket_address.h"

#include <utility>

namespace plenum::bench {

namespace {

constexpr auto loopback = base::Address::v4(127, 0, 0, 1, 0);

} // namespace

node::NodeOptions endpoint_options() {
    node::NodeOptions options;
    options.seed = runtime::draw_seed().value();
    options.endpoint = node::EndpointOptions{runtime::draw_seed().value(), {}};
    return options;
}

base::Address relay_of(const node::ConferenceLink& link) {
    return runtime::parse_address(link.host, link.port).value_or(base::Address{});
}

NodeEnd::NodeEnd(Role role) {
    auto socket = runtime::UdpSocket::open({.bind = loopback});
    CHECK(socket.has_value());
    auto options = endpoint_options();
    if (role == Role::host) {
        options.relay = node::RelayOptions{runtime::draw_seed().value(), {}};
        options.self = socket->local();
    }
    core_ = std::make_unique<runtime::NodeCore>(options);
    auto loop = runtime::EventLoop::create(std::move(*socket), *core_, nullptr, *this);
    CHECK(loop.has_value());
    loop_ = std::move(*loop);
}

void NodeEnd::create(const std::optional<base::Address>& relay) {
    const auto where = relay.value_or(loop_->socket().local());
    CHECK(loop_->post(
        node::CreateConference{where, runtime::host_text(where), where.port, "bench", {}, unbounded_flows()}));
}

void NodeEnd::join(const node::ConferenceLink& link) {
    CHECK(loop_->post(node::JoinConference{link, relay_of(link), "bench"}));
}

void NodeEnd::publish(base::FlowId flow, base::Bytes body) {
    CHECK(loop_->post(node::Publish{flow, {}, std::move(body)}));
}

void NodeEnd::subscribe(base::FlowId flow, const tag::Subscription& wanted) {
    CHECK(loop_->post(node::Subscribe{flow, {}, wanted}));
}

void NodeEnd::act(const token::Operation& operation) { CHECK(loop_->post(node::ActOnToken{operation})); }

void NodeEnd::open_group() { CHECK(loop_->post(node::OpenGroup{"bench", {}})); }

void NodeEnd::close_group(base::ConversationId group) {
    CHECK(loop_->post(node::ActOnConversation{log::CloseConversation{group}}));
}

base::FlowId NodeEnd::flow(base::FlowKind kind) const {
    const auto found = flows_.find(kind);
    return found == flows_.end() ? base::FlowId{} : found->second;
}

void NodeEnd::handle_event(node::Event event) {
    if (auto* message = std::get_if<node::MessageReceived>(&event)) {
        if (on_message) on_message(*message);
    } else if (const auto* published = std::get_if<node::MessagePublished>(&event)) {
        if (on_published) on_published(*published);
    } else {
        note(event);
    }
}

void NodeEnd::note(node::Event& event) {
    if (const auto* created = std::get_if<node::ConferenceCreated>(&event)) {
        if (on_link) on_link(node::to_text(created->link));
        join(created->link);
    } else if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        joined_ = phase->phase == node::Phase::joined;
    } else if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        flows_.try_emplace(declared->spec.kind, declared->flow);
    } else if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        (joined->self ? self_ : other_) = joined->member;
        ++present_;
    } else if (const auto* accepted = std::get_if<node::MessageAccepted>(&event)) {
        if (on_accepted) on_accepted(*accepted);
    } else if (const auto* token = std::get_if<node::TokenChanged>(&event)) {
        if (on_token) on_token(*token);
    } else if (const auto* changed = std::get_if<node::ConversationChanged>(&event)) {
        if (on_conversation) on_conversation(*changed);
    } else if (std::holds_alternative<node::LinkHealth>(event)) {
        clock_ = true;
    } else if (std::holds_alternative<node::Ended>(event) || std::holds_alternative<node::CommandRefused>(event)) {
        if (on_failure) on_failure("the session ended or refused a command");
    }
    look();
}

void NodeEnd::look() {
    if (!joined_ || !clock_ || present_ < members || std::exchange(told_, true)) return;
    if (on_ready) on_ready();
}

} // namespace plenum::bench
