// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/port_types.h"

#include <QObject>

#include <optional>

namespace plenum::ui {

/// The conference that we are in: how we come into it, what it is, and how we leave it.
///
/// States: idle → starting (host only: the relay comes up, or makes the conference) → connecting → joining (⇄ waiting)
/// → in_call ⇄ reconnecting → ended; from any of them to ended. `host` and `join` are accepted in idle and ended.
class SessionPort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    /// Makes a conference, on a relay in this program or on the one asked for, and joins it as moderator.
    virtual void host(const HostRequest& request) = 0;
    virtual void join(const JoinRequest& request) = 0;
    /// Ends in `ended` with EndReason::left, or lost or unanswered where the relay does not answer. Also cancels host,
    /// join and reconnecting. Where the relay runs in this program (ConferenceFacts::hosted_here), it is the end for
    /// everyone.
    virtual void leave() = 0;
    /// Leaves, and the relay in this program runs until the last member has left; relay_running_changed tells when.
    virtual void leave_relay_running() = 0;
    /// Whether a relay runs in this program for a conference that we left.
    [[nodiscard]] virtual bool relay_running() const = 0;
    /// Ends the conference of that relay for everyone in it.
    virtual void stop_relay() = 0;
    /// Moderators only: everybody's call ends. For us with EndReason::ended_by_self.
    virtual void end_for_all() = 0;
    /// What a well-formed conference link tells; nullopt for any other text. No network; cheap enough for every key
    /// press.
    [[nodiscard]] virtual std::optional<LinkFacts> read_link(const QString& text) const = 0;
    [[nodiscard]] virtual ConnectionState state() const = 0;
    /// Valid from in_call on.
    [[nodiscard]] virtual ConferenceFacts conference() const = 0;
    [[nodiscard]] virtual EncryptionFacts encryption() const = 0;
    /// True for a port without a network behind it; the client then says so.
    [[nodiscard]] virtual bool simulated() const { return false; }

  signals:
    void state_changed(plenum::ui::ConnectionState state);
    /// Comes just before state_changed(ended).
    void ended(const plenum::ui::EndFacts& facts);
    void relay_running_changed();
    /// Also when the link, who may come in, or what we may do changes.
    void conference_changed(const plenum::ui::ConferenceFacts& facts);
    void encryption_changed(const plenum::ui::EncryptionFacts& facts);
    /// Confirmed, where nothing was said since the call began.
    void agreement_changed(plenum::ui::Agreement agreement);
};

} // namespace plenum::ui
