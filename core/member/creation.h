// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/peer/connection.h"

namespace plenum::node {

/// Making one conference on a relay that is known by its address alone. The relay's keys are taken on first use and
/// from then on pinned by the link.
class Creation {
  public:
    struct Options {
        CreateConference command;
        std::string create_secret;
        crypto::IdentityKeyPair identity;
        wire::CipherSet ciphers{};
    };
    Creation(Options options, crypto::SeededRandom random, Outbox& outbox, base::LocalTime now);

    [[nodiscard]] Connection& connection() { return connection_; }
    [[nodiscard]] const Connection& connection() const { return connection_; }
    void flush(base::LocalTime now);
    /// Answered, and the goodbye said.
    [[nodiscard]] bool finished() const { return answered_ && connection_.finished(); }
    [[nodiscard]] bool answered() const { return answered_; }
    void abandon(base::LocalTime now);

  private:
    void handle_connected(const Connection::Connected& connected);
    void handle_answer(const wire::CreateAnswer& answer, base::LocalTime now);
    void fail(EndReason reason, base::LocalTime now);
    [[nodiscard]] base::Bytes make_genesis(const Connection::Connected& relay);

    Options options_;
    crypto::SeededRandom random_;
    Outbox& outbox_;
    /// Drawn first: the conference is made where its handle leads.
    LinkSecret secret_;
    Connection connection_;
    ConferenceLink link_;
    bool answered_{false};
};

} // namespace plenum::node
