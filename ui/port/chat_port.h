// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/port_types.h"

#include <QObject>

namespace plenum::ui {

/// What is written.
class ChatPort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    /// Sends to the group that we are in, else to everybody. Answers with the identifier under which chat_delivery will
    /// speak of it; the message itself is not echoed by chat_received. `text` is not empty and at most
    /// limits::chat_bytes_max bytes of UTF-8.
    virtual ChatId send_chat(const QString& text) = 0;
    /// The same, to one person alone.
    virtual ChatId send_private(const QString& text, base::MemberIndex to) = 0;
    /// The same of a file, which the file port has prepared; to one person alone unless `to` is 0.
    virtual ChatId send_file(const chat::SharedFile& file, base::MemberIndex to) = 0;
    /// The same of a text, as an answer to a line of the same group, or to a private one, that the relay has.
    virtual ChatId send_answer(const QString& text, ChatId to) = 0;
    /// Changes of a line of the group that we are in, or of a private one, which the relay has. Each answers with an
    /// identifier under which chat_delivery will speak of the change; chat_changed of the line comes before that. An
    /// own one; also a deleted one, which is there again.
    virtual ChatId edit(ChatId line, const QString& text) = 0;
    /// An own one.
    virtual ChatId remove(ChatId line) = 0;
    /// All of ours to anybody's.
    virtual ChatId react(ChatId line, chat::ReactionSet own) = 0;
    /// What of somebody's shared screen we look at from now on, which our lines say.
    void look_at(const chat::SharedScene& scene) { scene_ = scene; }
    /// What a line of ours would say now.
    [[nodiscard]] virtual chat::SharedScene looked_at() const { return scene_; }

  signals:
    void chat_received(const plenum::ui::ChatMessage& message);
    /// When a message was sent, where that was not known yet as it was received; of an own one, once it is sent.
    void chat_timed(plenum::ui::ChatId id, const QDateTime& sent_at);
    /// A line that was received or sent looks like this now.
    void chat_changed(plenum::ui::ChatId line, const plenum::ui::ChatContent& content);
    void chat_delivery(plenum::ui::ChatId id, plenum::ui::DeliveryState state);

  private:
    chat::SharedScene scene_;
};

} // namespace plenum::ui
