// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum-cli/chat_command.h"
#include "app/plenum-cli/event_json.h"
#include "core/chat/transcript.h"
#include "core/client/conference_view.h"

#include <deque>
#include <expected>
#include <map>

namespace plenum::cli {

/// What was said in the chats of a session, so that lines can be answered and changed.
class ChatLog {
  public:
    /// `view` outlives this.
    explicit ChatLog(const client::ConferenceView& view) : view_{view} {}

    /// Once `view` has it.
    void handle(const node::Event& event);
    /// What we publish on this flow, which the node took.
    void publish(base::FlowId flow, const base::Bytes& body);
    /// Whether the relay has confirmed or refused each message of ours.
    [[nodiscard]] bool settled() const;
    /// A message on our chat flow. Error: why that cannot be said.
    [[nodiscard]] std::expected<base::Bytes, std::string> body_of(const ChatChangeCommand& command) const;

  private:
    struct Open {
        base::Bytes body;
        /// 0 before it has its number.
        base::SequenceNumber sequence{};
    };
    struct Flow {
        chat::Transcript transcript;
        /// Of ours, oldest first.
        std::deque<Open> open{};
    };
    [[nodiscard]] bool is_chat(base::FlowId flow) const;
    Flow& at(base::FlowId flow);
    void take(base::FlowId flow, const chat::MessageId& id, base::ByteView body);
    [[nodiscard]] std::expected<chat::Operation, std::string> operation_of(const chat::Transcript& transcript,
                                                                           const ChatChangeCommand& command) const;

    const client::ConferenceView& view_;
    std::map<base::FlowId, Flow> flows_;
};

/// What a message says beside its text; null for plain text, and for what says nothing.
[[nodiscard]] Json chat_json(base::ByteView body);

} // namespace plenum::cli
