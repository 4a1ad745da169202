// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/peer/connection.h"
#include "core/peer/log_state.h"

namespace plenum::node {

/// A member gives a relay back a conference that it lost with its disk: dials the door for that, under the key of its
/// membership, and shows the log from its newest checkpoint on, or whole, which bears that relay's own signatures.
class RecoverySession {
  public:
    struct Options {
        base::Address relay;
        base::ExchangeKey relay_key{};
        /// Of this run, as it stands in the log.
        crypto::ExchangeKeyPair exchange;
        crypto::IdentityKeyPair identity;
        wire::CipherSet ciphers{};
        wire::Restore restore;
    };
    /// `log` must outlive this.
    RecoverySession(Options options, const log::KeptLog& log, crypto::SeededRandom random, base::LocalTime now);

    [[nodiscard]] Connection& connection() { return connection_; }
    [[nodiscard]] const Connection& connection() const { return connection_; }
    void flush(Outbox& outbox, base::LocalTime now);
    /// The relay is there and has the conference, from us or from somebody else: true once.
    [[nodiscard]] bool take_restored() { return std::exchange(restored_, false); }
    [[nodiscard]] const base::Address& place() const { return connection_.place(); }
    void abandon(base::LocalTime now);
    /// Answered, whatever the answer, or nobody is there.
    [[nodiscard]] bool over() const { return over_ && connection_.finished(); }

  private:
    wire::Restore restore_;
    base::ExchangeKey relay_key_;
    const log::KeptLog& log_;
    Connection connection_;
    /// Once the relay was asked.
    std::optional<LogSender> sender_;
    bool over_{false};
    bool restored_{false};
};

} // namespace plenum::node
