// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_board.h"

#include "core/base/overloaded.h"
#include "core/board/envelope.h"
#include "core/board/exchange/person.h"
#include "core/board/limits.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace plenum::app {

using namespace std::chrono_literals;

RealBoard::RealBoard(std::optional<CurrentCall>& call) : call_{call} {
    pace_.setInterval(std::chrono::ceil<std::chrono::milliseconds>(board::Outbox::pace));
    connect(&pace_, &QTimer::timeout, this, &RealBoard::send_next);
    patience_.setSingleShot(true);
    connect(&patience_, &QTimer::timeout, this, &RealBoard::exchange);
}

base::FlowId RealBoard::flow() const { return call_ ? call_->view.own(base::FlowKind::board) : base::FlowId{}; }

board::Author RealBoard::self() const {
    if (!call_ || !call_->entered()) return {};
    return {call_->view.self(), board::person_of(call_->view.identity_of(call_->view.self()))};
}

bool RealBoard::may_draw() const {
    return call_ && call_->entered() && flow() != base::FlowId{} && call_->floors.may_send(base::FlowKind::board);
}

void RealBoard::publish(board::Publication publication, board::Authority authority, const base::Bytes& message) {
    outbox_.push(publication, authority, board::enclose(self().sender, message));
    if (pace_.isActive()) return;
    pace_.start();
    send_next();
}

void RealBoard::send_next() {
    const auto next = outbox_.next(flow());
    if (!next) {
        if (outbox_.empty()) pace_.stop();
        return;
    }
    if (!call_ || call_->session() == nullptr || call_->state != ui::ConnectionState::in_call) return;
    if (!call_->session()->publish(*next)) return;
    if (auto* media = call_->media()) media->tap().own_message(*next);
    outbox_.note_handed_over();
}

void RealBoard::point(const base::Bytes& presence) {
    if (!call_ || call_->session() == nullptr || !call_->entered()) return;
    const auto pointers = call_->view.find(board::pointers_flow);
    if (pointers != base::FlowId{}) {
        // What does not fit now is worth nothing later.
        const node::Publish message{pointers, {}, presence, {}};
        if (!call_->session()->publish(message)) return;
        if (auto* media = call_->media()) media->tap().own_message(message);
        return;
    }
    if (std::exchange(pointers_wanted_, true)) return;
    node::CreateFlow create;
    create.name = board::pointers_flow;
    create.kind = base::FlowKind::live;
    create.terms.desired_delay = 150ms;
    create.terms.loss_delay = 1s;
    create.terms.rate_hz = 25;
    create.terms.message_bytes_max = board::limits::presence_bytes_max;
    create.terms.error_tolerance_permille = 300;
    static_cast<void>(call_->act(create));
}

void RealBoard::note_gaps(bool gaps) {
    asker_.note_gaps(gaps);
    exchange();
}

void RealBoard::tell_frontier(const board::Frontier& frontier) {
    asker_.request(frontier);
    exchange();
}

void RealBoard::give_copy(const board::Copy& copy, bool complete, bool behind) {
    if (const auto* request = giver_.asked(); request != nullptr && behind) asker_.note_more(request->by);
    giver_.give(copy, complete && !behind && !asker_.is_unsure());
    exchange();
}

bool RealBoard::carry_out(const board::ExchangeCommand& command) {
    const auto publish = [this](const node::Publish& message) {
        return call_->session()->publish(message).has_value();
    };
    return std::visit(base::Overloaded{publish, [this](const auto& act) { return call_->act(act); }}, command);
}

void RealBoard::exchange() {
    if (!call_ || call_->session() == nullptr || !call_->entered()) return;
    // A queue that is full now loses what is taken from here; the other side asks again.
    for (bool going = true; going;) {
        const auto piece = giver_.next();
        const auto act = asker_.act(client::Session::now());
        if (piece) going = carry_out(*piece);
        if (act) going = carry_out(*act) && going;
        going = going && (piece || act);
    }
    const auto due = asker_.due();
    if (due == base::local_time_max) return patience_.stop();
    patience_.start(std::chrono::ceil<std::chrono::milliseconds>(std::max(due - client::Session::now(), {})));
}

void RealBoard::clear() {
    outbox_.clear();
    authority_ = {};
    asker_ = {};
    giver_ = {};
    pace_.stop();
    patience_.stop();
    could_draw_ = pointers_wanted_ = missed_past_ = false;
    emit cleared();
    emit changed();
}

void RealBoard::handle(const node::Event& event) {
    for (const auto& [publication, was_accepted] : outbox_.handle(event, flow())) {
        if (was_accepted)
            emit accepted(publication);
        else
            emit refused(publication);
    }
    if (authority_.handle(event)) emit changed();
    asker_.handle(event, client::Session::now());
    giver_.handle(event);
    if (const auto* received = std::get_if<node::MessageReceived>(&event)) {
        handle(*received);
    } else if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        if (joined->self) emit changed();
    } else if (std::holds_alternative<node::FlowRemoved>(event)) {
        // Somebody closed it: it can be made again.
        if (call_->view.find(board::pointers_flow) == base::FlowId{}) pointers_wanted_ = false;
    } else if (std::holds_alternative<node::TokenChanged>(event)) {
        if (std::exchange(could_draw_, may_draw()) != may_draw()) emit changed();
    }
    const auto bytes = asker_.take();
    if (const auto copy = bytes ? board::decode_copy(*bytes) : std::nullopt) emit copied(*copy);
    if (asker_.is_asked()) emit frontier_wanted();
    if (const auto* request = giver_.asked()) emit copy_wanted(board::Frontier{request->seen});
    exchange();
    if (std::exchange(missed_past_, misses_past()) != misses_past()) emit changed();
}

void RealBoard::handle(const node::MessageReceived& event) {
    if (event.sender == call_->view.self()) return;
    if (event.flow == call_->view.find(board::pointers_flow)) {
        if (!call_->is_blocked(event.sender)) emit pointed(event.sender, event.body);
        return;
    }
    if (event.flow != flow() || flow() == base::FlowId{}) return;
    auto body = board::open_envelope(event.sender, event.body);
    const auto person = board::person_of(call_->view.identity_of(event.sender));
    if (body) emit received({{event.sender, person}, event.flags.authority(), std::move(*body)});
}

} // namespace plenum::app
