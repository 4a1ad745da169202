// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "ui/port/conference_ports.h"

#include <QString>

#include <cstdint>
#include <deque>
#include <functional>

namespace plenum::ui {

enum class ReplayMarkKind : std::uint8_t { joined = 1, left = 2, chat = 3 };

struct ReplayMark {
    ReplayMarkKind kind{ReplayMarkKind::chat};
    QString words;
    base::LocalTime at{};
    /// Of a message, and who wrote it.
    ChatId line{};
    QString who{};
};

/// What happened in the last minutes beside speech, in order of time.
class ReplayMarks : public QObject {
    Q_OBJECT

  public:
    static constexpr std::size_t marks_max = 500;
    /// Longer words are cut.
    static constexpr qsizetype words_max = 120;

    /// Empty for somebody unknown.
    using NameOf = std::function<QString(base::MemberIndex)>;

    /// Hears of messages and of those who leave by itself.
    ReplayMarks(const ConferencePorts& ports, NameOf name_of);

    /// Somebody came in.
    void note_joined(const QString& name);
    void clear() { marks_.clear(); }
    [[nodiscard]] const std::deque<ReplayMark>& all() const { return marks_; }

  private:
    void note_left(base::MemberIndex member);
    void note_message(const ChatMessage& message);
    /// A message says something else now, or is deleted.
    void rewrite(ChatId line, const ChatContent& content);
    /// Past `marks_max` the oldest goes.
    void add(ReplayMark mark);

    ReplayPort& port_;
    NameOf name_of_;
    std::deque<ReplayMark> marks_;
};

} // namespace plenum::ui
