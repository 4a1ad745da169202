// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"
#include "core/base/membership.h"
#include "core/base/variant.h"
#include "core/log/flow_operation.h"
#include "core/token/operation.h"
#include "core/wire/choice.h"

/// What a control log entry can say (docs/protocol.md §5). To add an operation: declare it here, name it in
/// `OwnOperation`, give it a rule in rules.cpp. What is said of tokens is core/token's.
namespace plenum::log {

using wire::Blob;
using wire::Fixed;
using wire::List;
using wire::U32;
using wire::U64;

/// A text sealed for members (crypto::seal_text): nonce, tag and at most a name.
inline constexpr std::size_t sealed_name_bytes_max = base::limits::name_bytes_max + 40;
using WrappedKey = base::FixedBytes<struct WrappedKeyTag, 80>;
/// crypto::HistoryLink.
using HistoryLink = base::FixedBytes<struct LogHistoryLinkTag, 48>;
using LobbyProof = base::FixedBytes<struct JoinProofTag, 32>;

/// What moderators can set.
struct Policy {
    static constexpr std::string_view name = "policy";
    base::Admission admission{base::Admission::open};
    /// Those who come later may read what was said on reliable flows before.
    bool history_for_newcomers{true};
    /// Where no moderator is present nobody acts as one, and membership and roles stand still.
    bool moderators_only{false};
    /// How far those who are no moderators may go on the whiteboard.
    base::Authority board{base::Authority::manage};
    /// Members may record, which all others are told.
    bool recording{true};

    static constexpr auto fields() {
        using T = Policy;
        return wire::Fields{
            Field<&T::admission, U8>{"admission", "1 open, 2 lobby, 3 closed"},
            Field<&T::history_for_newcomers, U8>{"history_for_newcomers", "0 no, 1 yes"},
            Field<&T::moderators_only, U8>{"moderators_only", "1: nobody acts as a moderator in their absence"},
            Field<&T::board, U8>{"board", "of others than moderators: 1 draw, 2 change others' objects, 3 all"},
            Field<&T::recording, U8>{"recording", "1: members may record"},
        };
    }
    friend bool operator==(const Policy&, const Policy&) = default;
};

/// Position 0: what the conference is. Signed with the root key, whose fingerprint is in the link.
struct Genesis {
    static constexpr std::string_view name = "genesis";
    static constexpr std::uint8_t type = 1;
    base::Bytes title;
    base::ExchangeKey relay_exchange{};
    base::IdentityKey relay_identity{};
    Policy policy;
    std::vector<FlowDeclaration> flows;

    static constexpr auto fields() {
        using T = Genesis;
        return wire::Fields{
            Field<&T::title, Blob<sealed_name_bytes_max>>{"title", "sealed with the names key; relays cannot read it"},
            Field<&T::relay_exchange, Fixed<32>>{"relay_exchange", "X25519 key of the home relay, as in the link"},
            Field<&T::relay_identity, Fixed<32>>{"relay_identity", "Ed25519 key that sequences the log"},
            Field<&T::policy, Nested<Policy>>{"policy", "until a set_policy"},
            Field<&T::flows, List<Nested<FlowDeclaration>, base::limits::flows_per_conference_max>>{
                "flows", "on which members may publish"},
        };
    }
    friend bool operator==(const Genesis&, const Genesis&) = default;
};

/// The author becomes the next member index. The exchange key is new in every run of a program. Stands in the log by
/// itself where nobody is there to let its author in; otherwise inside `Admit`. Names no head, since its author has
/// seen none.
struct Join {
    static constexpr std::string_view name = "join";
    static constexpr std::uint8_t type = 2;
    base::Bytes display_name;
    LobbyProof proof{};

    static constexpr auto fields() {
        using T = Join;
        return wire::Fields{
            Field<&T::display_name, Blob<sealed_name_bytes_max>>{"name", "sealed with the names key"},
            Field<&T::proof, Fixed<32>>{"proof", "that the author has the link; members check it, relays cannot"},
        };
    }
    friend bool operator==(const Join&, const Join&) = default;
};

struct Leave {
    static constexpr std::string_view name = "leave";
    static constexpr std::uint8_t type = 3;
    base::MemberIndex member{};
    base::LeaveReason reason{base::LeaveReason::left};

