// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/state.h"
#include "core/wire/control.h"

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace plenum::node {

/// Token holders of whom nothing is heard, while their lease runs: members are told when the token goes back
/// (docs/floor.md).
class UnreachableHolders {
  public:
    /// When the member was heard last; nullopt while they are heard.
    using HeardUntil = std::function<std::optional<base::LocalTime>(base::MemberIndex)>;

    /// Something happened by which others may be silent.
    void look() { look_at_ = base::LocalTime::min(); }
    /// What all members are to be told. Nobody's grant is revoked before `decides_from`.
    [[nodiscard]] std::vector<wire::HolderSilent> update(const log::State& state, const HeardUntil& heard_until,
                                                         base::LocalTime decides_from, base::ConferenceTime at,
                                                         base::LocalTime now);
    /// What a newcomer must know.
    [[nodiscard]] std::vector<wire::HolderSilent> known(base::LocalTime now) const;
    [[nodiscard]] bool empty() const { return silent_.empty(); }
    [[nodiscard]] base::LocalTime next_wakeup() const { return look_at_; }

  private:
    using Holding = std::pair<base::TokenId, base::MemberIndex>;

    /// Those whom members know to be silent, and when their tokens go back.
    std::map<Holding, base::LocalTime> silent_;
    base::LocalTime look_at_{base::local_time_max};
};

} // namespace plenum::node
