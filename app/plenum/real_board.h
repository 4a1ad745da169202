// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/current_call.h"
#include "core/board/exchange/copy_asker.h"
#include "core/board/exchange/copy_giver.h"
#include "core/board/exchange/outbox.h"
#include "core/board/exchange/own_authority.h"
#include "ui/port/board_port.h"

#include <QTimer>

namespace plenum::app {

/// The whiteboard of the call: operations on the flow of the kind board, pointers on a live flow that the first who
/// opens the board creates, and copies for newcomers on flows of their own.
class RealBoard : public ui::BoardPort {
    Q_OBJECT

  public:
    /// `call` outlives this.
    explicit RealBoard(std::optional<CurrentCall>& call);

    // BoardPort
    [[nodiscard]] board::Author self() const override;
    [[nodiscard]] board::Authority authority() const override { return authority_.value(); }
    [[nodiscard]] bool may_draw() const override;
    void publish(board::Publication publication, board::Authority authority, const base::Bytes& message) override;
    void point(const base::Bytes& presence) override;
    [[nodiscard]] bool misses_past() const override { return asker_.misses_past(); }
    void note_gaps(bool gaps) override;
    void tell_frontier(const board::Frontier& frontier) override;
    void give_copy(const board::Copy& copy, bool complete, bool behind) override;

    /// We were let in.
    void come_in() { emit changed(); }
    /// The call is over.
    void clear();
    void handle(const node::Event& event);

  private:
    [[nodiscard]] base::FlowId flow() const;
    void handle(const node::MessageReceived& event);
    void send_next();
    /// Copies, as far as they go now.
    void exchange();
    [[nodiscard]] bool carry_out(const board::ExchangeCommand& command);

    std::optional<CurrentCall>& call_;
    board::OwnAuthority authority_;
    board::Outbox outbox_;
    board::CopyAsker asker_;
    board::CopyGiver giver_;
    bool could_draw_{false};
    bool missed_past_{false};
    /// We asked for the flow of pointers.
    bool pointers_wanted_{false};
    QTimer pace_;
    QTimer patience_;
};

} // namespace plenum::app