    static constexpr auto fields() {
        using T = Leave;
        return wire::Fields{
            Field<&T::member, Varint>{"member", "who is a member no longer, and with 3 by a moderator's word every run "
                                                "of their program; then also one who was lost and may come back"},
            Field<&T::reason, U8>{"reason", "1 left (author is the member), 2 lost (relay), 3 removed (moderator or "
                                            "key leader)"},
        };
    }
    friend bool operator==(const Leave&, const Leave&) = default;
};

/// By the relay: whether it has a link to a member.
struct Presence {
    static constexpr std::string_view name = "presence";
    static constexpr std::uint8_t type = 4;
    base::MemberIndex member{};
    bool present{false};

    static constexpr auto fields() {
        using T = Presence;
        return wire::Fields{
            Field<&T::member, Varint>{"member", "whose link was lost or is back"},
            Field<&T::present, U8>{"present", "0 lost, 1 back"},
        };
    }
    friend bool operator==(const Presence&, const Presence&) = default;
};

enum class EpochMode : std::uint8_t {
    fresh = 1,   ///< a new secret; wraps for every member
    ratchet = 2, ///< hashed on from the last one; wraps for newcomers only
};

struct MemberWrap {
    static constexpr std::string_view name = "member_wrap";
    base::MemberIndex member{};
    WrappedKey wrapped{};

    static constexpr auto fields() {
        using T = MemberWrap;
        return wire::Fields{
            Field<&T::member, Varint>{"member", "for whom; ascending"},
            Field<&T::wrapped, Fixed<80>>{"wrapped", "ephemeral X25519 key, sealed epoch secret, tag"},
        };
    }
    friend bool operator==(const MemberWrap&, const MemberWrap&) = default;
};

/// By the key leader: the next epoch of content keys (security.md, Keys).
struct EpochTurn {
    static constexpr std::string_view name = "epoch_turn";
    static constexpr std::uint8_t type = 5;
    base::KeyEpoch epoch{};
    EpochMode mode{EpochMode::fresh};
    base::Hash commitment{};
    std::optional<HistoryLink> history{};
    std::vector<MemberWrap> wraps;

    static constexpr auto fields() {
        using T = EpochTurn;
        return wire::Fields{
            Field<&T::epoch, Varint>{"epoch", "one more than the last"},
            Field<&T::mode, U8>{"mode", "1 fresh, 2 ratchet"},
            Field<&T::commitment, Fixed<32>>{"commitment", "hash of the secret; a wrap that does not match is refused"},
            Field<&T::history, wire::Optional<Fixed<48>>>{
                "history", "history root of the epoch before, sealed with this one's; absent where newcomers may not "
                           "read what was said before"},
            Field<&T::wraps, List<Nested<MemberWrap>, base::limits::members_max>>{"wraps", "the secret, sealed"},
        };
    }
    friend bool operator==(const EpochTurn&, const EpochTurn&) = default;
};

/// By any member: the key leader has owed a turn for `turn_patience`, so others lead before it from now on.
struct PassOver {
    static constexpr std::string_view name = "pass_over";
    static constexpr std::uint8_t type = 11;
    base::MemberIndex member{};

    static constexpr auto fields() {
        using T = PassOver;
        return wire::Fields{Field<&T::member, Varint>{"member", "the key leader, who goes to the end of the line"}};
    }
    friend bool operator==(const PassOver&, const PassOver&) = default;
};

/// By a moderator: for every run of the member's program, those to come included, until removed.
struct SetRole {
    static constexpr std::string_view name = "set_role";
    static constexpr std::uint8_t type = 6;
    base::MemberIndex member{};
    base::MemberRole role{base::MemberRole::participant};

    static constexpr auto fields() {
        using T = SetRole;
        return wire::Fields{
            Field<&T::member, Varint>{"member", "whose role changes"},
            Field<&T::role, U8>{"role", "1 participant, 2 moderator"},
        };
    }
    friend bool operator==(const SetRole&, const SetRole&) = default;
};

/// By whoever moderates: the members' programs close their microphones. Opening them again is their own decision.
struct AskMute {
    static constexpr std::string_view name = "ask_mute";
    static constexpr std::uint8_t type = 13;
    base::MemberIndex member{};

    static constexpr auto fields() {
        using T = AskMute;
        return wire::Fields{Field<&T::member, Varint>{"member", "who is asked; 0: everyone but the author"}};
    }
    friend bool operator==(const AskMute&, const AskMute&) = default;
};

/// By any member: its program writes what it receives into a file from now on, or no longer. All others are told.
struct Record {
    static constexpr std::string_view name = "record";
    static constexpr std::uint8_t type = 14;
    bool on{false};

