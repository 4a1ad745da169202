// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/relay_session.h"

namespace plenum::node {

/// What parts of a relay ask of it for a session.
class SessionHandler {
  public:
    SessionHandler() = default;
    SessionHandler(const SessionHandler&) = delete;
    SessionHandler& operator=(const SessionHandler&) = delete;

    virtual void handle_control(RelaySession& session, wire::ControlMessage& message, base::LocalTime now) = 0;
    /// The session's client, a member, says how far it has read.
    virtual void attach(RelaySession& session, const wire::Attach& attach, base::LocalTime now) = 0;
    /// The same run of a program has one session; a silent older one is not waited for.
    virtual void replace_older(RelaySession& newer, base::LocalTime now) = 0;

  protected:
    ~SessionHandler() = default;
};

} // namespace plenum::node
