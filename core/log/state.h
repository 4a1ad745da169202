// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/archive.h"
#include "core/log/entry.h"

#include <deque>
#include <expected>
#include <map>
#include <set>

/// The state that a control log describes: the same at every node that applied the same entries.
namespace plenum::log {

struct Member {
    static constexpr std::string_view name = "member";
    base::MemberIndex index{};
    base::IdentityKey identity{};
    base::ExchangeKey exchange{};
    base::MemberRole role{base::MemberRole::participant};
    bool present{true};
    /// Whether an epoch entry carried the key for this member.
    bool keyed{false};
    std::uint64_t author_sequence{0};
    /// Size of the log when it was last passed over as key leader; 0 where it never was, or turned the keys since.
    base::LogPosition passed_over{};
    /// The group it is in, besides the plenary; 0 is none.
    base::ConversationId group{};
    /// Size of the log with the turn that carried that group's key for it; 0 for none yet.
    base::LogPosition group_keyed_size{};
    /// Its program writes what it receives into a file.
    bool recording{false};

    static constexpr auto fields() {
        using T = Member;
        return wire::Fields{
            Field<&T::index, Varint>{"index", "in the order of joining"},
            Field<&T::identity, Fixed<32>>{"identity", "Ed25519 key of the device"},
            Field<&T::exchange, Fixed<32>>{"exchange", "X25519 key of this run of its program"},
            Field<&T::role, U8>{"role", "1 participant, 2 moderator"},
            Field<&T::present, U8>{"present", "1: the relay has a link to it"},
            Field<&T::keyed, U8>{"keyed", "1: an epoch entry carried the key for it"},
            Field<&T::author_sequence, Varint>{"author_sequence", "of its last operation"},
            Field<&T::passed_over, Varint>{"passed_over", "size of the log when it last was; 0 for never"},
            Field<&T::group, U16>{"group", "besides the plenary; 0 for none"},
            Field<&T::group_keyed_size, Varint>{"group_keyed_size", "size of the log with the turn that carried that "
                                                                    "group's key for it; 0 for none yet"},
            Field<&T::recording, U8>{"recording", "1: it said that it records"},
        };
    }
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
    ended = 15,        ///< nothing follows the end
    not_admitted = 16, ///< the policy, or a removal, keeps this person out
    no_such_token = 17,
    no_such_request = 18,
    not_holder = 19,    ///< who should hold the token does not
    unknown_style = 20, ///< the relay does not have it (of a relay alone)
    too_often = 21,     ///< too many in too short a time (of a relay alone)
    no_interval = 22,   ///< the delays of a conversation's flows leave no Δ (core/conversation/delta_interval.h)
    no_such_conversation = 23,
    other_state = 24, ///< a checkpoint of another state than entries led to
    no_such_flow = 25,
    name_taken = 26,     ///< an open flow has this name
    fixed_flow = 27,     ///< the conference or a group began with this flow, and needs it
    too_many_flows = 28, ///< in the conference, or of this person
};
[[nodiscard]] constexpr std::string_view name_of(Refusal refusal) { return base::enumerator_name(refusal); }

/// Where to knock: changes with the conference's link.
struct Door {
    static constexpr std::string_view name = "door";
    /// How often it changed.
    std::uint64_t generation{0};
    base::ConferenceHandle handle{};
    /// Zero in generation 0, whose key is in no entry.
    base::SecretKey access{};
    /// The first member who can have joined by it.
    base::MemberIndex first_member{1};

    static constexpr auto fields() {
        using T = Door;
        return wire::Fields{
            Field<&T::generation, Varint>{"generation", "how often the link changed"},
            Field<&T::handle, Fixed<16>>{"handle", "that handshakes name"},
            Field<&T::access, Fixed<32>>{"access", "key of handshakes; zero in generation 0"},
            Field<&T::first_member, Varint>{"first_member", "who can have joined by it"},
        };
    }
    friend bool operator==(const Door&, const Door&) = default;
};

struct Conversation {
    static constexpr std::string_view name = "conversation";
    base::Bytes sealed_label;
    ConversationSettings settings;
    /// Of a group's keys.
    base::GroupEpoch epoch{};
    /// Someone who has that epoch's key is in the group no longer.
    bool fresh_needed{false};

