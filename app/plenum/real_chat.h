// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/chat_book.h"
#include "app/plenum/chat_outbox.h"
#include "app/plenum/chat_times.h"
#include "app/plenum/current_call.h"
#include "app/plenum/people_book.h"
#include "app/plenum/private_chats.h"
#include "app/plenum/told_scenes.h"
#include "ui/port/chat_port.h"
#include "ui/port/diagnostics_port.h"

#include <map>

namespace plenum::app {

/// Messages of the call: ours on their way, and those of others.
class RealChat : public ui::ChatPort {
    Q_OBJECT

  public:
    /// All outlive this.
    RealChat(std::optional<CurrentCall>& call, const PeopleBook& book, ui::DiagnosticsPort& diagnostics)
        : call_{call},
          book_{book},
          diagnostics_{diagnostics} {}

    // ChatPort
    ui::ChatId send_chat(const QString& text) override;
    ui::ChatId send_private(const QString& text, base::MemberIndex to) override;
    ui::ChatId send_answer(const QString& text, ui::ChatId to) override;
    ui::ChatId send_file(const chat::SharedFile& file, base::MemberIndex to) override;
    ui::ChatId edit(ui::ChatId line, const QString& text) override;
    ui::ChatId remove(ui::ChatId line) override;
    ui::ChatId react(ui::ChatId line, chat::ReactionSet own) override;
    [[nodiscard]] chat::SharedScene looked_at() const override;

    /// The call is over: what the relay does not have has failed.
    void clear();
    /// Publishes the messages whose turn it is.
    void publish();
    /// A message that got no number in time, or no flow, has failed.
    void expire();
    /// Messages of a blocked person are kept back.
    void show(ui::ChatMessage message);
    /// What this person did with lines is to be seen from now on, or is not any more.
    void show_changes_of(const base::IdentityKey& person);
    /// Tells when messages were sent that came before there was a clock.
    void handle(const node::LinkHealth& event);
    /// We come back as a new member.
    void handle(const node::PhaseChanged& event);
    /// A private flow may be there.
    void handle(const node::FlowDeclared& event);
    void handle(const node::MessagePublished& event);
    void handle(const node::MessageAccepted& event);
    void handle(const node::MessageRefused& event);
    void handle(const node::MessageReceived& event);
    /// Also of a Publish of sound or pictures.
    void handle(const node::CommandRefused& event);

  private:
    /// Absent: it cannot be said.
    ui::ChatId submit(base::FlowId flow, std::optional<chat::Operation> operation);
    void submit(ui::ChatId id, base::FlowId flow, std::optional<chat::Operation> operation);
    ui::ChatId submit_private(base::MemberIndex to, chat::Operation operation);
    void fail(const std::vector<PrivateChats::Message>& messages);
    /// Of a line that can be answered and changed; nullopt for others.
    [[nodiscard]] std::optional<ChatBook::Place> open_place(ui::ChatId line) const;
    void tell(const ChatBook::Told& told);
    void tell(const ChatOutbox::Delivery& delivery);

    std::optional<CurrentCall>& call_;
    const PeopleBook& book_;
    ui::DiagnosticsPort& diagnostics_;
    /// By the flow on which they go.
    std::map<base::FlowId, ChatOutbox> outboxes_;
    ChatBook lines_{
        [this](base::MemberIndex member) { return call_ ? call_->view.identity_of(member) : base::IdentityKey{}; }};
    ui::ChatId last_chat_;
    ChatTimes times_;
    PrivateChats private_;
    ToldScenes told_scenes_;
};

} // namespace plenum::app
