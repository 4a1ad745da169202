// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/driver.h"
#include "core/runtime/net/udp_socket.h"
#include "core/runtime/node_core.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

/// Many members of conferences in one process and thread, each a real node with a socket and keys of its own: the
/// load of a relay, light enough for one core.
namespace plenum::bench {

class CrowdMember final : public runtime::Sink {
  public:
    CrowdMember(const base::Address& bind);

    void create(const base::Address& relay, base::LocalTime now);
    void join(const node::ConferenceLink& link, base::LocalTime now);
    void publish(base::FlowKind kind, base::Bytes body, base::LocalTime now);
    /// From all, on this flow.
    void subscribe(base::FlowKind kind, const tag::Subscription& wanted, base::LocalTime now);
    /// Each message is answered with the same, on the camera's flow.
    void answer_messages() { answers_ = true; }
    void handle_readable(base::LocalTime now);
    void handle_time(base::LocalTime now);

    [[nodiscard]] const std::optional<node::ConferenceLink>& link() const { return link_; }
    /// Joined, and knows the conference's clock, without which it publishes nothing live.
    [[nodiscard]] bool ready() const { return joined_ && clock_; }
    [[nodiscard]] bool joined() const { return joined_; }
    [[nodiscard]] std::size_t present() const { return present_; }
    [[nodiscard]] std::uint64_t messages() const { return messages_; }
    [[nodiscard]] int descriptor() const { return socket_.descriptor(); }

    void handle_event(node::Event event) override;
    void handle_notice(runtime::StoreNotice) override {}

  private:
    void take(const node::Input& input, base::LocalTime now);

    runtime::UdpSocket socket_;
    runtime::NodeCore core_;
    runtime::Driver driver_;
    std::optional<node::ConferenceLink> link_;
    base::FlowId audio_{};
    base::FlowId video_{};
    bool joined_{false};
    bool clock_{false};
    std::size_t present_{0};
    std::uint64_t messages_{0};
    bool answers_{false};
    std::vector<base::Bytes> to_answer_;
};

class Crowd {
  public:
    Crowd();
    /// From an address of the loopback network that few others have, so that no relay's bound per address is met.
    CrowdMember& add();
    [[nodiscard]] std::size_t size() const { return members_.size(); }
    [[nodiscard]] CrowdMember& at(std::size_t place) { return *members_[place]; }

    /// Serves all until `done`; false when that takes longer than `limit`.
    bool serve_until(const std::function<bool()>& done, base::Duration limit);
    void serve_for(base::Duration time);
    /// Makes a conference on the relay and has `count` members join it, the maker first; false if that fails.
    bool assemble(const base::Address& relay, std::size_t count);

  private:
    void serve_once(base::LocalTime until);

    runtime::Descriptor poll_;
    std::deque<std::unique_ptr<CrowdMember>> members_;
};

} // namespace plenum::bench
