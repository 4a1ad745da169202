// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/client/event_queue.h"
#include "core/client/events.h"
#include "core/runtime/event_loop.h"
#include "core/runtime/resolver.h"

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace plenum::client {

/// What a session is for.
struct HostGoal {
    /// Where the node's own relay is, for its own endpoint.
    base::Address self;
    /// For the link.
    std::string host;
    std::uint16_t port{0};
    std::string title;
    std::string display_name;
    log::Policy policy;
    base::Duration relay_linger{};
    /// Of a conference whose members are to give it back.
    std::optional<node::ConferenceLink> resumed{};
};
struct JoinGoal {
    node::ConferenceLink link;
    std::string display_name;
};
struct CreateGoal {
    runtime::HostPort relay;
    std::string title;
    log::Policy policy;
};
using Goal = std::variant<HostGoal, JoinGoal, CreateGoal>;

/// The part of a session that lives on its loop's thread: turns a goal into commands, sorts events onto the two queues,
/// and finishes. Public members are for that thread, but those marked otherwise.
class SessionWorker final : public runtime::Sink {
  public:
    SessionWorker(Goal goal, runtime::Signal events_signal, runtime::Signal media_signal);
    ~SessionWorker() override;

    /// Before the loop runs. The loop must outlive the last call on its thread.
    void attach(runtime::EventLoop& loop);
    /// Looks the relay up and sets out.
    void begin();
    void leave();
    void end();
    void close_relay();
    void leave_relay_running();
    /// After the loop returned: the last event, if none was given.
    void close();

    void handle_event(node::Event event) override;
    void handle_notice(runtime::StoreNotice notice) override;

    /// Any thread.
    EventQueue<Event> events;
    EventQueue<MediaEvent> media;
    /// Any thread.
    [[nodiscard]] bool finished() const;
    [[nodiscard]] bool wait_finished(base::Duration timeout) const;
    [[nodiscard]] std::optional<base::ClockOffset> conference_clock() const;

  private:
    struct ResolverPort;

    void detach();
    void look_up(const runtime::HostPort& where);
    void handle_resolved(runtime::Resolved resolved);
    void try_next_address();
    void send(node::Command command);
    void tell(Event event);
    void begin_closing(node::Command command);
    void linger();
    void resume();
    void handle_ended(node::EndReason reason);
    void finish(std::variant<node::EndReason, FailReason> reason, std::string sentence);
    void finish(node::EndReason reason) { finish(reason, std::string{explain(reason)}); }
    void finish(FailReason reason) { finish(reason, std::string{explain(reason)}); }

    void handle(node::MessageReceived& event);
    void handle(node::KeyFrameRequested& event);
    void handle(node::FlowDeclared& event);
    void handle(node::ConferenceCreated& event);
    void handle(node::PhaseChanged& event);
    void handle(node::LinkHealth& event);
    void handle(node::CommandRefused& event);
    void handle(node::RelayIncident&) {} // for logs of relays that somebody runs
    void handle(node::RelayStatus& event);
    void handle(node::Ended& event);
    template <class Other>
    void handle(Other& event) {
        tell(node::Event{std::move(event)});
    }

    Goal goal_;
    runtime::EventLoop* loop_{nullptr};
    std::shared_ptr<ResolverPort> resolver_;
    /// Of the relay, in the order to try them.
    std::vector<base::Address> addresses_;
    std::size_t addresses_tried_{0};
    /// The relay has answered; from then on the node itself comes back to it.
    bool reached_{false};
    bool closing_{false};
    bool relay_closing_{false};
    /// The host left, and the relay goes on.
    bool relay_stays_{false};
    /// Of the wait for members who lost their links; an older one does nothing.
    std::uint64_t linger_number_{0};
    std::optional<base::LocalTime> resumes_until_;
    /// Why the endpoint is over; the host's relay may still be telling the others.
    std::optional<node::EndReason> ended_;
    std::size_t relay_sessions_{0};
    std::map<base::FlowId, base::FlowKind> flows_;

    mutable std::mutex mutex_;
    mutable std::condition_variable finished_changed_;
    bool finished_{false};
    std::optional<base::ClockOffset> clock_;
};

} // namespace plenum::client
