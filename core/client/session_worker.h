// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/client/events.h"
#include "core/client/relay_lookup.h"
#include "core/client/session_queues.h"
#include "core/client/session_status.h"
#include "core/runtime/net/event_loop.h"
#include "core/runtime/net/resolver.h"

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
/// Join the conference of this link.
struct JoinGoal {
    node::ConferenceLink link;
    std::string display_name;
    node::RelayStandby standby{};
};
/// Create a conference at a relay server, without joining it.
struct CreateGoal {
    runtime::HostPort relay;
    std::string title;
    log::Policy policy;
};
using Goal = std::variant<HostGoal, JoinGoal, CreateGoal>;

[[nodiscard]] Finished because(node::EndReason reason);
[[nodiscard]] Finished because(FailReason reason);

/// The part of a session that lives on its loop's thread: turns a goal into commands, tells events and finishes. Public
/// members are for that thread, but those marked otherwise.
class SessionWorker final : public runtime::Sink {
  public:
    SessionWorker(Goal goal, runtime::Signal events_signal, runtime::Signal media_signal);

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

    /// For any thread.
    SessionQueues queues;
    SessionStatus status;

  private:
    void handle_resolved(runtime::Resolved resolved);
    void try_next_address();
    void send(node::Command command);
    template <class Inner>
    void tell(Inner& event) {
        if (!queues.push(event)) finish(because(FailReason::not_drained));
    }
    void begin_closing(node::Command command);
    void linger();
    void resume();
    void handle_ended(node::EndReason reason);
    void finish(Finished last);
    /// A relay of this program has a conference: its host's, or one that it took over.
    [[nodiscard]] bool serves() const {
        return relay_.sessions > 0 && (std::holds_alternative<HostGoal>(goal_) || relay_.conferences > 0);
    }

    void handle(node::ConferenceCreated& event);
    void handle(node::PhaseChanged& event);
    void handle(node::LinkHealth& event);
    void handle(node::CommandRefused& event);
    void handle(node::RelayIncident&) {} // for logs of relays that somebody runs
    void handle(node::RelayStatus& event);
    void handle(node::Ended& event);
    template <class Other>
    void handle(Other& event) {
        tell(event);
    }

    Goal goal_;
    runtime::EventLoop* loop_{nullptr};
    RelayLookup lookup_;
    /// The relay has answered; from then on the node itself comes back to it.
    bool reached_{false};
    bool closing_{false};
    /// Of the longest that leaving may take.
    runtime::TimerId leave_timer_{};
    bool relay_closing_{false};
    /// The host left, and the relay goes on.
    bool relay_stays_{false};
    /// Of the wait for members who lost their links.
    runtime::TimerId linger_timer_{};
    std::optional<base::LocalTime> resumes_until_;
    /// Why the endpoint is over; the host's relay may still be telling the others.
    std::optional<node::EndReason> ended_;
    node::RelayStatus relay_{};
};

} // namespace plenum::client
