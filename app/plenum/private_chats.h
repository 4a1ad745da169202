// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/chat/operations.h"
#include "core/client/conference_view.h"
#include "ui/port/port_types.h"

#include <map>
#include <optional>
#include <vector>

namespace plenum::app {

/// Where we write to one person alone: a two-party flow for each, which whoever writes first creates. What is written
/// waits here until it is there.
class PrivateChats {
  public:
    /// A flow that is not there after so long was refused.
    static constexpr base::Duration patience = std::chrono::seconds{5};

    struct Message {
        ui::ChatId id;
        base::MemberIndex to;
        chat::Operation operation;
        base::LocalTime since;
    };

    /// The flow to create for it, unless one was asked for.
    [[nodiscard]] std::optional<node::CreateFlow> add(Message message, base::MemberIndex self);
    /// Those whose flow is there now, in the order in which they were written.
    [[nodiscard]] std::vector<Message> take_ready(const client::ConferenceView& view);
    /// Those whose person has gone, or whose flow does not come.
    [[nodiscard]] std::vector<Message> take_failed(const client::ConferenceView& view, base::LocalTime now);
    /// All, after a flow was refused or with the call.
    [[nodiscard]] std::vector<Message> take_all() { return std::exchange(waiting_, {}); }
    [[nodiscard]] bool empty() const { return waiting_.empty(); }

  private:
    std::vector<Message> waiting_;
    /// Names of closed flows stay in use for a while.
    std::uint32_t flows_made_{0};
};

} // namespace plenum::app
