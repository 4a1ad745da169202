// SPDX-License-Identifier: Apache-2.0
#include "core/client/session_worker.h"

#include "core/base/overloaded.h"
#include "core/client/session.h"
#include "core/runtime/clock.h"

#include <utility>

namespace plenum::client {

namespace {

template <class Alternative>
bool is_refusal_of(const node::CommandRefused& refused) {
    return refused.command == node::CommandKind::of<Alternative>();
}

} // namespace

Finished because(node::EndReason reason) { return {reason, std::string{explain(reason)}}; }
Finished because(FailReason reason) { return {reason, std::string{explain(reason)}}; }

SessionWorker::SessionWorker(Goal goal, runtime::Signal events_signal, runtime::Signal media_signal)
    : queues{std::move(events_signal), std::move(media_signal)},
      goal_{std::move(goal)} {}

void SessionWorker::attach(runtime::EventLoop& loop) { loop_ = &loop; }

void SessionWorker::begin() {
    const auto look_up = [this](const runtime::HostPort& where) {
        node::PhaseChanged connecting{node::Phase::connecting};
        tell(connecting);
        lookup_.begin(where, *loop_, [this](runtime::Resolved resolved) { handle_resolved(std::move(resolved)); });
    };
    const base::Overloaded set_out{
        [this](const HostGoal& goal) {
            if (goal.resumed) return resume();
            send(node::CreateConference{goal.self, goal.host, goal.port, goal.title, goal.policy});
        },
        [&](const JoinGoal& goal) { look_up({goal.link.host, goal.link.port}); },
        [&](const CreateGoal& goal) { look_up(goal.relay); },
    };
    std::visit(set_out, goal_);
}

/// Members come back within the time that they take to dial again.
void SessionWorker::resume() {
    const auto& goal = std::get<HostGoal>(goal_);
    if (!resumes_until_) {
        node::ConferenceCreated created{*goal.resumed};
        tell(created);
        resumes_until_ = runtime::now() + goal.relay_linger;
    }
    send(node::JoinConference{*goal.resumed, goal.self, goal.display_name});
}

void SessionWorker::handle_resolved(runtime::Resolved resolved) {
    if (closing_ || status.finished()) return;
    if (!resolved) return finish({FailReason::unknown_host, resolved.error()});
    std::erase_if(*resolved, [this](const auto& address) { return !loop_->socket().can_reach(address); });
    if (resolved->empty())
        return finish({FailReason::unknown_host, "The relay has only IPv6 addresses, and this machine has no IPv6."});
    lookup_.take(std::move(*resolved));
    try_next_address();
}

void SessionWorker::try_next_address() {
    const auto relay = lookup_.next();
    const base::Overloaded ask{
        [](const HostGoal&) {},
        [&](const JoinGoal& goal) { send(node::JoinConference{goal.link, relay, goal.display_name, goal.standby}); },
        [&](const CreateGoal& goal) {
            send(node::CreateConference{relay, goal.relay.host, goal.relay.port, goal.title, goal.policy});
        },
    };
    std::visit(ask, goal_);
}

void SessionWorker::send(node::Command command) {
    // The application filled the box: after what is in it there is room.
    if (loop_->post(command)) return;
    if (!loop_->run_soon([this, again = std::move(command)] { send(again); })) finish(because(FailReason::broken_off));
}

void SessionWorker::begin_closing(node::Command command) {
    if (std::exchange(closing_, true) || status.finished()) return;
    leave_timer_ = loop_->call_after(Session::leave_time_max,
                                     [this] { finish(ended_ ? because(*ended_) : because(FailReason::broken_off)); });
    send(std::move(command));
}

void SessionWorker::leave() {
    if (relay_stays_) return close_relay();
    begin_closing(node::LeaveConference{});
}
void SessionWorker::end() { begin_closing(node::EndConference{}); }

void SessionWorker::close_relay() {
    if (!std::holds_alternative<HostGoal>(goal_)) return leave();
    if (std::exchange(relay_stays_, false)) {
        closing_ = false;
        // Nobody is there to be told.
        if (ended_ && relay_.sessions == 0) return finish(because(*ended_));
    }
    relay_closing_ = true;
    begin_closing(node::CloseRelay{});
}

void SessionWorker::leave_relay_running() {
    if (!std::holds_alternative<HostGoal>(goal_)) return leave();
    if (std::exchange(closing_, true) || status.finished()) return;
    relay_stays_ = true;
    send(node::LeaveConference{});
}

/// Nobody is there; whoever lost the link may come back.
void SessionWorker::linger() {
    loop_->cancel(linger_timer_);
    linger_timer_ = loop_->call_after(std::get<HostGoal>(goal_).relay_linger, [this] {
        if (relay_stays_ && relay_.sessions == 0) finish(because(*ended_));
    });
}

void SessionWorker::handle_ended(node::EndReason reason) {
    if (reason == node::EndReason::no_answer && !reached_ && !closing_ && lookup_.has_next()) return try_next_address();
    if (ended_) return;
    const bool resuming = resumes_until_ && !reached_ && !closing_ && runtime::now() < *resumes_until_;
    if (reason == node::EndReason::no_answer && resuming) return resume();
    // To the host its own relay's closing is leaving.
    ended_ = relay_closing_ ? node::EndReason::left : reason;
    if (relay_stays_) {
        if (relay_.sessions == 0) linger();
        return;
    }
    if (!serves()) return finish(because(*ended_));
    // The others of this relay are told before it goes away.
    if (std::exchange(relay_closing_, true)) return;
    const bool goes_on = !std::holds_alternative<HostGoal>(goal_) && reason != node::EndReason::ended_for_all;
    const node::CloseRelay close{goes_on ? node::RelayClosing::handing_over : node::RelayClosing::for_good};
    if (!closing_) return begin_closing(close);
    send(close);
}

void SessionWorker::finish(Finished last) {
    if (!status.finish()) return;
    queues.finish(std::move(last));
    status.tell_finished();
    loop_->stop();
}

void SessionWorker::close() {
    finish(because(FailReason::broken_off));
    lookup_.stop();
}

void SessionWorker::handle_event(node::Event event) {
    std::visit([this](auto& inner) { handle(inner); }, event);
}

void SessionWorker::handle_notice(runtime::StoreNotice notice) {
    if (!queues.events.push(Warning{std::move(notice.sentence)})) finish(because(FailReason::not_drained));
}

void SessionWorker::handle(node::ConferenceCreated& event) {
    auto link = event.link;
    tell(event);
    if (std::holds_alternative<CreateGoal>(goal_)) return finish(because(node::EndReason::left));
    const auto* host = std::get_if<HostGoal>(&goal_);
    if (host != nullptr && !closing_) send(node::JoinConference{std::move(link), host->self, host->display_name});
}

void SessionWorker::handle(node::PhaseChanged& event) {
    reached_ = reached_ || event.phase != node::Phase::connecting;
    tell(event);
}

void SessionWorker::handle(node::LinkHealth& event) {
    status.set_clock(event.clock);
    tell(event);
}

void SessionWorker::handle(node::CommandRefused& event) {
    tell(event);
    // With nothing to leave or end, that is what was wanted.
    if (closing_ && is_refusal_of<node::LeaveConference>(event)) return handle_ended(node::EndReason::left);
    if (is_refusal_of<node::EndConference>(event)) {
        closing_ = false;
        loop_->cancel(leave_timer_);
    }
}

void SessionWorker::handle(node::RelayStatus& event) {
    relay_ = event;
    tell(event);
    if (!ended_ || relay_.sessions != 0) return;
    if (relay_stays_) return linger();
    finish(because(*ended_));
}

void SessionWorker::handle(node::Ended& event) { handle_ended(event.reason); }

} // namespace plenum::client
