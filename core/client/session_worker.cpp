// SPDX-License-Identifier: Apache-2.0
#include "core/client/session_worker.h"

#include "core/client/session.h"
#include "core/runtime/clock.h"

#include <utility>

namespace plenum::client {

namespace {

template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};

template <class Alternative>
bool is_refusal_of(const node::CommandRefused& refused) {
    return refused.command == node::Command{Alternative{}}.index();
}

} // namespace

/// Through which an answer of a name server finds the loop, if it is still there.
struct SessionWorker::ResolverPort {
    std::mutex mutex;
    SessionWorker* worker{nullptr};

    void handle(runtime::Resolved resolved) {
        const std::lock_guard lock{mutex};
        if (worker == nullptr) return;
        worker->loop_->run_soon(
            [to = worker, answer = std::move(resolved)]() mutable { to->handle_resolved(std::move(answer)); });
    }
};

SessionWorker::SessionWorker(Goal goal, runtime::Signal events_signal, runtime::Signal media_signal)
    : events{std::move(events_signal), {events_max, event_bytes_max}},
      media{std::move(media_signal), {media_events_max, media_bytes_max}},
      goal_{std::move(goal)},
      resolver_{std::make_shared<ResolverPort>()} {
    resolver_->worker = this;
}

SessionWorker::~SessionWorker() { detach(); }

void SessionWorker::attach(runtime::EventLoop& loop) { loop_ = &loop; }

void SessionWorker::begin() {
    const Overloaded set_out{
        [this](const HostGoal& goal) {
            if (goal.resumed) return resume();
            send(node::CreateConference{goal.self, goal.host, goal.port, goal.title, goal.policy});
        },
        [this](const JoinGoal& goal) { look_up({goal.link.host, goal.link.port}); },
        [this](const CreateGoal& goal) { look_up(goal.relay); },
    };
    std::visit(set_out, goal_);
}

/// Members come back within the time that they take to dial again.
void SessionWorker::resume() {
    const auto& goal = std::get<HostGoal>(goal_);
    if (!resumes_until_) {
        tell(node::Event{node::ConferenceCreated{*goal.resumed}});
        resumes_until_ = runtime::now() + goal.relay_linger;
    }
    send(node::JoinConference{*goal.resumed, goal.self, goal.display_name});
}

void SessionWorker::look_up(const runtime::HostPort& where) {
    tell(node::Event{node::PhaseChanged{node::Phase::connecting}});
    runtime::resolve_async(where,
                           [port = resolver_](runtime::Resolved resolved) { port->handle(std::move(resolved)); });
}

void SessionWorker::handle_resolved(runtime::Resolved resolved) {
    if (closing_ || finished()) return;
    if (!resolved) return finish(FailReason::unknown_host, resolved.error());
    for (const auto& address : *resolved)
        if (loop_->socket().can_reach(address)) addresses_.push_back(address);
    if (addresses_.empty())
        return finish(FailReason::unknown_host, "The relay has only IPv6 addresses, and this machine has no IPv6.");
    try_next_address();
}

void SessionWorker::try_next_address() {
    const auto relay = addresses_[addresses_tried_++];
    const Overloaded ask{
        [](const HostGoal&) {},
        [&](const JoinGoal& goal) { send(node::JoinConference{goal.link, relay, goal.display_name}); },
        [&](const CreateGoal& goal) {
            send(node::CreateConference{relay, goal.relay.host, goal.relay.port, goal.title, goal.policy});
        },
    };
    std::visit(ask, goal_);
}

void SessionWorker::send(node::Command command) {
    // The application filled the box: after what is in it there is room.
    if (!loop_->post(command)) loop_->run_soon([this, again = std::move(command)] { send(again); });
}

void SessionWorker::tell(Event event) {
    if (!events.push(std::move(event))) finish(FailReason::not_drained);
}

void SessionWorker::begin_closing(node::Command command) {
    if (std::exchange(closing_, true) || finished()) return;
    loop_->call_after(Session::leave_time_max, [this] {
        if (ended_) return finish(*ended_);
        finish(FailReason::broken_off);
    });
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
        if (ended_ && relay_sessions_ == 0) return finish(*ended_);
    }
    relay_closing_ = true;
    begin_closing(node::CloseRelay{});
}

void SessionWorker::leave_relay_running() {
    if (!std::holds_alternative<HostGoal>(goal_)) return leave();
    if (std::exchange(closing_, true) || finished()) return;
    relay_stays_ = true;
    send(node::LeaveConference{});
}

