// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_board.h"

#include "core/board/envelope.h"
#include "core/board/limits.h"

#include <algorithm>
#include <chrono>
#include <ranges>
#include <utility>

namespace plenum::app {

using namespace std::chrono_literals;

RealBoard::RealBoard(std::optional<CurrentCall>& call) : call_{call} {
    pace_.setInterval(pace_ms);
    connect(&pace_, &QTimer::timeout, this, &RealBoard::send_next);
}

base::FlowId RealBoard::flow() const { return call_ ? call_->view.own(base::FlowKind::board) : base::FlowId{}; }

board::Author RealBoard::self() const {
    if (!call_ || !call_->entered()) return {};
    return {call_->view.self(), person_of(call_->view.self())};
}

bool RealBoard::may_draw() const {
    return call_ && call_->entered() && flow() != base::FlowId{} && call_->floors.may_send(base::FlowKind::board);
}

board::PersonIndex RealBoard::person_of(base::MemberIndex member) const {
    std::uint32_t number = 0;
    for (const auto byte : call_->view.identity_of(member).bytes | std::views::take(4))
        number = number << 8 | byte;
    return board::PersonIndex{number};
}

void RealBoard::publish(board::Publication publication, const base::Bytes& message) {
    outgoing_.push_back({publication, board::enclose(self().sender, message)});
    if (pace_.isActive()) return;
    pace_.start();
    send_next();
}

void RealBoard::send_next() {
    const auto next = std::ranges::find(outgoing_, false, &Outgoing::handed_over);
    if (next == outgoing_.end()) return pace_.stop();
    if (!call_ || call_->session() == nullptr || call_->state != ui::ConnectionState::in_call) return;
    next->handed_over = call_->session()->publish({flow(), {}, next->body, {}}).has_value();
}

void RealBoard::point(const base::Bytes& presence) {
    if (!call_ || call_->session() == nullptr || !call_->entered()) return;
    const auto pointers = call_->view.find(pointers_name);
    if (pointers != base::FlowId{}) {
        // What does not fit now is worth nothing later.
        static_cast<void>(call_->session()->publish({pointers, {}, presence, {}}));
        return;
    }
    if (std::exchange(pointers_wanted_, true)) return;
    node::CreateFlow create;
    create.name = pointers_name;
    create.kind = base::FlowKind::live;
    create.terms.desired_delay = 150ms;
    create.terms.loss_delay = 1s;
    create.terms.rate_hz = 25;
    create.terms.message_bytes_max = board::limits::presence_bytes_max;
    create.terms.error_tolerance_permille = 300;
    static_cast<void>(call_->act(create));
}

void RealBoard::clear() {
    outgoing_.clear();
    pace_.stop();
    could_draw_ = pointers_wanted_ = false;
    emit cleared();
    emit changed();
}

/// We come back as a new member. The board says anew what the relay does not have; the node does so in vain.
void RealBoard::handle(const node::PhaseChanged& event) {
    if (!call_->entered() || event.phase != node::Phase::connecting) return;
    std::erase_if(outgoing_, [](const Outgoing& each) { return !each.handed_over; });
    for (auto& each : outgoing_)
        each = {{}, {}, true};
}

void RealBoard::handle(const node::MemberJoined& event) {
    if (event.self) emit changed();
}

/// Somebody closed it: it can be made again.
void RealBoard::handle(const node::FlowRemoved& /*event*/) {
    if (call_->view.find(pointers_name) == base::FlowId{}) pointers_wanted_ = false;
}

void RealBoard::handle(const node::TokenChanged& /*event*/) {
    if (std::exchange(could_draw_, may_draw()) != may_draw()) emit changed();
}

void RealBoard::handle(const node::MessageReceived& event) {
    if (event.sender == call_->view.self()) return;
    if (event.flow == call_->view.find(pointers_name)) {
        if (!call_->is_blocked(event.sender)) emit pointed(event.sender, event.body);
        return;
    }
    const auto* declared = call_->view.find(event.flow);
    if (declared == nullptr || declared->spec.kind != base::FlowKind::board || event.flow != flow()) return;
    auto body = board::open_envelope(event.sender, event.body);
    if (body) emit received({{event.sender, person_of(event.sender)}, board::Authority::manage, std::move(*body)});
}

void RealBoard::handle(const node::MessagePublished& event) {
    if (event.flow != flow()) return;
    const auto next = std::ranges::find_if(
        outgoing_, [](const Outgoing& each) { return each.handed_over && !each.sequence.has_value(); });
    if (next != outgoing_.end()) next->sequence = event.sequence;
}

void RealBoard::handle(const node::MessageAccepted& event) {
    if (event.flow != flow()) return;
    while (!outgoing_.empty() && outgoing_.front().sequence && *outgoing_.front().sequence <= event.sequence) {
        const auto publication = outgoing_.front().publication;
        outgoing_.pop_front();
        if (publication != board::Publication{}) emit accepted(publication);
    }
}

void RealBoard::handle(const node::MessageRefused& event) {
    if (event.flow != flow()) return;
    refuse(std::ranges::find(outgoing_, std::optional{event.sequence}, &Outgoing::sequence));
}

void RealBoard::handle(const node::MessagesMissed& event) {
    if (event.flow == flow()) emit missed();
}

void RealBoard::handle(const node::CommandRefused& event) {
    if (event.command != node::CommandKind::of<node::Publish>() || event.flow != flow()) return;
    const auto next = std::ranges::find_if(
        outgoing_, [](const Outgoing& each) { return each.handed_over && !each.sequence.has_value(); });
    if (next == outgoing_.end()) return;
    // There will be room, or agreement, again.
    const bool later = event.error == node::CommandError::queue_full || event.error == node::CommandError::suspended ||
                       event.error == node::CommandError::wrong_state;
    if (later)
        next->handed_over = false;
    else
        refuse(next);
}

/// With all that comes after it and counts on it.
void RealBoard::refuse(std::deque<Outgoing>::iterator from) {
    if (from == outgoing_.end()) return;
    const auto publication = from->publication;
    from = outgoing_.erase(from);
    if (publication == board::Publication{}) return;
    // Those that are with the relay already are refused by everybody for their numbers.
    outgoing_.erase(std::remove_if(from, outgoing_.end(), [](const Outgoing& each) { return !each.handed_over; }),
                    outgoing_.end());
    emit refused(publication);
}

} // namespace plenum::app
