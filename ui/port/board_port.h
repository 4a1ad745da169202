// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/board/journal.h"

#include <QObject>

namespace plenum::ui {

/// On the board's flow: a message of core/board, verified and in causal order. Our own come too, from before we came
/// back as somebody new.
struct BoardMessage {
    board::Author author;
    board::Authority authority{board::Authority::draw};
    base::Bytes body;
};

/// The conference's whiteboard.
class BoardPort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    /// As whom we draw; sender 0 while we are not in the call.
    [[nodiscard]] virtual board::Author self() const = 0;
    /// How far what we do may go.
    [[nodiscard]] virtual board::Authority authority() const = 0;
    /// Whether what we draw is passed on: nobody's floor is in the way.
    [[nodiscard]] virtual bool may_draw() const = 0;
    /// Goes out in this order, as fast as the flow allows. Either `accepted` or `refused` follows, unless `changed`
    /// tells another sender before.
    virtual void publish(board::Publication publication, board::Authority authority, const base::Bytes& message) = 0;
    /// Where our pointer is (core/board/presence.h). Lost where that is not possible now.
    virtual void point(const base::Bytes& presence) = 0;
    /// We came where newcomers cannot read what was said before, and nobody has given us what we miss.
    [[nodiscard]] virtual bool misses_past() const = 0;
    /// Whether messages are missing, whenever that changes. While they are, others are asked for them.
    virtual void note_gaps(bool gaps) = 0;
    /// Answers `frontier_wanted`.
    virtual void tell_frontier(const board::Frontier& frontier) = 0;
    /// Answers `copy_wanted`. `complete`: no messages are missing. `behind`: whoever asks has something that we miss.
    virtual void give_copy(const board::Copy& copy, bool complete, bool behind) = 0;

  signals:
    void received(const plenum::ui::BoardMessage& message);
    /// Where somebody's pointer is.
    void pointed(plenum::base::MemberIndex sender, const plenum::base::Bytes& presence);
    /// Everybody gets it.
    void accepted(plenum::board::Publication publication);
    /// Nobody gets it.
    void refused(plenum::board::Publication publication);
    /// Somebody is about to give us what we miss, and asks what we have.
    void frontier_wanted();
    /// Somebody has only that, and asks for the rest.
    void copy_wanted(const plenum::board::Frontier& seen);
    /// What somebody has beyond ours, of which nobody but that one vouches.
    void copied(const plenum::board::Copy& copy);
    /// As whom we draw, whether we may, or `misses_past`.
    void changed();
    /// Another call: the board is empty.
    void cleared();
};

} // namespace plenum::ui
