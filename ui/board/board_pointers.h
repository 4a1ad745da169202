// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/presence.h"
#include "ui/port/board_port.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <deque>
#include <map>

namespace plenum::ui {

/// Where everybody's pointer is on the board: ours is told to others, theirs are kept as long as they move.
class BoardPointers : public QObject {
    Q_OBJECT

  public:
    /// Between two messages.
    static constexpr int tell_ms = 50;
    /// A pointer that rests for so long is not shown any more.
    static constexpr qint64 rest_ms = 6000;
    /// How long a laser glows.
    static constexpr qint64 glow_ms = 1200;

    struct Pointer {
        board::Presence presence;
        qint64 at{0};
    };

    /// `port` outlives this.
    explicit BoardPointers(BoardPort& port, QObject* parent = nullptr);

    [[nodiscard]] const std::map<base::MemberIndex, Pointer>& others() const { return others_; }
    /// Where our own laser was last.
    [[nodiscard]] board::PageId own_page() const { return own_page_; }
    /// Its trail there, the newest point last.
    [[nodiscard]] const std::deque<board::Position>& own_trail() const { return trail_; }

    void hover(board::PageId page, board::Position at);
    void shine(board::PageId page, board::Position at);
    void drag(const board::DragPreview& preview);
    void leave();

  signals:
    void changed();

  private:
    void receive(base::MemberIndex sender, const base::Bytes& bytes);
    void tell(board::Presence presence);
    void tick();

    BoardPort& port_;
    std::map<base::MemberIndex, Pointer> others_;
    board::PageId own_page_{};
    std::deque<board::Position> trail_;
    std::deque<qint64> trail_times_;
    std::optional<board::Presence> next_;
    QElapsedTimer clock_;
    QTimer timer_;
};

} // namespace plenum::ui