    static constexpr auto fields() {
        using T = Conversation;
        return wire::Fields{
            Field<&T::sealed_label, Blob<sealed_name_bytes_max>>{"label", "sealed with the names key"},
            Field<&T::settings, Nested<ConversationSettings>>{"settings", "in force"},
            Field<&T::epoch, Varint>{"epoch", "of a group's keys"},
            Field<&T::fresh_needed, U8>{"fresh_needed", "1: someone who has that epoch's key is not in the group"},
        };
    }
    friend bool operator==(const Conversation&, const Conversation&) = default;
};

/// A flow that a member created: what is known of it besides its declaration.
struct CreatedFlow {
    static constexpr std::string_view name = "created_flow";
    base::MemberIndex owner{};
    /// Whoever has it owns the flow, in whichever run of their program.
    base::IdentityKey identity{};
    /// Who else sends and receives it, if nobody but these two does; else 0.
    base::MemberIndex peer{};
    /// Of a flow of a camera cluster, which no other open one has: what shims name it by (core/cluster/shim.h). Below
    /// limits::capture_flows_max.
    std::uint8_t capture_number{0};
    /// The most that was ever declared: of messages that were sent before a change.
    std::optional<base::Duration> loss_delay_most;
    std::uint32_t message_bytes_most{0};
    /// Size of the log with the entry that closed it, and when that was; 0 while it is open.
    base::LogPosition closed_size{};
    base::ConferenceTime closed_at{};

    [[nodiscard]] bool is_open() const { return closed_size.value() == 0; }
    [[nodiscard]] bool is_two_party() const { return peer.value() != 0; }
    [[nodiscard]] bool joins(base::MemberIndex member) const {
        return !is_two_party() || member == owner || member == peer;
    }
    static constexpr auto fields() {
        using T = CreatedFlow;
        return wire::Fields{
            Field<&T::owner, Varint>{"owner", "the member who created it"},
            Field<&T::identity, Fixed<32>>{"identity", "Ed25519 key of the owner's device"},
            Field<&T::peer, Varint>{"peer", "of a two-party flow, else 0"},
            Field<&T::capture_number, U8>{"capture_number", "of a capture flow: what shims name it by; else 0"},
            Field<&T::loss_delay_most, wire::Optional<Varint>>{"loss_delay_most", "the longest λ so far, in µs"},
            Field<&T::message_bytes_most, Varint>{"message_most", "the largest message_max so far"},
            Field<&T::closed_size, Varint>{"closed_size", "size of the log when it was closed; 0 while open"},
            Field<&T::closed_at, U64>{"closed_at", "µs of conference time; 0 while open"},
        };
    }
    friend bool operator==(const CreatedFlow&, const CreatedFlow&) = default;
};

/// On which members' programs confirm each other (core/wire/pulse.h).
inline constexpr base::FlowId pulse_flow_id{};
[[nodiscard]] const FlowDeclaration& pulse_flow();

/// How many entries back an operation's head may lie.
inline constexpr std::size_t recent_heads_max = 1024;

/// Who is in the conference, and who was.
struct People {
    /// By index; those who left are gone.
    std::map<base::MemberIndex, Member> members;
    base::MemberIndex next_member{1};
    /// Key and index of every run that joined: a replayed join is refused. A join names its door, so at a checkpoint
    /// those go who came by an earlier one and are not in the archive.
    std::map<base::ExchangeKey, base::MemberIndex> joined_keys;
    /// Written out for silence, and as whom last: they may come back without asking again, while the archive has them.
    std::map<base::IdentityKey, base::MemberIndex> lost;
    /// Taken out by a moderator: only a moderator lets them in again.
    std::set<base::IdentityKey> removed;
    /// Who was made a moderator, in whichever run of their program.
    std::set<base::IdentityKey> moderators;
    /// Since when no moderator has been present.
    std::optional<base::ConferenceTime> unmoderated_since;
    friend bool operator==(const People&, const People&) = default;
};

/// Flows and conversations that are open: those of genesis, of every group, and created ones. Created flows stay for a
/// while after they are closed.
struct OpenFlows {
    std::map<base::FlowId, FlowDeclaration> flows;
    /// Of `flows`, those that members created.
    std::map<base::FlowId, CreatedFlow> created_flows;
    /// The plenary among them, where a flow of genesis is in it.
    std::map<base::ConversationId, Conversation> conversations;
    /// The largest that were ever used.
    base::FlowId flow_newest{};
    base::ConversationId conversation_newest{plenary};
    friend bool operator==(const OpenFlows&, const OpenFlows&) = default;
};

/// The epoch of content keys, and who owes the next one.
struct ContentKeys {
    base::KeyEpoch epoch{};
    base::Hash commitment{};
    /// Someone left since the last epoch entry, so that the next one must be fresh.
    bool fresh_needed{true};
    /// Since when the present key leader has owed a turn of the keys; absent while it owes none.
    std::optional<base::ConferenceTime> turn_owed_since;
    friend bool operator==(const ContentKeys&, const ContentKeys&) = default;
};

/// Where the log stands.
struct LogEnd {
    /// Number of entries applied.
    base::LogPosition size{};
    base::Hash head{};
    base::ConferenceTime at{};
    /// Hashes of the newest entries, the last at the back.
    std::deque<base::Hash> recent_heads;
    /// Size of the log with the last checkpoint; 0 without.
    base::LogPosition checkpoint_size{};
    std::uint64_t relay_sequence{0};
    bool ended{false};
    friend bool operator==(const LogEnd&, const LogEnd&) = default;
};

/// Its parts are bases, since their fields do not stand together on the wire.
struct State : People, OpenFlows, ContentKeys, LogEnd {
    static constexpr std::string_view name = "state";
    base::ConferenceHandle conference{};
    base::IdentityKey root{};
    Genesis genesis;
    Policy policy;
    Door door;
    token::Table tokens;
    Archive archive;