    static constexpr auto fields() {
        using T = Record;
        return wire::Fields{Field<&T::on, U8>{"on", "1: the author records from now on; 0: no longer"}};
    }
    friend bool operator==(const Record&, const Record&) = default;
};

/// By the root key alone: all entries before this one may be forgotten by whoever has the state that they led to.
struct Checkpoint {
    static constexpr std::string_view name = "checkpoint";
    static constexpr std::uint8_t type = 12;
    base::Hash state{};

    static constexpr auto fields() {
        using T = Checkpoint;
        return wire::Fields{Field<&T::state, Fixed<32>>{"state", "hash of the condensed state before this entry"}};
    }
    friend bool operator==(const Checkpoint&, const Checkpoint&) = default;
};

inline constexpr std::size_t join_bytes_max = 512;
inline constexpr std::size_t joins_per_admit_max = 64;

/// By whoever may let people in: their authors become members, in this order.
struct Admit {
    static constexpr std::string_view name = "admit";
    static constexpr std::uint8_t type = 8;
    /// Signed operations, each a `Join`.
    std::vector<base::Bytes> joins;

    static constexpr auto fields() {
        using T = Admit;
        return wire::Fields{Field<&T::joins, List<Blob<join_bytes_max>, joins_per_admit_max>>{
            "joins", "signed operations of type join, as their authors knocked with them"}};
    }
    friend bool operator==(const Admit&, const Admit&) = default;
};

/// By a moderator.
struct SetPolicy {
    static constexpr std::string_view name = "set_policy";
    static constexpr std::uint8_t type = 9;
    Policy policy;

    static constexpr auto fields() {
        using T = SetPolicy;
        return wire::Fields{Field<&T::policy, Nested<Policy>>{"policy", "from here on"}};
    }
    friend bool operator==(const SetPolicy&, const SetPolicy&) = default;
};

/// Nonce, a link's secret, tag (crypto::seal_text).
inline constexpr std::size_t sealed_secret_bytes_max = 64;

/// By a moderator: the conference gets another link; the old one opens nothing any more.
struct ChangeLink {
    static constexpr std::string_view name = "change_link";
    static constexpr std::uint8_t type = 10;
    base::ConferenceHandle door{};
    base::SecretKey access{};
    base::KeyEpoch epoch{};
    base::Bytes secret;
    base::Bytes secret_before;

    static constexpr auto fields() {
        using T = ChangeLink;
        return wire::Fields{
            Field<&T::door, Fixed<16>>{"door", "handle derived from the new secret"},
            Field<&T::access, Fixed<32>>{"access", "key that handshakes carry from now on"},
            Field<&T::epoch, Varint>{"epoch", "the newest, whose link key seals the new secret"},
            Field<&T::secret, Blob<sealed_secret_bytes_max>>{"secret", "the new one, for members"},
            Field<&T::secret_before, Blob<sealed_secret_bytes_max>>{
                "secret_before", "the old one, sealed with a key from the new one, for names and proofs given before"},
        };
    }
    friend bool operator==(const ChangeLink&, const ChangeLink&) = default;
};

/// Everyone's, from genesis on.
inline constexpr base::ConversationId plenary{1};

/// How far Δ leans, within the interval that its flows leave (core/conversation/delta_interval.h).
enum class Lean : std::uint8_t {
    live = 1,     ///< the least: what is late is given up soon
    balanced = 2, ///< as long as nearly all messages take
    order = 3,    ///< the most: nearly nothing is given up
};

struct ConversationSettings {
    static constexpr std::string_view name = "conversation_settings";
    Lean lean{Lean::balanced};
    /// Members may go there, and away, by themselves.
    bool open{false};
    /// When the people in it are to be back; nothing is enforced. Time of the log.
    std::optional<base::ConferenceTime> ends_at;

    static constexpr auto fields() {
        using T = ConversationSettings;
        return wire::Fields{
            Field<&T::lean, U8>{"lean", "1 live, 2 balanced, 3 order"},
            Field<&T::open, U8>{"open", "1: members go there by themselves"},
            Field<&T::ends_at, wire::Optional<U64>>{"ends_at", "when people are called back, µs of conference time"},
        };
    }
    friend bool operator==(const ConversationSettings&, const ConversationSettings&) = default;
};

/// By a moderator: a discussion group, with flows and tokens of its own. Nobody is in it yet.
struct OpenConversation {
    static constexpr std::string_view name = "open_conversation";
    static constexpr std::uint8_t type = 40;
    base::ConversationId conversation{};
    base::Bytes label;
    ConversationSettings settings;
    std::vector<FlowDeclaration> flows;

