// SPDX-License-Identifier: Apache-2.0
#include "ui/models/chat_composer.h"

#include "core/chat/limits.h"
#include "ui/models/chat_model.h"

#include <utility>

namespace plenum::ui {

void ChatComposer::begin(Mode mode, ChatId line) {
    const auto row = chat_.row_of(line);
    if (row < 0) return;
    const auto at = chat_.index(row);
    if (!at.data(mode == Mode::edit ? ChatModel::may_change_role : ChatModel::may_answer_role).toBool()) return;
    mode_ = mode;
    line_ = line;
    who_ = at.data(ChatModel::is_own_role).toBool() ? QString{} : at.data(ChatModel::sender_role).toString();
    quote_ = at.data(ChatModel::text_role).toString();
    // So that the field, and files sent meanwhile, are for those who get the answer.
    chat_.outbox()->set_answered(mode == Mode::answer ? std::optional{line} : std::nullopt);
    emit changed();
    if (mode == Mode::edit) emit prefilled(quote_);
}

void ChatComposer::answer(const QString& line) { begin(Mode::answer, ChatChanges::line_named(line)); }

void ChatComposer::edit(const QString& line) { begin(Mode::edit, ChatChanges::line_named(line)); }

bool ChatComposer::edit_last() {
    for (int row = chat_.rowCount() - 1; row >= 0; --row) {
        if (!chat_.index(row).data(ChatModel::may_edit_role).toBool()) continue;
        edit(chat_.index(row).data(ChatModel::line_role).toString());
        return true;
    }
    return false;
}

void ChatComposer::cancel() {
    if (std::exchange(mode_, Mode::plain) == Mode::plain) return;
    who_.clear();
    quote_.clear();
    chat_.outbox()->set_answered(std::nullopt);
    emit changed();
}

bool ChatComposer::send(const QString& text) {
    const auto trimmed = text.trimmed();
    if (trimmed.isEmpty() || bytes_left(trimmed) < 0) return false;
    switch (mode_) {
    case Mode::plain: chat_.outbox()->send(trimmed); break;
    case Mode::answer: chat_.outbox()->answer(trimmed, line_); break;
    case Mode::edit:
        if (trimmed != quote_) chat_.changes()->edit(line_, trimmed);
        break;
    }
    // Its draft is for those whom it went to.
    if (mode_ != Mode::edit) chat_.outbox()->drafts()->set_text({});
    cancel();
    return true;
}

int ChatComposer::bytes_left(const QString& draft) const {
    const auto most = mode_ == Mode::plain ? chat::limits::message_bytes_max : chat::limits::text_bytes_max;
    return static_cast<int>(most) - static_cast<int>(draft.trimmed().toUtf8().size());
}

} // namespace plenum::ui
