// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/connection_routes.h"
#include "core/relay/edge/conference_locator.h"
#include "core/relay/multicast/edge_trees.h"
#include "core/relay/session_table.h"

#include <map>

namespace plenum::node {

/// Sessions whose conference another relay serves: what they say goes there, and what comes from there to them
/// (docs/relays.md). This relay is then an edge, and the other the home. An edge decides nothing: it knows neither the
/// log nor who may hear what.
class EdgeSessions {
  public:
    EdgeSessions(ConferenceLocator::Options options, SessionTable& sessions, Outbox& outbox,
                 crypto::SeededRandom random);

    [[nodiscard]] ConferenceLocator& locator() { return locator_; }
    [[nodiscard]] const ConferenceLocator& locator() const { return locator_; }
    [[nodiscard]] EdgeTrees& trees() { return trees_; }
    [[nodiscard]] const EdgeTrees& trees() const { return trees_; }
    /// The session's hello has come. False where nobody is known to serve what is behind the door.
    [[nodiscard]] bool begin(RelaySession& session, const base::ConferenceHandle& door, base::LocalTime now);
    /// These four: precondition that the session was begun.
    void handle_stream(RelaySession& session, link::StreamMessage message, base::LocalTime now);
    void handle(RelaySession& session, link::LinkEvent& event, base::LocalTime now);
    /// What came from the home, and what is to go there.
    void pump(RelaySession& session, base::LocalTime now);
    void end(RelaySession& session, base::LocalTime now);
    /// What a relay that asks is told.
    [[nodiscard]] wire::Located answer(const wire::Locate& question, const crypto::SecretKey* served);

    void handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now);
    [[nodiscard]] bool takes(base::SessionIndex index) const;
    /// Nullopt if no session of these takes it.
    [[nodiscard]] std::optional<link::DatagramResult> handle_sealed(const wire::SealedHeader& header,
                                                                    base::ByteView datagram, base::LocalTime now);

  private:
    /// Sessions that came through one door.
    struct Door {
        /// Drawn, so that no other edge has it.
        std::uint64_t edge{0};
        std::vector<std::optional<base::SessionIndex>> slots;
    };
    /// Whose way to the home takes what comes to that index.
    [[nodiscard]] RelaySession* route(base::SessionIndex index) const;
    [[nodiscard]] std::optional<std::uint32_t> take_slot(const base::ConferenceHandle& door,
                                                         base::SessionIndex session);
    [[nodiscard]] EdgeTrees::Door tree_door(const base::ConferenceHandle& door) const;
    void handle_from_home(RelaySession& session, Connection::Event& event, base::LocalTime now);
    void handle_control(RelaySession& session, const wire::ControlMessage& message, base::LocalTime now);
    /// Of a member of this edge; to further edges they go as they are.
    void handle_reference(RelaySession& session, base::PriorityClass stream, const wire::BodyReference& reference,
                          base::LocalTime now);
    void take_bodies(RelaySession& session, base::LocalTime now);
    void pass_on(const base::ConferenceHandle& door, const Connection::RelayedFragmentReceived& relayed,
                 base::LocalTime now);
    void send_down(RelaySession& session, base::PriorityClass stream, base::Bytes message, base::LocalTime now);
    void send_up(RelaySession& session, const wire::ControlMessage& message, base::LocalTime now);
    /// The member dials again, here or elsewhere.
    void lose(RelaySession& session, std::optional<wire::CloseReason> reason, base::LocalTime now);

    ConferenceLocator locator_;
    SessionTable& sessions_;
    Outbox& outbox_;
    crypto::SeededRandom random_;
    std::map<base::ConferenceHandle, Door> doors_;
    EdgeTrees trees_;
    /// To the session that is relayed.
    ConnectionRoutes<base::SessionIndex> routes_;
};

} // namespace plenum::node