    static constexpr auto fields() {
        using T = OpenConversation;
        return wire::Fields{
            Field<&T::conversation, U16>{"conversation", "identifier, above all that were used"},
            Field<&T::label, Blob<sealed_name_bytes_max>>{"label", "sealed with the names key"},
            Field<&T::settings, Nested<ConversationSettings>>{"settings", "until a change_conversation"},
            Field<&T::flows, List<Nested<FlowDeclaration>, base::limits::flows_per_conference_max>>{
                "flows", "its own; identifiers ascending, above all that were used"},
        };
    }
    friend bool operator==(const OpenConversation&, const OpenConversation&) = default;
};

/// By a moderator.
struct ChangeConversation {
    static constexpr std::string_view name = "change_conversation";
    static constexpr std::uint8_t type = 41;
    base::ConversationId conversation{};
    ConversationSettings settings;

    static constexpr auto fields() {
        using T = ChangeConversation;
        return wire::Fields{
            Field<&T::conversation, U16>{"conversation", "whose settings change"},
            Field<&T::settings, Nested<ConversationSettings>>{"settings", "from here on"},
        };
    }
    friend bool operator==(const ChangeConversation&, const ChangeConversation&) = default;
};

/// By a moderator: its flows and tokens are no more, and whoever was in it is in none but the plenary.
struct CloseConversation {
    static constexpr std::string_view name = "close_conversation";
    static constexpr std::uint8_t type = 42;
    base::ConversationId conversation{};

    static constexpr auto fields() {
        using T = CloseConversation;
        return wire::Fields{Field<&T::conversation, U16>{"conversation", "not the plenary"}};
    }
    friend bool operator==(const CloseConversation&, const CloseConversation&) = default;
};

/// By a moderator; of themselves by members, to an open one and back.
struct PlaceMembers {
    static constexpr std::string_view name = "place_members";
    static constexpr std::uint8_t type = 43;
    base::ConversationId conversation{};
    std::vector<base::MemberIndex> members;

    static constexpr auto fields() {
        using T = PlaceMembers;
        return wire::Fields{
            Field<&T::conversation, U16>{"conversation", "where they are from here on; 0 for the plenary alone"},
            Field<&T::members, List<Varint, base::limits::members_max>>{"members", "ascending"},
        };
    }
    friend bool operator==(const PlaceMembers&, const PlaceMembers&) = default;
};

/// By anybody in a discussion group: the next epoch of its keys (security.md, Keys).
struct GroupTurn {
    static constexpr std::string_view name = "group_turn";
    static constexpr std::uint8_t type = 44;
    base::ConversationId conversation{};
    base::GroupEpoch epoch{};
    base::Hash commitment{};
    std::vector<MemberWrap> wraps;

    static constexpr auto fields() {
        using T = GroupTurn;
        return wire::Fields{
            Field<&T::conversation, U16>{"conversation", "the author's group"},
            Field<&T::epoch, Varint>{"epoch", "one more than the last of this group"},
            Field<&T::commitment, Fixed<32>>{"commitment", "hash of the secret; a wrap that does not match is refused"},
            Field<&T::wraps, List<Nested<MemberWrap>, base::limits::members_max>>{
                "wraps", "the secret, sealed for each who is in the group"},
        };
    }
    friend bool operator==(const GroupTurn&, const GroupTurn&) = default;
};

/// By a moderator: nothing follows.
struct End {
    static constexpr std::string_view name = "end";
    static constexpr std::uint8_t type = 7;
    static constexpr wire::Fields<> fields() { return {}; }
    friend bool operator==(const End&, const End&) = default;
};

using OwnOperation = std::variant<Genesis, Join, Leave, Presence, EpochTurn, SetRole, End, Admit, SetPolicy, ChangeLink,
                                  PassOver, Checkpoint, OpenConversation, ChangeConversation, CloseConversation,
                                  PlaceMembers, AskMute, GroupTurn, CreateFlow, ChangeFlow, CloseFlow, Record>;
using AnyOperation = wire::Joined<OwnOperation, token::Operation>;
using Operation = base::Variant<AnyOperation>;
[[nodiscard]] std::string_view name_of(const Operation& operation);

} // namespace plenum::log

namespace plenum::wire {
// Compiled once, in operation.cpp.
extern template base::Bytes encode_choice(const log::AnyOperation&);
extern template std::expected<log::Operation, DecodeError> decode_choice(base::ByteView);
} // namespace plenum::wire
