// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/conference_view.h"
#include "core/client/session.h"

#include <expected>
#include <functional>
#include <string>
#include <vector>

namespace plenum::cli {

/// Messages to one person alone. The flow for the two is made if there is none; until then they wait.
class PrivateWriter {
  public:
    /// Takes what can be published now.
    using Publisher = std::function<void(base::FlowId, const base::Bytes&)>;
    /// Takes why a message that waited cannot be said.
    using Complaint = std::function<void(std::string_view)>;

    /// Both outlive this.
    PrivateWriter(const client::ConferenceView& view, client::Session& session, Publisher publish, Complaint complain)
        : view_{view},
          session_{session},
          publish_{std::move(publish)},
          complain_{std::move(complain)} {}

    /// Whether one can write to this member. Error: why not.
    [[nodiscard]] std::expected<void, std::string> check(base::MemberIndex to) const;
    /// Precondition: `check` found nothing.
    void write(base::MemberIndex to, base::Bytes body);
    /// Once `view` has it.
    void handle(const node::Event& event);
    /// Whether nothing waits for a flow.
    [[nodiscard]] bool settled() const { return waiting_.empty(); }

  private:
    struct Message {
        base::MemberIndex to;
        base::Bytes body;
    };
    void publish_ready();
    void drop(std::string_view why);

    const client::ConferenceView& view_;
    client::Session& session_;
    Publisher publish_;
    Complaint complain_;
    std::vector<Message> waiting_;
    std::uint32_t flows_made_{0};
};

} // namespace plenum::cli
