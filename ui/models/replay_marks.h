// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "ui/port/port_types.h"

#include <QString>

#include <cstdint>
#include <deque>
#include <optional>

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
class ReplayMarks {
  public:
    static constexpr std::size_t marks_max = 500;
    static constexpr qsizetype words_max = 120;

    /// Longer words are cut. Past `marks_max` the oldest goes.
    void add(ReplayMark mark);
    /// A message says this now; empty: it is deleted.
    void rewrite(ChatId line, const QString& words);
    /// Null where there is none.
    [[nodiscard]] const ReplayMark* find(ChatId line) const;
    void clear() { marks_.clear(); }
    [[nodiscard]] const std::deque<ReplayMark>& all() const { return marks_; }

  private:
    std::deque<ReplayMark> marks_;
};

} // namespace plenum::ui
