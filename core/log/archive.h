// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/operation.h"
#include "core/token/tenures.h"

#include <map>

namespace plenum::log {

struct Applied;
struct State;

/// History links (crypto::HistoryLink), each by the epoch whose turn carries it.
using HistoryLinks = std::map<base::KeyEpoch, HistoryLink>;
/// Secrets of earlier links, by their own generation, each sealed with the one after it.
using SealedLinks = std::map<std::uint64_t, base::Bytes>;

/// Someone who joined, as later messages and entries need them.
struct ArchivedMember {
    base::IdentityKey identity{};
    base::ExchangeKey exchange{};
    base::Bytes sealed_name;
    LobbyProof proof{};
    /// Of the link with which they joined: it opens name and proof.
    std::uint64_t link_generation{0};
    /// Who let them in; 0 where they joined by themselves.
    base::MemberIndex admitted_by{};
    /// Size of the log with the entry that gave them their first key; 0 before it, and once they left.
    base::LogPosition keyed_size{};
    /// Size of the log from which on they can read what was said: the last turn of the keys without a way back before
    /// they were given one.
    base::LogPosition readable_from{};
    /// Size of the log with their leaving; 0 while they are a member.
    base::LogPosition left_size{};
    friend bool operator==(const ArchivedMember&, const ArchivedMember&) = default;
};

/// What the log said and `State` no longer shows: needed for messages that were sent before, and for names that were
/// sealed before. It follows from the entries, as `State` does, and is the same at every node.
struct Archive {
    /// Everyone who ever joined.
    std::map<base::MemberIndex, ArchivedMember> people;
    SealedLinks sealed_links;
    /// Of the link with which each open group was named.
    std::map<base::ConversationId, std::uint64_t> label_generations;
    /// Of the newest epochs, back to `history_begins`.
    HistoryLinks history_links;
    /// The first epoch of the last turn that shows newcomers nothing of what was sealed before it, and the size of the
    /// log with that turn; 0 where there was none.
    base::KeyEpoch history_begins{};
    base::LogPosition history_begins_size{};
    token::Tenures tenures;

    /// Null for those who never joined.
    [[nodiscard]] const ArchivedMember* find(base::MemberIndex member) const;
    /// The log went on by an entry; `after` is the state that it led to.
    void apply(const Applied& applied, const State& after);
    friend bool operator==(const Archive&, const Archive&) = default;
};

} // namespace plenum::log