/// Nobody is there; whoever lost the link may come back.
void SessionWorker::linger() {
    const auto number = ++linger_number_;
    loop_->call_after(std::get<HostGoal>(goal_).relay_linger, [this, number] {
        if (relay_stays_ && number == linger_number_ && relay_sessions_ == 0) finish(*ended_);
    });
}

void SessionWorker::handle_ended(node::EndReason reason) {
    if (reason == node::EndReason::no_answer && !reached_ && !closing_ && addresses_tried_ < addresses_.size())
        return try_next_address();
    if (ended_) return;
    const bool resuming = resumes_until_ && !reached_ && !closing_ && runtime::now() < *resumes_until_;
    if (reason == node::EndReason::no_answer && resuming) return resume();
    // To the host its own relay's closing is leaving.
    ended_ = relay_closing_ ? node::EndReason::left : reason;
    if (relay_stays_) {
        if (relay_sessions_ == 0) linger();
        return;
    }
    if (!std::holds_alternative<HostGoal>(goal_) || relay_sessions_ == 0) return finish(*ended_);
    // The others of this relay are told before it goes away.
    if (std::exchange(relay_closing_, true)) return;
    if (!closing_) return begin_closing(node::CloseRelay{});
    send(node::CloseRelay{});
}

void SessionWorker::finish(std::variant<node::EndReason, FailReason> reason, std::string sentence) {
    {
        const std::lock_guard lock{mutex_};
        if (finished_) return;
        finished_ = true;
    }
    media.close();
    events.push_last(Finished{reason, std::move(sentence)});
    finished_changed_.notify_all();
    loop_->stop();
}

void SessionWorker::close() {
    finish(FailReason::broken_off);
    detach();
}

void SessionWorker::detach() {
    const std::lock_guard lock{resolver_->mutex};
    resolver_->worker = nullptr;
}

void SessionWorker::handle_event(node::Event event) {
    std::visit([this](auto& inner) { handle(inner); }, event);
}

void SessionWorker::handle_notice(runtime::StoreNotice notice) { tell(Warning{std::move(notice.sentence)}); }

void SessionWorker::handle(node::MessageReceived& event) {
    const auto flow = flows_.find(event.flow);
    if (flow == flows_.end() || !is_media(flow->second)) return tell(node::Event{std::move(event)});
    media.push_over_oldest(MediaMessage{flow->second, std::move(event)});
}

void SessionWorker::handle(node::KeyFrameRequested& event) { media.push_over_oldest(event); }

void SessionWorker::handle(node::FlowDeclared& event) {
    flows_[event.flow] = event.spec.kind;
    tell(node::Event{std::move(event)});
}

void SessionWorker::handle(node::ConferenceCreated& event) {
    auto link = event.link;
    tell(node::Event{std::move(event)});
    if (std::holds_alternative<CreateGoal>(goal_)) return finish(node::EndReason::left);
    const auto* host = std::get_if<HostGoal>(&goal_);
    if (host != nullptr && !closing_) send(node::JoinConference{std::move(link), host->self, host->display_name});
}

void SessionWorker::handle(node::PhaseChanged& event) {
    reached_ = reached_ || event.phase != node::Phase::connecting;
    tell(node::Event{event});
}

void SessionWorker::handle(node::LinkHealth& event) {
    {
        const std::lock_guard lock{mutex_};
        clock_ = event.clock;
    }
    tell(node::Event{event});
}

void SessionWorker::handle(node::CommandRefused& event) {
    tell(node::Event{event});
    // With nothing to leave or end, that is what was wanted.
    if (closing_ && is_refusal_of<node::LeaveConference>(event)) return handle_ended(node::EndReason::left);
    if (is_refusal_of<node::EndConference>(event)) {
        closing_ = false;
        loop_->call_after(base::Duration::zero(), [] {});
    }
}

void SessionWorker::handle(node::RelayStatus& event) {
    relay_sessions_ = event.sessions;
    tell(node::Event{event});
    if (!ended_ || relay_sessions_ != 0) return;
    if (relay_stays_) return linger();
    finish(*ended_);
}

void SessionWorker::handle(node::Ended& event) { handle_ended(event.reason); }

bool SessionWorker::finished() const {
    const std::lock_guard lock{mutex_};
    return finished_;
}

bool SessionWorker::wait_finished(base::Duration timeout) const {
    std::unique_lock lock{mutex_};
    return finished_changed_.wait_for(lock, timeout, [this] { return finished_; });
}

std::optional<base::ClockOffset> SessionWorker::conference_clock() const {
    const std::lock_guard lock{mutex_};
    return clock_;
}

} // namespace plenum::client
