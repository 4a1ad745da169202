// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/api/events.h"
#include "core/file/messages.h"
#include "core/file/peers.h"

#include <deque>
#include <optional>
#include <set>
#include <variant>

namespace plenum::file {

/// What the exchange of files asks of the node.
using Command = std::variant<node::Publish, node::CreateFlow, node::CloseFlow>;

/// A flow on which members ask for files: one that all share, or one between two for what is private. The first that
/// needs it creates it. Any member could make one that is of no use to others, for example with a token; then another
/// one is made beside it. Whoever made one for two closes it when nothing was said on it for a while, because a person
/// can have only few.
class Channel {
  public:
    static constexpr base::Duration rest = std::chrono::seconds{5};
    static constexpr base::Duration idle_max = std::chrono::seconds{60};
    /// Messages that wait; of more, the oldest go. All are said again if nothing comes of them.
    static constexpr std::size_t messages_max = 64;
    /// With the node and not confirmed.
    static constexpr std::size_t on_the_way_max = 8;

    /// `with`: the other one; 0: all.
    explicit Channel(base::MemberIndex with = {}) : with_{with} {}

    void handle(const node::Event& event, const Peers& peers, base::LocalTime now);
    [[nodiscard]] bool is_ours(base::FlowId flow) const { return flows_.contains(flow); }
    void say(const Message& message);
    [[nodiscard]] std::optional<Command> next(const Peers& peers, base::LocalTime now);
    [[nodiscard]] base::LocalTime due() const;
    void clear();

  private:
    void handle(const node::FlowDeclared& event, const Peers& peers, base::LocalTime now);
    void handle(const node::CommandRefused& event, base::LocalTime now);
    [[nodiscard]] bool is_usable(const node::FlowDeclared& flow, base::MemberIndex self) const;
    [[nodiscard]] base::FlowId flow() const;
    [[nodiscard]] std::optional<Command> create(const Peers& peers, base::LocalTime now);
    [[nodiscard]] base::LocalTime close_at() const;

    base::MemberIndex with_;
    /// Those that are open; those that we made for two; and those on which we may not send.
    std::set<base::FlowId> flows_;
    std::set<base::FlowId> own_;
    std::set<base::FlowId> barred_;
    std::deque<base::Bytes> messages_;
    std::size_t on_the_way_{0};
    std::uint32_t flows_made_{0};
    std::string creating_;
    base::LocalTime create_at_{};
    /// When something was said last, and nothing closed.
    base::LocalTime used_at_{};
};

} // namespace plenum::file
