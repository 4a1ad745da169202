// SPDX-License-Identifier: Apache-2.0
#include "ui/models/chat_outbox.h"

#include <utility>

namespace plenum::ui {

ChatOutbox::ChatOutbox(ChatPort& port, FilePort& files, ChatFiles& offered, const MembersModel& members,
                       ChatFiles::Lookup line)
    : port_{port},
      offered_{offered},
      members_{members},
      line_{std::move(line)},
      addressee_{members},
      files_{files, addressee_} {
    connect(&addressee_, &ChatAddressee::changed, this, [this] { drafts_.set_group(addressee_.label()); });
    connect(&files_, &OutgoingFiles::ready, this, &ChatOutbox::share);
}

void ChatOutbox::set_self(base::MemberIndex self, const QString& name) {
    self_ = self;
    self_name_ = name;
}

void ChatOutbox::send(const QString& text) { send_to(addressee_.person(), text); }

void ChatOutbox::send_to(base::MemberIndex to, const QString& text) {
    tell(to.value() != 0 ? port_.send_private(text, to) : port_.send_chat(text), text, {.to = to});
}

void ChatOutbox::answer(const QString& text, ChatId to) {
    const auto* answered = line_(to);
    const auto private_with = answered == nullptr ? base::MemberIndex{} : answered->private_with;
    tell(port_.send_answer(text, to), text, {.answers = to, .to = private_with});
}

void ChatOutbox::set_answered(std::optional<ChatId> line) {
    const auto* answered = line ? line_(*line) : nullptr;
    addressee_.set_answered(answered == nullptr ? std::nullopt : std::optional{answered->private_with});
}

void ChatOutbox::share(const chat::SharedFile& file, base::MemberIndex to) {
    offered_.offer_content(file, to);
    tell(port_.send_file(file, to), QString::fromStdString(file.name), {.to = to, .file = file});
}

void ChatOutbox::send_again(const ChatMessage& message) {
    if (message.file) return share(*message.file, message.private_with);
    // It may be for others now, who have no such line.
    if (message.answers && addressee_.can_read(message)) return answer(message.text, *message.answers);
    // What was meant for one person goes to nobody else.
    send_to(message.private_with, message.text);
}

void ChatOutbox::tell(ChatId id, const QString& text, Extra extra) {
    emit said({.id = id,
               .sender = self_,
               .sender_name = self_name_,
               .text = text,
               .sent_at = QDateTime::currentDateTimeUtc(),
               .group = extra.to.value() != 0 ? members_.shown_name(extra.to) : addressee_.group(),
               .answers = extra.answers,
               .private_with = extra.to,
               .file = std::move(extra.file),
               .scene = port_.looked_at()});
}

} // namespace plenum::ui
