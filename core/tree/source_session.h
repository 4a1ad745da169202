// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/tree/packet.h"
#include "core/tree/reliable_invocations.h"
#include "core/tree/state_setup.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

namespace plenum::tree {

/// The source's end of a session, for any objects: it declares them, sends SSPs, and takes MIPs.
class SourceSession {
  public:
    struct Options {
        SessionKey session;
        base::Duration setup_interval{std::chrono::seconds{1}};
    };
    explicit SourceSession(Options options) : options_{options} {}

    /// Declares an object, or changes it. The session gives sequence numbers. A change is sent with the next SSP.
    void declare(ObjectDeclaration declaration);
    /// Makes an SSP due.
    void hasten_setup(base::LocalTime at);
    /// Numbers of reliable invocations may begin anew.
    void forget_senders() { seen_.clear(); }
    [[nodiscard]] bool is_setup_due(base::LocalTime now) const { return !objects_.empty() && setup_due_ <= now; }
    /// Down the tree.
    void invoke(Invocation entry);

    struct Received {
        NodeId sender;
        Invocation entry;
    };
    /// Invocations that reached the source, each reliable one once. Nothing for other packets.
    [[nodiscard]] std::vector<Received> handle(base::ByteView bytes, base::LocalTime now);
    [[nodiscard]] std::optional<base::Bytes> poll(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;
    [[nodiscard]] const SessionKey& key() const { return options_.session; }

  private:
    [[nodiscard]] Header header() const { return {options_.session, options_.session.source, 0, false}; }

    Options options_;
    std::map<ObjectId, ObjectDeclaration> objects_;
    base::LocalTime setup_due_{};
    std::deque<base::Bytes> output_;
    std::map<NodeId, SeenInvocations> seen_;
};

} // namespace plenum::tree
