// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/crypto/epoch_keys.h"
#include "core/log/state.h"

#include <map>

namespace plenum::node {

/// The secrets that one member shares with single others, for two-party flows. These are sealed with keys derived from
/// the conference's epoch and the pair's secret (crypto::root_in_pair), so no other member can open them, and nobody
/// who is out of the conference. The secret follows from the exchange keys of both, which their joins are signed with:
/// it needs no entry of the log.
class PairKeys {
  public:
    explicit PairKeys(crypto::ExchangeKeyPair own) : own_{std::move(own)} {}

    /// `state` is how things stand after an entry. To be told of each.
    void follow(const log::State& state, base::MemberIndex self);
    /// Of each flow between this member and another; null for all others.
    [[nodiscard]] const crypto::SecretKey* root(base::FlowId flow) const;

  private:
    crypto::ExchangeKeyPair own_;
    std::map<base::FlowId, crypto::SecretKey> roots_;
};

} // namespace plenum::node
