// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/units.h"
#include "core/crypto/keys.h"
#include "core/crypto/secret.h"

#include <optional>

/// Content keys of a conference (security.md, Keys).
namespace plenum::crypto {

/// Drawn or ratcheted by the key leader; everything an epoch's content is sealed with comes from it. Discussion groups
/// have such secrets of their own, drawn by someone in the group.
using EpochSecret = Secret<struct EpochSecretTag, 32>;

/// Root of live content. Tells nothing of `history_root`, nor the other way.
[[nodiscard]] SecretKey media_root(const EpochSecret& secret);
/// Root of chat and board. Handing out an old one lets a newcomer read that epoch's history and hear none of it.
[[nodiscard]] SecretKey history_root(const EpochSecret& secret);

/// Seals the secret of a conference's new link for those who have the epoch's.
[[nodiscard]] SecretKey link_key(const EpochSecret& secret);

/// The history root of the epoch before, sealed with this one's: whoever is given an epoch can go back along these as
/// far as the chain reaches (mechanism of security.md, Keys: which history secrets a newcomer is given).
using HistoryLink = base::FixedBytes<struct HistoryLinkTag, 48>;
[[nodiscard]] HistoryLink seal_history(const SecretKey& before, const SecretKey& root,
                                       const base::ConferenceHandle& conference, base::KeyEpoch epoch);
/// Nullopt if it was not made with this root, for this conference and epoch.
[[nodiscard]] std::optional<SecretKey> open_history(const HistoryLink& link, const SecretKey& root,
                                                    const base::ConferenceHandle& conference, base::KeyEpoch epoch);

/// Which keys a frame is sealed with: the key id of its header.
struct ContentKeyId {
    base::KeyEpoch epoch{};
    /// On flows of a discussion group; 0 on all others.
    base::GroupEpoch group{};

    [[nodiscard]] static ContentKeyId from(std::uint64_t key_id);
    [[nodiscard]] std::uint64_t value() const;
    friend auto operator<=>(const ContentKeyId&, const ContentKeyId&) = default;
};

/// The same roots for a discussion group, from the conference's root of that epoch and the group's own of the same
/// kind. Nobody derives it without both, so either turn of the keys ends access.
[[nodiscard]] SecretKey root_in_group(const SecretKey& conference_root, const SecretKey& group_root);

/// The secret of two people, the same whichever of them derives it. Nullopt if the other's key is of small order.
[[nodiscard]] std::optional<SecretKey> pair_root(const ExchangeKeyPair& own, const base::ExchangeKey& other);
/// For what these two say to each other alone, from the conference's root and theirs.
[[nodiscard]] SecretKey root_in_pair(const SecretKey& conference_root, const SecretKey& pair_root);

/// Base key of one sender on one flow: for FrameSealer and FrameOpener.
[[nodiscard]] SecretKey sender_key(const SecretKey& root, base::MemberIndex sender, base::FlowId flow);

/// What the log entry of an epoch commits to. Binding: a wrap that opens to another secret does not match.
[[nodiscard]] base::Hash commitment(const EpochSecret& secret, const base::ConferenceHandle& conference,
                                    base::KeyEpoch epoch);
/// The same for a group's secret; `context` names conference, group and epoch.
[[nodiscard]] base::Hash group_commitment(const EpochSecret& secret, base::ByteView context);

/// The next epoch's secret at a join: whoever has this one can compute it, and nobody can go back.
[[nodiscard]] EpochSecret ratchet(const EpochSecret& secret);

/// An epoch secret for one member: ephemeral public key (32), ciphertext (32), tag (16).
using KeyWrap = base::FixedBytes<struct KeyWrapTag, 80>;

/// `ephemeral_seed` is fresh for each wrap; `context` names conference, epoch and member, so that a wrap opens only
/// where it belongs. Nullopt if the recipient's key is of small order.
[[nodiscard]] std::optional<KeyWrap> wrap(const EpochSecret& secret, const base::ExchangeKey& recipient,
                                          const base::Seed& ephemeral_seed, base::ByteView context);
/// Nullopt if it is altered, for another recipient or for another context. Compare `commitment` afterwards.
[[nodiscard]] std::optional<EpochSecret> unwrap(const KeyWrap& wrapped, const ExchangeKeyPair& recipient,
                                                base::ByteView context);

} // namespace plenum::crypto
