// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/session_port.h"
#include "ui/port/simulated_world.h"

namespace plenum::ui {

/// Coming into the simulated conference and leaving it.
class SimulatedSession : public SessionPort {
    Q_OBJECT

  public:
    static constexpr auto example_link = "plenum://127.0.0.1:7700/demo-conference#3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAA";

    struct Pace {
        /// Ticks from host or join to being in the call, a third for each state on the way.
        int ticks_to_join{12};
        /// Ticks that whoever joins waits to be let in; negative: for ever, 0: not at all.
        int ticks_to_wait{0};
    };
    /// `world` outlives this.
    SimulatedSession(SimulatedWorld& world, Pace pace) : world_{world}, pace_{pace} {}

    // SessionPort
    void host(const HostRequest& request) override;
    void join(const JoinRequest& request) override;
    void leave() override;
    void leave_relay_running() override;
    [[nodiscard]] bool relay_running() const override { return relay_running_; }
    void stop_relay() override;
    void end_for_all() override;
    [[nodiscard]] std::optional<LinkFacts> read_link(const QString& text) const override;
    [[nodiscard]] ConnectionState state() const override { return world_.state; }
    [[nodiscard]] ConferenceFacts conference() const override { return world_.facts; }
    [[nodiscard]] EncryptionFacts encryption() const override;
    [[nodiscard]] bool simulated() const override { return true; }

    void tick();
    void tell_facts() { emit conference_changed(world_.facts); }

    // What a test lets happen
    /// The link of conferences that we join from now on, as they then tell it.
    void set_joined_link(const QString& link) { joined_link_ = link; }
    /// The moderator of a conference that we joined lets us in.
    void let_us_in();
    void lose_relay() { set_state(ConnectionState::reconnecting); }
    void find_relay() { set_state(ConnectionState::in_call); }
    /// The relay of the conference that we joined runs in the host's program, and not on a server.
    void make_hosted();
    void end(EndReason reason, const QString& detail = {});

  signals:
    /// Another conference begins, and nothing of the one before counts.
    void begun();
    /// We are in the call.
    void entered();
    /// For tests: by which link a conference was joined.
    void join_asked(const QString& link);
    /// For tests: what was asked for.
    void host_asked(const plenum::ui::HostRequest& request);

  private:
    void begin(const QString& name, bool hosting);
    void enter_call();
    void set_state(ConnectionState state);

    SimulatedWorld& world_;
    Pace pace_;
    QString joined_link_{QString::fromLatin1(example_link)};
    int waited_ticks_{0};
    bool relay_running_{false};
    /// What we host runs on a relay server.
    bool elsewhere_{false};
};

} // namespace plenum::ui
