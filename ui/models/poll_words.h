// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/poll_types.h"

#include <QCoreApplication>
#include <QVariantList>

namespace plenum::ui {

/// Polls and shows of hands in words.
class PollWords {
    Q_DECLARE_TR_FUNCTIONS(PollWords)

  public:
    /// Who asks, or asked, what kind of question.
    [[nodiscard]] static QString heading(const Poll& poll);
    /// "Ann asks: When do we meet?"
    [[nodiscard]] static QString asked(const Poll& poll);
    /// "7 of 9 answered"; of a show of hands "5 hands of 9 people".
    [[nodiscard]] static QString counts(const Poll& poll);
    /// What the large number of a show of hands counts: "hands of 9 people".
    [[nodiscard]] static QString counted(const Poll& poll);
    /// For each choice `words`, `votes`, `share` (0 … 1 of the answers), `figures` ("3 · 43 %") and `spoken`.
    [[nodiscard]] static QVariantList bars(const Poll& poll);
    /// Why it is over; empty while it is open.
    [[nodiscard]] static QString end(const Poll& poll);
    /// For who is told of the end.
    [[nodiscard]] static QString over(const Poll& poll);
    /// Who sees what of an answer.
    [[nodiscard]] static QString privacy(const Poll& poll);
    /// Question and results, to be pasted elsewhere.
    [[nodiscard]] static QString text(const Poll& poll);
    [[nodiscard]] static QString failure(PollFailure why);

  private:
    [[nodiscard]] static QString asker(const Poll& poll);
};

} // namespace plenum::ui
