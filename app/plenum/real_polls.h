// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/current_call.h"
#include "app/plenum/poll_ids.h"
#include "core/tree/exchange/poll_exchange.h"
#include "ui/port/poll_port.h"

#include <QTimer>

#include <memory>

namespace plenum::app {

/// Polls of the call: questions and counts on a flow of the asker, answers over the tree of relays.
class RealPolls : public ui::PollPort {
    Q_OBJECT

  public:
    /// `call` outlives this.
    explicit RealPolls(std::optional<CurrentCall>& call);

    // PollPort
    [[nodiscard]] bool possible() const override { return possible_; }
    void ask(const ui::PollQuestion& question) override;
    void answer(ui::PollId poll, std::optional<int> choice) override;
    void end(ui::PollId poll) override;

    /// We were let in.
    void come_in();
    /// The call is over.
    void clear();
    void handle(const node::Event& event);

  private:
    /// Hands over what is due, and tells what changed.
    void advance();
    [[nodiscard]] ui::Poll shown(const tree::PollState& poll);
    void tell(const std::expected<void, tree::PollError>& done, ui::PollFailure not_sent);

    std::optional<CurrentCall>& call_;
    /// Begins anew with each call.
    std::unique_ptr<tree::PollExchange> polls_{std::make_unique<tree::PollExchange>()};
    bool possible_{false};
    PollIds ids_;
    QTimer patience_;
};

} // namespace plenum::app
