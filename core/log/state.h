// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/entry.h"

#include <deque>
#include <expected>
#include <map>
#include <set>

/// The state that a control log describes: the same at every node that applied the same entries.
namespace plenum::log {

struct Member {
    base::MemberIndex index{};
    base::IdentityKey identity{};
    base::ExchangeKey exchange{};
    base::Bytes sealed_name;
    LobbyProof proof{};
    base::MemberRole role{base::MemberRole::participant};
    bool present{true};
    /// Whether an epoch entry carried the key for this member.
    bool keyed{false};
    std::uint64_t author_sequence{0};
    friend bool operator==(const Member&, const Member&) = default;
};

/// Why an operation or entry is not part of the log.
enum class Refusal : std::uint8_t {
    malformed = 1,
    bad_signature = 2,
    wrong_conference = 3,
    wrong_position = 4, ///< not the next position, or not chained to the last entry
    time_went_back = 5,
    unknown_author = 6, ///< not a member, or no longer
    stale_sequence = 7, ///< this author's operation was seen already
    unknown_head = 8,   ///< names a head that this log does not have, or one too far back
    not_permitted = 9,  ///< the author has no right to this
    no_such_member = 10,
    already_joined = 11, ///< this run's key joined before
    wrong_epoch = 12,    ///< not the next epoch, the wrong mode or the wrong set of wraps
    no_change = 13,      ///< says what is so already
    full = 14,
    ended = 15, ///< nothing follows the end
};
[[nodiscard]] std::string_view name_of(Refusal refusal);

struct State {
    base::ConferenceHandle conference{};
    base::IdentityKey root{};
    Genesis genesis;
    /// Members by index; those who left are gone.
    std::map<base::MemberIndex, Member> members;
    /// Key and index of every run that ever joined: a replayed join is refused.
    std::map<base::ExchangeKey, base::MemberIndex> joined_keys;
    base::MemberIndex next_member{1};
    base::KeyEpoch epoch{};
    base::Hash commitment{};
    /// Someone left since the last epoch entry, so that the next one must be fresh.
    bool fresh_needed{true};
    bool ended{false};
    std::uint64_t relay_sequence{0};

    /// Number of entries applied.
    base::LogPosition size{};
    base::Hash head{};
    base::ConferenceTime at{};
    /// Hashes of the newest entries, the last at the back.
    std::deque<base::Hash> recent_heads;

    [[nodiscard]] const Member* find(base::MemberIndex index) const;
    [[nodiscard]] const Member* find(const base::ExchangeKey& exchange) const;
    [[nodiscard]] const FlowDeclaration* find(base::FlowId flow) const;
    /// Who makes the next epoch: the longest-joined present moderator who holds the key, else the longest-joined
    /// present member who does, else the longest-joined present member. Null while nobody is present.
    [[nodiscard]] const Member* key_leader() const;
    /// Whether an epoch entry is due: someone has no key yet, or someone left who has it.
    [[nodiscard]] bool epoch_due() const;
    friend bool operator==(const State&, const State&) = default;
};

/// How many entries back an operation's head may lie.
inline constexpr std::size_t recent_heads_max = 1024;

/// Whether `operation` could be the next entry. Verifies the author's signature.
[[nodiscard]] std::expected<Operation, Refusal> check(const State& state, const SignedOperation& operation);

/// Applies the next entry, or refuses it and leaves `state` as it was. Verifies both signatures and the chain; gives
/// the operation and its author.
struct Applied {
    SignedOperation signed_operation;
    Operation operation;
    /// Of a join: the new member.
    base::MemberIndex member{};
};
[[nodiscard]] std::expected<Applied, Refusal> apply(State& state, const Entry& entry);

} // namespace plenum::log
