// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/link_book.h"
#include "core/peer/outbox.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace plenum::node {

/// Of an open conversation. Absent where it has none that this member can read.
[[nodiscard]] std::optional<std::string> label_of(const log::State& state, const LinkBook& links,
                                                  base::ConversationId conversation);

/// Tells the application of conversations, their flows, and who is in which group.
class ConversationReporter {
  public:
    /// Flows of open groups.
    using GroupFlows = std::map<base::ConversationId, std::vector<base::FlowId>>;
    /// Operations of the log that it handles, besides genesis.
    using Operation = std::variant<log::OpenConversation, log::ChangeConversation, log::CloseConversation,
                                   log::PlaceMembers, log::CreateFlow, log::ChangeFlow, log::CloseFlow>;
    /// `state` and `links` outlive it, and are those after each entry.
    ConversationReporter(const log::State& state, const LinkBook& links, Outbox& outbox)
        : state_{state},
          links_{links},
          outbox_{outbox} {}

    /// What an earlier membership told.
    struct Told {
        GroupFlows groups;
        /// Created flows.
        std::set<base::FlowId> created;
    };
    /// The log begins with a checkpoint.
    void begin(const Told& told);
    void handle(const log::Genesis& genesis);
    void handle(const log::OpenConversation& open);
    void handle(const log::ChangeConversation& change);
    void handle(const log::CloseConversation& close);
    void handle(const log::PlaceMembers& place);
    void handle(const log::CreateFlow& create);
    void handle(const log::ChangeFlow& change);
    void handle(const log::CloseFlow&) { tell_removed(); }
    /// Created flows that are closed by now, by whichever entry.
    void tell_removed();
    /// This member has caught up: tells where members ended up.
    void tell_placed();
    [[nodiscard]] const Told& told() const { return told_; }

  private:
    void tell(base::ConversationId conversation);
    void tell(const std::vector<log::FlowDeclaration>& flows);
    void tell_created(base::FlowId flow);
    void tell_closed(base::ConversationId conversation, const std::vector<base::FlowId>& flows);

    const log::State& state_;
    const LinkBook& links_;
    Outbox& outbox_;
    Told told_;
    /// Members whose group the application does not know yet.
    std::set<base::MemberIndex> placed_;
};

} // namespace plenum::node
