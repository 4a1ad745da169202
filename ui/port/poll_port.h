// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/poll_types.h"

#include <QObject>

namespace plenum::ui {

/// Polls and shows of hands. One at a time is open in the conference.
class PollPort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    /// Whether polls can be shown now: from joining a conference to leaving it.
    [[nodiscard]] virtual bool possible() const = 0;
    /// Moderators. Replaces the open poll, whoever asked it. Ends in poll_changed of an own poll, or in `failed`.
    virtual void ask(const PollQuestion& question) = 0;
    /// Of an open poll: our answer from now on, in place of the one before; nullopt takes it back. The last word
    /// counts. poll_changed with the new `own_answer` follows at once.
    virtual void answer(PollId poll, std::optional<int> choice) = 0;
    /// Of an open poll of ours.
    virtual void end(PollId poll) = 0;

  signals:
    void possible_changed();
    /// It is new, or is otherwise than before. On joining it comes for each that can be known, after the members.
    /// A poll that is over stays in the call as it was at its end.
    void poll_changed(const plenum::ui::Poll& poll);
    void failed(plenum::ui::PollFailure why);
};

} // namespace plenum::ui
