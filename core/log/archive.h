// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/operation.h"
#include "core/token/tenures.h"
#include "core/wire/containers.h"

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
    static constexpr std::string_view name = "archived_member";
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

    static constexpr auto fields() {
        using T = ArchivedMember;
        return wire::Fields{
            Field<&T::identity, Fixed<32>>{"identity", "Ed25519 key of the device"},
            Field<&T::exchange, Fixed<32>>{"exchange", "X25519 key of that run of its program"},
            Field<&T::sealed_name, Blob<sealed_name_bytes_max>>{"name", "as in the join"},
            Field<&T::proof, Fixed<32>>{"proof", "as in the join"},
            Field<&T::link_generation, Varint>{"link_generation", "of the link that they joined with"},
            Field<&T::admitted_by, Varint>{"admitted_by", "member who let them in; 0 for none"},
            Field<&T::keyed_size, Varint>{"keyed",
                                          "size of the log with the entry that gave the first key; 0 for none"},
            Field<&T::readable_from, Varint>{"readable_from", "size of the log from which on they can read"},
            Field<&T::left_size, Varint>{"left", "size of the log with their leaving; 0 for a member"},
        };
    }
    friend bool operator==(const ArchivedMember&, const ArchivedMember&) = default;
};

/// What the log said and `State` no longer shows: needed for messages that were sent before, and for names that were
/// sealed before. It follows from the entries, as `State` does, and is the same at every node.
struct Archive {
    static constexpr std::string_view name = "archive";
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

    static constexpr auto fields() {
        using T = Archive;
        using wire::Map;
        constexpr auto joins = base::limits::log_entries_max;
        constexpr auto links = base::limits::sealed_links_max;
        return wire::Fields{
            Field<&T::people, Map<Varint, Nested<ArchivedMember>, joins>>{"people", "by index"},
            Field<&T::sealed_links, Map<Varint, Blob<sealed_secret_bytes_max>, links>>{"sealed_links",
                                                                                       "secrets, by generation"},
            Field<&T::label_generations, Map<U16, Varint, base::limits::conversations_max>>{
                "label_generations", "groups, and the link that each was named with"},
            Field<&T::history_links, Map<Varint, Fixed<48>, base::limits::history_links_max>>{"history_links",
                                                                                              "by epoch"},
            Field<&T::history_begins, Varint>{"history_begins", "epoch of the last turn without a history link"},
            Field<&T::history_begins_size, Varint>{"history_begins_size", "size of the log with that turn"},
            Field<&T::tenures, token::TenuresField>{"tenures", "grants of tokens"},
        };
    }
    friend bool operator==(const Archive&, const Archive&) = default;
};

} // namespace plenum::log
