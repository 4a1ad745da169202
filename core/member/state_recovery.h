// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/recovery_session.h"
#include "core/member/roster.h"
#include "core/member/standby_witness.h"

#include <memory>
#include <vector>

namespace plenum::node {

/// What a member does about a relay of which nothing is heard for long: it may have lost the conference, with its disk
/// or with its machine, and gets it back wherever it is.
class StateRecovery {
  public:
    struct Parts {
        Roster& roster;
        /// Over which nothing is heard.
        Connection& connection;
        StandbyWitness& witness;
    };
    /// `led`: the conference whose relay this person's earlier run was, if any.
    StateRecovery(const Parts& parts, base::ConferenceHandle led, wire::CipherSet ciphers, crypto::SeededRandom random)
        : roster_{parts.roster},
          connection_{parts.connection},
          witness_{parts.witness},
          led_{led},
          ciphers_{ciphers},
          random_{std::move(random)} {}

    /// A relay that is back with its store answers sooner; and then again and again, since it may not be back yet.
    static constexpr base::Duration begin_after = std::chrono::seconds{4};
    static constexpr base::Duration interval = std::chrono::seconds{10};
    /// An appointed standby counts witnesses of the silence: it is asked soon, and then more and more rarely.
    static constexpr base::Duration witness_after = std::chrono::seconds{1};
    static constexpr base::Duration witness_interval_min = std::chrono::milliseconds{500};
    static constexpr base::Duration witness_interval_max = std::chrono::seconds{5};

    /// `active`: the membership goes on.
    void flush(bool active, Outbox& outbox, base::LocalTime now);
    void handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now);
    [[nodiscard]] bool takes(base::SessionIndex index) const;
    [[nodiscard]] std::optional<link::DatagramResult> handle_sealed(const wire::SealedHeader& header,
                                                                    base::ByteView datagram, base::LocalTime now);
    void handle_wakeup(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;

  private:
    /// Whether this node can do something about it: it has the log, or was the relay itself and asks the standby.
    [[nodiscard]] bool can_help() const;
    /// At every place where the relay may be, when it is time.
    void begin_due(base::LocalTime now);
    /// At the appointed standby alone: whoever gave the log to anybody else would break a promise.
    void bear_witness(const wire::RelayPlace& standby, base::LocalTime now);
    /// Gives where the relay is and has the conference, once.
    [[nodiscard]] std::optional<base::Address> flush_sessions(Outbox& outbox, base::LocalTime now);
    [[nodiscard]] RecoverySession::Options options_at(const base::Address& place, base::ConferenceTime fence) const;

    Roster& roster_;
    Connection& connection_;
    StandbyWitness& witness_;
    base::ConferenceHandle led_;
    wire::CipherSet ciphers_;
    crypto::SeededRandom random_;
    std::optional<base::LocalTime> begin_at_;
    base::Duration witness_interval_{witness_interval_min};
    std::vector<std::unique_ptr<RecoverySession>> sessions_;
};

} // namespace plenum::node
