// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/node/node.h"
#include "core/runtime/net/event_loop.h"
#include "core/runtime/node_core.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

/// The product as an application has it, on the loop's own thread: a node over the real runtime, whose events come and
/// whose commands go without another thread between. (`core/client` adds a queue and a thread's waking each way.)
namespace plenum::bench {

/// Seeds and options of an endpoint with a key of its own.
[[nodiscard]] node::NodeOptions endpoint_options();

class NodeEnd final : public runtime::Sink {
  public:
    /// With a relay of its own in the same node, as a host has it, or without.
    enum class Role : std::uint8_t { member = 1, host = 2 };
    explicit NodeEnd(Role role);

    /// Makes a conference on its own relay, or on the one at `relay`, and joins it.
    void create(const std::optional<base::Address>& relay);
    void join(const node::ConferenceLink& link);
    /// Serves until `stop`.
    void run() { loop_->run(); }
    void stop() { loop_->stop(); }
    void publish(base::FlowId flow, base::Bytes body);
    void subscribe(base::FlowId flow, const tag::Subscription& wanted);
    void act(const token::Operation& operation);
    void open_group();
    void close_group(base::ConversationId group);

    std::function<void(const std::string& link)> on_link;
    /// Joined, and `members` are there.
    std::function<void()> on_ready;
    std::function<void(node::MessageReceived&)> on_message;
    std::function<void(const node::MessagePublished&)> on_published;
    std::function<void(const node::MessageAccepted&)> on_accepted;
    std::function<void(const node::TokenChanged&)> on_token;
    std::function<void(const node::ConversationChanged&)> on_conversation;
    /// The session failed, in a word.
    std::function<void(const std::string&)> on_failure;
    std::size_t members{2};

    [[nodiscard]] base::FlowId flow(base::FlowKind kind) const;
    [[nodiscard]] base::MemberIndex self() const { return self_; }
    /// Of those who joined, whoever is not this one and came last.
    [[nodiscard]] base::MemberIndex other() const { return other_; }
    [[nodiscard]] const runtime::UdpSocket& socket() const { return loop_->socket(); }

    void handle_event(node::Event event) override;
    void handle_notice(runtime::StoreNotice) override {}

  private:
    void note(node::Event& event);
    void look();

    std::unique_ptr<runtime::NodeCore> core_;
    std::unique_ptr<runtime::EventLoop> loop_;
    std::optional<node::ConferenceLink> link_;
    std::map<base::FlowKind, base::FlowId> flows_;
    std::size_t present_{0};
    base::MemberIndex self_{};
    base::MemberIndex other_{};
    bool joined_{false};
    bool clock_{false};
    bool told_{false};
};

/// The address in a link of ours, which is a literal.
[[nodiscard]] base::Address relay_of(const node::ConferenceLink& link);

} // namespace plenum::bench
