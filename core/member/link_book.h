// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/conference_link.h"
#include "core/crypto/link_secret.h"
#include "core/log/state.h"

#include <map>
#include <optional>

namespace plenum::node {

/// Keys that come from a link.
struct LinkKeys {
    /// What relays know the conference by, as long as the link holds.
    base::ConferenceHandle door;
    crypto::SecretKey access;
    crypto::SecretKey lobby;
    crypto::SecretKey names;
    [[nodiscard]] static LinkKeys from(const LinkSecret& secret);
};

/// First 16 bytes of the key's hash, as links carry it.
[[nodiscard]] KeyFingerprint fingerprint(const base::IdentityKey& key);

/// The links that a conference had, as far as a member knows them. Whoever has one learns the next from the log, if it
/// has the key of the epoch, and all those before, which names and proofs of those who joined earlier need.
class LinkBook {
  public:
    explicit LinkBook(const LinkSecret& own);

    /// Takes up a `ChangeLink` that made `generation`. `epoch_key` is that of the epoch it names, if known; `sealed`
    /// has what it says of the link before. False if what it seals is not what it announces: its author, a moderator,
    /// is at fault.
    [[nodiscard]] bool handle(const log::ChangeLink& change, std::uint64_t generation,
                              const crypto::SecretKey* epoch_key, const log::SealedLinks& sealed);
    /// What the log begins with. `door` of generation 0 is the conference's handle.
    void handle_genesis(const base::ConferenceHandle& conference);
    /// What a checkpoint covers. If the link changed since, `handle` takes up the rest.
    void begin(const log::State& state);

    /// Null while not known.
    [[nodiscard]] const LinkKeys* keys(std::uint64_t generation) const;
    /// Of the newest generation known.
    [[nodiscard]] const LinkKeys& newest() const { return newest_keys_; }
    [[nodiscard]] const LinkSecret& newest_secret() const { return newest_; }

    /// The operation that gives the conference the link with `fresh` as its secret. `epoch_key` as in `handle`.
    [[nodiscard]] log::ChangeLink make_change(const LinkSecret& fresh, base::KeyEpoch epoch,
                                              const crypto::SecretKey& epoch_key, crypto::SeededRandom& random) const;

  private:
    void learn(std::uint64_t generation, const LinkSecret& secret, const log::SealedLinks& sealed);
    void learn_earlier(std::uint64_t generation, const log::SealedLinks& sealed);

    LinkSecret newest_;
    LinkKeys newest_keys_;
    std::map<std::uint64_t, LinkSecret> secrets_;
    std::map<std::uint64_t, LinkKeys> keys_;
};

} // namespace plenum::node
