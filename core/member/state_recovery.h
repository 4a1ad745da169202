// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/recovery_session.h"

#include <memory>
#include <span>
#include <vector>

namespace plenum::node {

/// What a member does about a relay of which nothing is heard for long: it may have lost the conference, with its disk
/// or with its machine, and gets it back wherever it is.
class StateRecovery {
  public:
    explicit StateRecovery(crypto::SeededRandom random) : random_{std::move(random)} {}

    /// A relay that is back with its store answers sooner; and then again and again, since it may not be back yet.
    static constexpr base::Duration begin_after = std::chrono::seconds{4};
    static constexpr base::Duration interval = std::chrono::seconds{10};

    [[nodiscard]] bool idle() const { return !begin_at_ && all_.empty(); }
    /// Nothing is heard of the relay; true where it is time to `begin` anew.
    [[nodiscard]] bool due(base::LocalTime now);
    /// `log` must outlive it.
    void begin(RecoverySession::Options options, const log::KeptLog& log, base::LocalTime now);
    /// The relay is there after all, and not to wait for the rest.
    void abandon(Outbox& outbox, base::LocalTime now);
    void clear();
    /// Gives where the relay is and has the conference, once.
    [[nodiscard]] std::optional<base::Address> flush(Outbox& outbox, base::LocalTime now);

    void handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now);
    [[nodiscard]] bool takes(base::SessionIndex index) const;
    [[nodiscard]] std::optional<link::DatagramResult> handle_sealed(const wire::SealedHeader& header,
                                                                    base::ByteView datagram, base::LocalTime now);
    void handle_wakeup(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;

  private:
    std::optional<base::LocalTime> begin_at_;
    std::vector<std::unique_ptr<RecoverySession>> all_;
    crypto::SeededRandom random_;
};

} // namespace plenum::node
