// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/editor.h"
#include "ui/port/board_port.h"

#include <QObject>

#include <deque>
#include <memory>
#include <vector>

namespace plenum::ui {

/// The board as we see it: what came, and at once what we do. Keeps all messages, so that what was refused can be taken
/// out again and the board's past be shown.
///
/// The problem: what we draw must be seen at once, but the relay may refuse it, since the pen went to somebody else
/// meanwhile. Then nobody else has it. The intuition: this happens rarely, so the board is then made anew from all
/// messages but those. The alternative, a board of what is confirmed beside the one that is shown, costs everything
/// twice all the time.
class BoardDocument : public QObject {
    Q_OBJECT

  public:
    /// `port` outlives this.
    explicit BoardDocument(BoardPort& port, QObject* parent = nullptr);

    [[nodiscard]] const board::Board& board() const { return *board_; }
    /// For what we do next. Its results go to `act`.
    [[nodiscard]] board::BoardEditor& editor() { return *editor_; }
    /// Shows and publishes it. False where it cannot be done, with its reason in `failed`.
    bool act(const board::EditResult& edit);
    /// Whether others have all of ours.
    [[nodiscard]] bool settled() const { return pending_.empty(); }
    /// Some messages are gone: others see more.
    [[nodiscard]] bool incomplete() const { return incomplete_; }

    /// What came to be on the board, in order.
    struct Step {
        board::Author author;
        board::Authority authority{board::Authority::draw};
        base::Bytes body;
        base::ConferenceTime sent_at;
        /// Of ours while its outcome is open; else 0.
        BoardPublication publication{};
    };
    [[nodiscard]] const std::deque<Step>& steps() const { return steps_; }

  signals:
    void changed(const plenum::board::Changes& changes);
    /// Everything may be different: `board()` is another one.
    void replaced();
    /// Of an action of ours.
    void failed(plenum::board::Refusal reason);
    /// Ours that nobody gets, so many actions' messages.
    void withdrawn(int messages);
    /// Somebody did something.
    void drawn(plenum::base::MemberIndex sender);

  private:
    void receive(const BoardMessage& message);
    void settle(BoardPublication publication);
    void withdraw(BoardPublication publication);
    /// We are somebody else from here on: what others do not have of ours is said again in the new name.
    void follow_self();
    void clear();
    void rebuild();

    BoardPort& port_;
    board::Author self_;
    std::unique_ptr<board::Board> board_;
    std::unique_ptr<board::BoardEditor> editor_;
    std::deque<Step> steps_;
    /// Of ours, oldest first.
    std::deque<BoardPublication> pending_;
    bool incomplete_{false};
};

} // namespace plenum::ui
