// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/wire/control.h"

#include <optional>

namespace plenum::node {

/// What a member promises about the appointed standby of its relay (docs/replication.md): to the standby, that the
/// primary is silent, or to the primary, that it may go on without the standby. Never both at one fence.
class StandbyWitness {
  public:
    /// A later appointment ends all promises. False for an earlier one, as of a primary that was cut off.
    [[nodiscard]] bool handle(const wire::Standby& standby);
    /// The primary asks. Whether this member agrees.
    [[nodiscard]] bool agree_to(const wire::StandbyRemoval& removal);
    /// Whether it has promised to the standby.
    [[nodiscard]] bool witnessed(base::ConferenceTime fence) const {
        return fence == fence_ && promise_ == Promise::to_standby;
    }
    /// The fence at which it bears witness, for the primary, which is heard: once.
    [[nodiscard]] std::optional<base::ConferenceTime> take_spent();
    /// Nothing is heard of the primary. The fence to witness at; nullopt where a promise forbids it.
    [[nodiscard]] std::optional<base::ConferenceTime> witness_silence();
    /// Where the standby is; null while none is appointed.
    [[nodiscard]] const wire::RelayPlace* place() const { return place_ ? &*place_ : nullptr; }

  private:
    enum class Promise : std::uint8_t { none = 1, to_primary = 2, to_standby = 3 };
    base::ConferenceTime fence_{};
    std::optional<wire::RelayPlace> place_;
    Promise promise_{Promise::none};
    bool spent_{false};
};

} // namespace plenum::node