    [[nodiscard]] const Member* find(base::MemberIndex index) const;
    [[nodiscard]] const Member* find(const base::ExchangeKey& exchange) const;
    /// Flow 0 is every conference's (`pulse_flow`). Also a closed one, as long as what was accepted on it may come.
    [[nodiscard]] const FlowDeclaration* find(base::FlowId flow) const;
    /// The same; null for one that is closed.
    [[nodiscard]] const FlowDeclaration* find_open(base::FlowId flow) const;
    [[nodiscard]] std::size_t count_closed() const;
    /// Null where no member created it.
    [[nodiscard]] const CreatedFlow* find_created(base::FlowId flow) const;
    /// The longest λ and the largest message that this flow ever declared: of messages sent before a change.
    [[nodiscard]] std::optional<base::Duration> loss_delay_most(const FlowDeclaration& flow) const;
    [[nodiscard]] std::uint32_t message_bytes_most(const FlowDeclaration& flow) const;
    /// Whether what is said on this flow is for that member, and said by such: all flows but those of groups that they
    /// are not in, and two-party flows of others.
    [[nodiscard]] bool reaches(const FlowDeclaration& flow, const Member& member) const;
    /// Who makes the next epoch, of those present: who was passed over least lately, of these the longest-joined
    /// moderator who holds the key, else the longest-joined member who does, else the longest-joined. Null while nobody
    /// is present.
    [[nodiscard]] const Member* key_leader() const;
    /// Whether the key leader has owed a turn for so long that another may take its place.
    [[nodiscard]] bool leader_is_idle(base::ConferenceTime now) const;
    /// The identity of this member, or of one who was lost as it.
    [[nodiscard]] std::optional<base::IdentityKey> removable(base::MemberIndex index) const;
    /// Whether an epoch entry is due: someone has no key yet, or someone left who has it.
    [[nodiscard]] bool epoch_due() const;
    /// The same for the keys of a group; false of one that is not open or has nobody in it.
    [[nodiscard]] bool group_turn_due(base::ConversationId group) const;
    /// Whether this member may do what moderators do: as one, or since none was present for `unmoderated_max` and it is
    /// the longest-joined present member with a key (security.md, Control log).
    [[nodiscard]] bool moderates(const Member& member, base::ConferenceTime now) const;
    /// How far this member may go on the whiteboard.
    [[nodiscard]] base::Authority board_authority(const Member& member, base::ConferenceTime now) const;
    [[nodiscard]] bool anyone_present() const;
    /// Whether someone is let in whom no moderator decides about.
    [[nodiscard]] bool policy_admits(const base::IdentityKey& identity) const;
    /// Whether this member may let that person in now.
    [[nodiscard]] bool may_admit(const Member& member, const base::IdentityKey& identity,
                                 base::ConferenceTime now) const;

