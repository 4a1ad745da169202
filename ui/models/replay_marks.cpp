// SPDX-License-Identifier: Apache-2.0
#include "ui/models/replay_marks.h"

#include <QDateTime>

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

QString cut(const QString& words) {
    return words.size() > ReplayMarks::words_max ? words.left(ReplayMarks::words_max - 1) + QChar{0x2026} : words;
}

} // namespace

ReplayMarks::ReplayMarks(const ConferencePorts& ports, NameOf name_of)
    : port_{ports.replay},
      name_of_{std::move(name_of)} {
    connect(&ports.people, &PeoplePort::member_left, this, &ReplayMarks::note_left);
    connect(&ports.chat, &ChatPort::chat_received, this, &ReplayMarks::note_message);
    connect(&ports.chat, &ChatPort::chat_changed, this, &ReplayMarks::rewrite);
}

void ReplayMarks::note_joined(const QString& name) {
    add({ReplayMarkKind::joined, tr("%1 joined").arg(name), port_.now()});
}

void ReplayMarks::note_left(base::MemberIndex member) {
    const auto name = name_of_(member);
    if (!name.isEmpty()) add({ReplayMarkKind::left, tr("%1 left").arg(name), port_.now()});
}

void ReplayMarks::note_message(const ChatMessage& message) {
    if (!message.sent_at.isValid() || message.deleted) return;
    // Messages tell the wall clock's time.
    const auto age =
        std::chrono::milliseconds{std::max<qint64>(0, message.sent_at.msecsTo(QDateTime::currentDateTimeUtc()))};
    const auto words = tr("%1 wrote: %2").arg(message.sender_name, message.text.simplified());
    add({ReplayMarkKind::chat, words, port_.now() - age, message.id, message.sender_name});
}

void ReplayMarks::rewrite(ChatId line, const ChatContent& content) {
    const auto mark = std::ranges::find(marks_, line, &ReplayMark::line);
    if (line == ChatId{} || mark == marks_.end()) return;
    if (content.deleted)
        marks_.erase(mark);
    else
        mark->words = cut(tr("%1 wrote: %2").arg(mark->who, content.text.simplified()));
}

void ReplayMarks::add(ReplayMark mark) {
    mark.words = cut(mark.words);
    const auto place = std::ranges::upper_bound(marks_, mark.at, {}, &ReplayMark::at);
    marks_.insert(place, std::move(mark));
    if (marks_.size() > marks_max) marks_.pop_front();
}

} // namespace plenum::ui
