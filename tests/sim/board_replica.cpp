// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/board_replica.h"

#include "core/board/envelope.h"

#include <algorithm>
#include <utility>

namespace plenum::sim {

void BoardReplica::apply(const Step& step) {
    // One person each: nobody in these worlds is two.
    const auto message = board::open_envelope(step.sender, step.enclosed);
    const board::Author author{step.sender, board::PersonIndex{step.sender.value()}};
    if (!message) return;
    const auto changes = board_.apply(author, *message, board::Authority::manage);
    missed_ = missed_ || (!changes && changes.error() == board::Refusal::gap);
}

void BoardReplica::publish(base::MemberIndex sender, base::Bytes enclosed) {
    steps_.push_back({sender, std::move(enclosed), true});
    apply(steps_.back());
    open_.emplace_back();
}

bool BoardReplica::drop_open() {
    open_.clear();
    if (std::erase_if(steps_, &Step::open) == 0) return false;
    board_ = board::Board{};
    for (const auto& step : steps_)
        apply(step);
    return true;
}

bool BoardReplica::handle(const node::Event& event) {
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        if (declared->name == flow_name) flow_ = declared->flow;
    } else if (const auto* received = std::get_if<node::MessageReceived>(&event)) {
        if (received->flow != flow_) return false;
        steps_.push_back({received->sender, received->body, false});
        apply(steps_.back());
        return true;
    } else if (const auto* published = std::get_if<node::MessagePublished>(&event)) {
        const auto next = std::ranges::find(open_, base::SequenceNumber{});
        if (published->flow == flow_ && next != open_.end()) *next = published->sequence;
    } else if (const auto* accepted = std::get_if<node::MessageAccepted>(&event)) {
        if (accepted->flow != flow_) return false;
        while (!open_.empty() && open_.front() != base::SequenceNumber{} && open_.front() <= accepted->sequence) {
            open_.pop_front();
            std::ranges::find(steps_, true, &Step::open)->open = false;
        }
    } else if (const auto* refused = std::get_if<node::CommandRefused>(&event)) {
        if (refused->command == node::CommandKind::of<node::Publish>() && refused->flow == flow_) return drop_open();
    } else if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        // We come back as somebody new.
        if (phase->phase == node::Phase::connecting) return drop_open();
    } else if (const auto* missed = std::get_if<node::MessagesMissed>(&event)) {
        missed_ = missed_ || missed->flow == flow_;
    }
    return false;
}

} // namespace plenum::sim
