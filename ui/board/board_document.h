// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/playback.h"
#include "ui/port/board_port.h"

#include <QObject>

#include <optional>

namespace plenum::ui {

/// The board as we see it: its journal, and the port that what we do goes to and what others do comes from.
class BoardDocument : public QObject {
    Q_OBJECT

  public:
    /// `port` outlives this.
    explicit BoardDocument(BoardPort& port, QObject* parent = nullptr);

    /// As it is shown: now, or in the past.
    [[nodiscard]] const board::Board& board() const { return past_ ? past_->board() : journal_.board(); }
    /// As it is now.
    [[nodiscard]] const board::Board& present() const { return journal_.board(); }
    /// For what we do next. Its results go to `act`.
    [[nodiscard]] board::BoardEditor& editor() { return journal_.editor(); }
    /// Shows and publishes it. False where it cannot be done, with its reason in `failed`.
    bool act(const board::EditResult& edit);
    /// Whether others have all of ours.
    [[nodiscard]] bool settled() const { return journal_.settled(); }
    /// Some messages are missing: others see more.
    [[nodiscard]] bool incomplete() const { return journal_.has_gaps() || port_.misses_past(); }

    /// How the board came to be is looked at, instead of how it is. Nothing can be done meanwhile.
    void begin_past();
    void end_past();
    void seek(std::size_t position);
    /// Null while the board is shown as it is.
    [[nodiscard]] const board::Playback* past() const { return past_ ? &*past_ : nullptr; }

  signals:
    void changed(const plenum::board::Changes& changes);
    /// Everything may be different: `board()` is another one.
    void replaced();
    /// Of an action of ours.
    void failed(plenum::board::Refusal reason);
    /// Ours that nobody gets.
    void withdrawn();
    /// Somebody did something, on one of the board's pages or on a shared screen.
    void drawn(plenum::base::MemberIndex sender, plenum::board::PageId page);

  private:
    [[nodiscard]] std::expected<board::Changes, board::Refusal> publish(const base::Bytes& message);
    void receive(const BoardMessage& message);
    /// Where changed objects are.
    [[nodiscard]] board::PageId page_of(const board::Changes& changes) const;
    void withdraw(board::Publication publication);
    /// We are somebody else from here on: what others do not have of ours is said again in the new name.
    void follow_self();
    /// Messages went missing, or came.
    void follow_gaps();

    BoardPort& port_;
    board::Journal journal_;
    std::optional<board::Playback> past_;
    board::Publication last_;
};

/// Something is on one of its pages, if only a background.
[[nodiscard]] bool is_used(const board::Board& board);

} // namespace plenum::ui
