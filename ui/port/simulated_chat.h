// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/chat_port.h"
#include "ui/port/session_port.h"
#include "ui/port/simulated_world.h"

#include <deque>
#include <functional>
#include <map>
#include <vector>

namespace plenum::ui {

/// Messages of a simulated conference: ours arrive after three ticks.
class SimulatedChat : public ChatPort {
    Q_OBJECT

  public:
    /// Both outlive this.
    SimulatedChat(SimulatedWorld& world, const SessionPort& session);

    ChatId send_chat(const QString& text) override;
    ChatId send_private(const QString& text, base::MemberIndex to) override;
    ChatId send_answer(const QString& text, ChatId to) override;
    ChatId send_file(const chat::SharedFile& file, base::MemberIndex to) override;
    ChatId edit(ChatId line, const QString& text) override;
    ChatId remove(ChatId line) override;
    ChatId react(ChatId line, chat::ReactionSet own) override;
    void tick();

    // What a test lets happen
    ChatId someone_writes(base::MemberIndex index, const QString& text, bool late = false,
                          std::optional<ChatId> answers = {}, bool to_us_alone = false);
    /// While they look at a shared screen.
    ChatId someone_writes_about(base::MemberIndex index, const QString& text, const chat::SharedScene& scene);
    ChatId someone_shares(base::MemberIndex index, const chat::SharedFile& file, bool to_us_alone = false);
    void someone_edits(ChatId line, const QString& text);
    void someone_removes(ChatId line);
    void someone_reacts(base::MemberIndex index, ChatId line, chat::Reaction kind);
    void fail_next_message() { fail_next_message_ = true; }
    /// Whether the relay's disk takes what we write; once it does, all that waited is stored.
    void store_messages(bool stored);

  private:
    struct UnderWay {
        ChatId id;
        int ticks{3};
        /// What it does once it has arrived; empty for a message.
        std::function<void()> arrives{};
    };
    ChatId receive(const Member& from, ChatMessage message);
    ChatId begin(std::function<void()> arrives);
    void write(ChatId line, const QString& text);
    void set_own(ChatId line, chat::ReactionSet own);

    SimulatedWorld& world_;
    std::deque<UnderWay> under_way_;
    std::map<ChatId, ChatContent> lines_;
    ChatId last_chat_;
    bool fail_next_message_{false};
    bool store_messages_{true};
    std::vector<ChatId> unstored_;
};

} // namespace plenum::ui
