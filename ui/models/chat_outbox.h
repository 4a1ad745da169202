// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/chat_addressee.h"
#include "ui/models/chat_files.h"
#include "ui/models/drafts.h"
#include "ui/models/outgoing_files.h"
#include "ui/port/chat_port.h"

#include <QtQml/qqmlregistration.h>

#include <optional>

namespace plenum::ui {

/// What this person says in the chat: to whom, what is typed and not sent yet, files that are made ready, and the lines
/// themselves.
class ChatOutbox : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to ChatModel")
    Q_PROPERTY(plenum::ui::ChatAddressee* addressee READ addressee CONSTANT)
    Q_PROPERTY(plenum::ui::Drafts* drafts READ drafts CONSTANT)
    Q_PROPERTY(plenum::ui::OutgoingFiles* files READ files CONSTANT)

  public:
    /// All outlive this. `line` finds what is answered.
    ChatOutbox(ChatPort& port, FilePort& files, ChatFiles& offered, const MembersModel& members,
               ChatFiles::Lookup line);

    [[nodiscard]] ChatAddressee* addressee() { return &addressee_; }
    [[nodiscard]] const ChatAddressee* addressee() const { return &addressee_; }
    [[nodiscard]] Drafts* drafts() { return &drafts_; }
    [[nodiscard]] OutgoingFiles* files() { return &files_; }
    [[nodiscard]] base::MemberIndex self() const { return self_; }
    void set_self(base::MemberIndex self, const QString& name);

    // Precondition of each text: it is something, and not too long.
    /// To those to whom we write.
    void send(const QString& text);
    void answer(const QString& text, ChatId to);
    /// From now on an answer to that line is written, to those who read it; nullopt: none.
    void set_answered(std::optional<ChatId> line);
    /// The same anew, of a line that failed.
    void send_again(const ChatMessage& message);

  signals:
    /// It is on its way.
    void said(const plenum::ui::ChatMessage& line);

  private:
    /// What else there is of a line.
    struct Extra {
        std::optional<ChatId> answers{};
        /// Whom alone it is for.
        base::MemberIndex to{};
        std::optional<chat::SharedFile> file{};
    };
    // `to`: one person alone; 0: those to whom we write.
    void send_to(base::MemberIndex to, const QString& text);
    void share(const chat::SharedFile& file, base::MemberIndex to);
    void tell(ChatId id, const QString& text, Extra extra);

    ChatPort& port_;
    ChatFiles& offered_;
    const MembersModel& members_;
    ChatFiles::Lookup line_;
    base::MemberIndex self_;
    QString self_name_;
    ChatAddressee addressee_;
    Drafts drafts_;
    OutgoingFiles files_;
};

} // namespace plenum::ui