    static constexpr auto fields() {
        using T = State;
        using wire::Map;
        using wire::Optional;
        using wire::Set;
        constexpr auto joins = base::limits::log_entries_max;
        return wire::Fields{
            Field<&T::conference, Fixed<16>>{"conference", "handle"},
            Field<&T::root, Fixed<32>>{"root", "Ed25519 key of whoever made the conference"},
            Field<&T::genesis, Nested<Genesis>>{"genesis", "entry 0"},
            Field<&T::policy, Nested<Policy>>{"policy", "in force"},
            Field<&T::door, Nested<Door>>{"door", "in force"},
            Field<&T::members, Map<Varint, Nested<Member>, base::limits::members_max>>{"members", "by index"},
            Field<&T::joined_keys, Map<Fixed<32>, Varint, joins>>{"joined_keys", "of runs that joined, and as whom"},
            Field<&T::removed, Set<Fixed<32>, joins>>{"removed", "identities"},
            Field<&T::moderators, Set<Fixed<32>, joins>>{"moderators", "identities"},
            Field<&T::tokens, Nested<token::Table>>{"tokens", "and who has them"},
            Field<&T::flows, Map<U16, Nested<FlowDeclaration>, base::limits::flows_known_max>>{
                "flows", "open, or closed of late"},
            Field<&T::created_flows, Map<U16, Nested<CreatedFlow>, base::limits::created_flows_known_max>>{
                "created_flows", "of these, those that members created"},
            Field<&T::conversations, Map<U16, Nested<Conversation>, base::limits::conversations_max>>{"conversations",
                                                                                                      "open"},
            Field<&T::flow_newest, U16>{"flow_newest", "largest identifier of a flow"},
            Field<&T::conversation_newest, U16>{"conversation_newest", "largest identifier of a conversation"},
            Field<&T::lost, Map<Fixed<32>, Varint, joins>>{"lost", "identities, and as whom last"},
            Field<&T::turn_owed_since, Optional<U64>>{"turn_owed_since", "µs of conference time"},
            Field<&T::unmoderated_since, Optional<U64>>{"unmoderated_since", "µs of conference time"},
            Field<&T::next_member, Varint>{"next_member", "index of whoever joins next"},
            Field<&T::epoch, Varint>{"epoch", "of content keys"},
            Field<&T::commitment, Fixed<32>>{"commitment", "to that epoch's secret"},
            Field<&T::fresh_needed, U8>{"fresh_needed", "1: the next epoch must be fresh"},
            Field<&T::ended, U8>{"ended", "1: nothing follows"},
            Field<&T::relay_sequence, Varint>{"relay_sequence", "of the relay's last operation"},
            Field<&T::size, Varint>{"size", "entries applied"},
            Field<&T::head, Fixed<32>>{"head", "hash of the last"},
            Field<&T::at, U64>{"at", "µs of conference time, of the last"},
            Field<&T::recent_heads, wire::Queue<Fixed<32>, recent_heads_max>>{"recent_heads", "the last at the end"},
            Field<&T::checkpoint_size, Varint>{"checkpoint_size", "entries up to the last checkpoint; 0 for none"},
            Field<&T::archive, Nested<Archive>>{"archive", "for messages and names of before"},
        };
    }
    friend bool operator==(const State&, const State&) = default;
};

/// A key leader turns the keys within this, or another may pass it over. Two hundred times what an idle program takes;
/// a link that falls silent makes its member absent sooner. Longer keeps newcomers waiting.
inline constexpr base::Duration turn_patience = std::chrono::seconds{5};
inline constexpr base::Duration unmoderated_max = std::chrono::seconds{30};

/// Whether `operation` could be the next entry at this time. Verifies the author's signature, and those of joins in it.
[[nodiscard]] std::expected<Operation, Refusal> check(const State& state, const SignedOperation& operation,
                                                      base::ConferenceTime at);
/// Whether that member, or the relay (null), could say this now, numbers and signatures aside.
[[nodiscard]] std::expected<void, Refusal> may_say(const State& state, const Member* by, const Operation& operation,
                                                   base::ConferenceTime at);
/// Whether `join` is one that an `Admit` could carry now, whoever may let its author in. Verifies its signature.
[[nodiscard]] std::expected<void, Refusal> check_join(const State& state, const SignedOperation& join);
/// The signed joins that an operation admits; malformed ones are left out.
[[nodiscard]] std::vector<SignedOperation> joins_in(const Operation& operation);

/// Applies the next entry, or refuses it and leaves `state` as it was. Verifies both signatures and the chain; gives
/// the operation and its author.
struct Applied {
    /// Someone who became a member by this entry.
    struct Joined {
        base::MemberIndex member{};
        SignedOperation operation;
        Join join;
    };
    SignedOperation signed_operation;
    Operation operation;
    std::vector<Joined> joined;
    /// Those who are members no longer by this entry, ascending.
    std::vector<base::MemberIndex> left;
    /// Tokens that stand otherwise since, ascending.
    std::vector<base::TokenId> tokens;
    /// Of the grants of these that are over since.
    token::Ending ending;
    /// Of a checkpoint: the state that it covers, encoded (checkpoint.h).
    std::optional<base::Bytes> covered;
};
[[nodiscard]] std::expected<Applied, Refusal> apply(State& state, const Entry& entry);

} // namespace plenum::log
