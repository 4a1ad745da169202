// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/current_call.h"
#include "ui/port/board_port.h"

#include <QTimer>

#include <deque>

namespace plenum::app {

/// The whiteboard of the call: operations on the flow of the kind board, pointers on a live flow that the first who
/// opens the board creates.
class RealBoard : public ui::BoardPort {
    Q_OBJECT

  public:
    /// Of the flow of pointers.
    static constexpr std::string_view pointers_name = "board/pointers";
    /// Between two messages: the flow is declared for 30 a second.
    static constexpr int pace_ms = 36;

    /// `call` outlives this.
    explicit RealBoard(std::optional<CurrentCall>& call);

    // BoardPort
    [[nodiscard]] board::Author self() const override;
    /// Whoever may draw may do everything: the pen floor is the one bound.
    [[nodiscard]] board::Authority authority() const override { return board::Authority::manage; }
    [[nodiscard]] bool may_draw() const override;
    void publish(board::Publication publication, const base::Bytes& message) override;
    void point(const base::Bytes& presence) override;

    /// We were let in.
    void come_in() { emit changed(); }
    /// The call is over.
    void clear();
    void handle(const node::PhaseChanged& event);
    void handle(const node::MemberJoined& event);
    void handle(const node::FlowRemoved& event);
    void handle(const node::TokenChanged& event);
    void handle(const node::MessageReceived& event);
    void handle(const node::MessagePublished& event);
    void handle(const node::MessageAccepted& event);
    void handle(const node::MessageRefused& event);
    void handle(const node::MessagesMissed& event);
    void handle(const node::CommandRefused& event);

  private:
    struct Outgoing {
        /// 0: sent under an earlier name, and published once more by the node.
        board::Publication publication;
        base::Bytes body;
        bool handed_over{false};
        /// Once it has its number.
        std::optional<base::SequenceNumber> sequence{};
    };
    [[nodiscard]] base::FlowId flow() const;
    /// The same at every member.
    [[nodiscard]] board::PersonIndex person_of(base::MemberIndex member) const;
    void send_next();
    void refuse(std::deque<Outgoing>::iterator from);

    std::optional<CurrentCall>& call_;
    std::deque<Outgoing> outgoing_;
    bool could_draw_{false};
    /// We asked for the flow of pointers.
    bool pointers_wanted_{false};
    QTimer pace_;
};

} // namespace plenum::app
