// SPDX-License-Identifier: Apache-2.0
#include "core/tree/exchange/poll_exchange.h"

#include "core/base/overloaded.h"

#include <algorithm>
#include <utility>

namespace plenum::tree {
namespace {

/// The node's queues have moved on by then.
constexpr base::Duration again_after = std::chrono::milliseconds{100};

} // namespace

void PollExchange::handle(const node::Event& event, base::LocalTime now) {
    if (flows_.handle(event)) return;
    if (const auto* health = std::get_if<node::LinkHealth>(&event)) {
        clock_ = health->clock;
    } else if (const auto* packet = std::get_if<node::TreePacketReceived>(&event)) {
        asker_.handle_packet(packet->packet, now);
        voter_.handle_packet(packet->packet, now);
    } else if (const auto* message = std::get_if<node::MessageReceived>(&event)) {
        handle(*message, now);
    } else if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        if (phase->phase != node::Phase::joined) return;
        voter_.handle_joined(now);
        asker_.handle_moved(now);
    } else {
        handle_person(event, now);
    }
}

void PollExchange::handle_person(const node::Event& event, base::LocalTime now) {
    if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        handle_joined(*joined, now);
    } else if (const auto* changed = std::get_if<node::MemberRoleChanged>(&event)) {
        if (changed->role == node::MemberRole::moderator)
            moderators_.insert(changed->member);
        else
            moderators_.erase(changed->member);
        // Relays pass on no packets of the asker any more.
        if (changed->member == self_ && !may_ask()) asker_.end(PollEnd::ended, now);
    } else if (const auto* left = std::get_if<node::MemberLeft>(&event)) {
        members_.erase(left->member);
        moderators_.erase(left->member);
        book_.handle_left(left->member);
        settle(now);
    }
}

void PollExchange::handle_joined(const node::MemberJoined& joined, base::LocalTime now) {
    members_.insert(joined.member);
    if (joined.role == node::MemberRole::moderator) moderators_.insert(joined.member);
    if (!joined.self) return asker_.say_again();
    if (joined.member == self_) return;
    // A new membership: the earlier one asks nothing and answers nothing any more.
    book_.handle_left(self_);
    self_ = joined.member;
    given_back_.reset();
    asker_.set_self(self_);
    voter_.stop();
    settle(now);
}

void PollExchange::handle(const node::MessageReceived& message, base::LocalTime now) {
    const auto asker = flows_.asker_of(message.flow);
    if (asker.value() == 0 || message.sender != asker) return;
    if (const auto said = decode_poll_message(message.body)) take(asker, *said, message.sent_at, now);
}

void PollExchange::take(base::MemberIndex asker, const PollMessage& message, base::ConferenceTime said_at,
                        base::LocalTime now) {
    std::visit(base::Overloaded{[&](const PollAsked& asked) {
                                    if (moderators_.contains(asker)) book_.handle(asker, asked, said_at);
                                },
                                [&](const PollCounted& counted) { book_.handle(asker, counted); }},
               message);
    settle(now);
}

void PollExchange::settle(base::LocalTime now) {
    const auto* open = book_.open();
    const bool own = open != nullptr && open->key.asker == self_;
    if (!own) asker_.end(PollEnd::replaced, now);
    if (open == nullptr || own || self_.value() == 0) return voter_.stop();
    voter_.follow(self_, open->key);
}

PollExchange::Done PollExchange::ask(PollQuestion question, base::LocalTime now) {
    if (!is_sound(question)) return std::unexpected{PollError::bad_question};
    if (self_.value() == 0 || !clock_) return std::unexpected{PollError::not_ready};
    if (!may_ask()) return std::unexpected{PollError::not_permitted};
    // In µs, as others get it.
    base::ConferenceTime at{base::from_us(base::to_us(clock_->to_conference(now).time_since_epoch()))};
    // Also where clocks differ, what is asked later replaces.
    if (const auto* open = book_.open()) at = std::max(at, open->asked_at + std::chrono::microseconds{1});
    if (const auto last = asker_.finish(PollEnd::replaced)) book_.handle(self_, *last);
    const auto asked = asker_.ask(std::move(question), at, now);
    book_.handle(self_, asked, at);
    settle(now);
    return {};
}

PollExchange::Done PollExchange::answer(const PollKey& poll, std::optional<std::size_t> choice, base::LocalTime now) {
    const auto* open = book_.open();
    if (open == nullptr || open->key != poll) return std::unexpected{PollError::over};
    if (choice && *choice >= open->votes.size()) return std::unexpected{PollError::no_such_choice};
    book_.set_own_answer(poll, choice);
    if (asker_.asks(poll))
        asker_.answer(choice);
    else
        voter_.answer(choice, now);
    return {};
}

PollExchange::Done PollExchange::end(const PollKey& poll, base::LocalTime now) {
    if (poll.asker != self_) return std::unexpected{PollError::not_permitted};
    const auto* open = book_.open();
    if (open == nullptr || open->key != poll) return std::unexpected{PollError::over};
    asker_.end(PollEnd::ended, now);
    return {};
}

bool PollExchange::give_up_unheard(const node::Event& event) {
    const auto* refused = std::get_if<node::CommandRefused>(&event);
    const auto* open = book_.open();
    const bool own = open != nullptr && open->key.asker == self_;
    const bool unheard = refused != nullptr && refused->command == node::CommandKind::of<node::CreateFlow>() &&
                         refused->flow_name == PollFlows::creation(self_).name && flows_.of(self_).value() == 0;
    if (!own || !unheard) return false;
    if (const auto last = asker_.finish(PollEnd::ended)) book_.handle(self_, *last);
    asker_.forget();
    return true;
}

std::optional<base::FlowId> PollExchange::abandoned_flow() const {
    if (!may_ask() || flows_.of(self_).value() == 0) return std::nullopt;
    const auto flow = flows_.abandoned(members_);
    return flow == closed_ ? std::nullopt : flow;
}

void PollExchange::give_back(PollCommand command, base::LocalTime now) {
    given_back_ = std::move(command);
    again_due_ = now + again_after;
}

std::optional<PollCommand> PollExchange::poll(base::LocalTime now) {
    if (given_back_) return again_due_ <= now ? std::exchange(given_back_, std::nullopt) : std::nullopt;
    // Who left cannot close theirs, and there is room for a few.
    if (const auto flow = abandoned_flow()) {
        closed_ = *flow;
        return node::CloseFlow{*flow};
    }
    voter_.handle_wakeup(now);
    if (auto packet = voter_.poll()) return node::SendTreePacket{*std::move(packet)};
    while (auto output = asker_.poll(flows_.of(self_), now)) {
        if (auto* command = std::get_if<PollCommand>(&*output)) return std::move(*command);
        if (const auto* counted = std::get_if<PollCounted>(&*output)) take(self_, *counted, {}, now);
    }
    return std::nullopt;
}

base::LocalTime PollExchange::next_wakeup() const {
    if (given_back_) return again_due_;
    if (abandoned_flow()) return {};
    return std::min(voter_.next_wakeup(), asker_.next_wakeup(flows_.of(self_)));
}

} // namespace plenum::tree
