// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"
#include "core/base/variant.h"
#include "core/wire/choice.h"
#include "core/wire/control_conversation.h"
#include "core/wire/control_edge.h"
#include "core/wire/control_replication.h"
#include "core/wire/control_standby.h"
#include "core/wire/control_tag.h"

/// Messages of the control stream, each after a varint length (docs/protocol.md §3). Log entries travel inside as
/// opaque bytes; core/log declares those.
namespace plenum::wire {

/// First message of both sides: who speaks, bound to this handshake.
struct Hello {
    static constexpr std::string_view name = "hello";
    static constexpr std::uint8_t type = 1;
    std::uint16_t version{0};
    base::IdentityKey identity{};
    base::Signature proof{};

    static constexpr auto fields() {
        using T = Hello;
        return Fields{
            Field<&T::version, U16>{"version", "protocol version, 3"},
            Field<&T::identity, Fixed<32>>{"identity", "Ed25519 key of the device or relay"},
            Field<&T::proof, Fixed<64>>{"proof", "its signature over the handshake hash and the side that signs"},
        };
    }
    friend bool operator==(const Hello&, const Hello&) = default;
};

/// Client to relay, after an open handshake: make a conference.
struct CreateConference {
    static constexpr std::string_view name = "create_conference";
    static constexpr std::uint8_t type = 2;
    base::ConferenceHandle conference{};
    base::SecretKey access{};
    base::Bytes genesis;

    static constexpr auto fields() {
        using T = CreateConference;
        return Fields{
            Field<&T::conference, Fixed<16>>{"conference", "handle derived from the link's secret"},
            Field<&T::access, Fixed<32>>{"access", "key that members' handshakes will carry; also from the secret"},
            Field<&T::genesis, Rest<base::limits::control_message_bytes_max>>{"genesis", "signed operation (§5)"},
        };
    }
    friend bool operator==(const CreateConference&, const CreateConference&) = default;
};

enum class CreateOutcome : std::uint8_t { created = 1, exists = 2, refused = 3, full = 4 };

struct CreateAnswer {
    static constexpr std::string_view name = "create_answer";
    static constexpr std::uint8_t type = 3;
    CreateOutcome outcome{CreateOutcome::refused};

    static constexpr auto fields() {
        using T = CreateAnswer;
        return Fields{Field<&T::outcome, U8>{"outcome", "1 created, 2 exists already, 3 refused, 4 relay is full"}};
    }
    friend bool operator==(const CreateAnswer&, const CreateAnswer&) = default;
};

/// Client to relay: begin, or go on where the last session stopped.
struct Attach {
    static constexpr std::string_view name = "attach";
    static constexpr std::uint8_t type = 4;
    static constexpr std::size_t positions_max = stream_positions_max;
    base::LogPosition next_entry{};
    std::vector<StreamPosition> positions;

    static constexpr auto fields() {
        using T = Attach;
        return Fields{
            Field<&T::next_entry, Varint>{"next_entry", "first log position that is missing"},
            Field<&T::positions, List<Nested<StreamPosition>, positions_max>>{"positions", "reliable flows so far"},
        };
    }
    friend bool operator==(const Attach&, const Attach&) = default;
};

/// Relay to client: what the relay holds. Entries from `next_entry` on follow.
struct Attached {
    static constexpr std::string_view name = "attached";
    static constexpr std::uint8_t type = 5;
    base::LogPosition log_size{};
    bool durable{false};
    std::vector<StreamPosition> positions;

    static constexpr auto fields() {
        using T = Attached;
        return Fields{
            Field<&T::log_size, Varint>{"log_size", "entries in the relay's log"},
            Field<&T::durable, U8>{"durable", "0 the relay forgets the conference when it ends, 1 it keeps it"},
            Field<&T::positions, List<Nested<StreamPosition>, 64>>{
                "positions", "what the relay has of this member's own reliable flows"},
        };
    }
    friend bool operator==(const Attached&, const Attached&) = default;
};

/// Client to relay: please sequence this operation.
struct Submit {
    static constexpr std::string_view name = "submit";
    static constexpr std::uint8_t type = 6;
    base::Bytes operation;

    static constexpr auto fields() {
        using T = Submit;
        return Fields{
            Field<&T::operation, Rest<base::limits::control_message_bytes_max>>{"operation", "signed operation (§5)"}};
    }
    friend bool operator==(const Submit&, const Submit&) = default;
};

/// Relay to client: an operation of yours was not sequenced, and why.
struct SubmitRefused {
    static constexpr std::string_view name = "submit_refused";
    static constexpr std::uint8_t type = 7;
    std::uint64_t author_sequence{0};
    std::uint8_t reason{0};

    static constexpr auto fields() {
        using T = SubmitRefused;
        return Fields{
            Field<&T::author_sequence, Varint>{"author_sequence", "which operation"},
            Field<&T::reason, U8>{"reason", "refusal, as in §5"},
        };
    }
    friend bool operator==(const SubmitRefused&, const SubmitRefused&) = default;
};

/// One sequenced entry of the log: relay to client, and back where the relay has said that it lacks it.
struct LogEntry {
    static constexpr std::string_view name = "log_entry";
    static constexpr std::uint8_t type = 8;
    base::Bytes entry;

    static constexpr auto fields() {
        using T = LogEntry;
        return Fields{Field<&T::entry, Rest<base::limits::control_message_bytes_max>>{"entry", "sequenced entry (§5)"}};
    }
    friend bool operator==(const LogEntry&, const LogEntry&) = default;
};

/// Instead of all entries before: the entry of the newest checkpoint, where the receiver has none of them. The state
/// that it covers follows in parts, then the entries behind it. Relay to a newcomer; member to a relay that lost the
/// log; primary to standby.
struct LogState {
    static constexpr std::string_view name = "log_state";
    static constexpr std::uint8_t type = 35;
    std::uint32_t state_bytes{0};
    base::Bytes entry;

    static constexpr auto fields() {
        using T = LogState;
        return Fields{
            Field<&T::state_bytes, Varint>{"state_bytes", "of the encoded state (§5)"},
            Field<&T::entry, Rest<base::limits::control_message_bytes_max>>{"entry", "sequenced checkpoint (§5)"},
        };
    }
    friend bool operator==(const LogState&, const LogState&) = default;
};

/// The next bytes of a state; all but the last are full.
struct LogStatePart {
    static constexpr std::string_view name = "log_state_part";
    static constexpr std::uint8_t type = 36;
    static constexpr std::size_t bytes_max = 16 * 1024;
    base::Bytes bytes;

    static constexpr auto fields() {
        using T = LogStatePart;
        return Fields{Field<&T::bytes, Rest<bytes_max>>{"bytes", "of the encoded state"}};
    }
    friend bool operator==(const LogStatePart&, const LogStatePart&) = default;
};

/// A receiver cannot decode until the next key frame; relays pass it to the sender, not more often than needed.
struct KeyFrameRequest {
    static constexpr std::string_view name = "key_frame_request";
    static constexpr std::uint8_t type = 9;
    base::FlowId flow{};
    base::MemberIndex sender{};
    bool small{false};

    static constexpr auto fields() {
        using T = KeyFrameRequest;
        return Fields{
            Field<&T::flow, U16>{"flow", "a video flow"},
            Field<&T::sender, Varint>{"sender", "whose picture"},
            Field<&T::small, Trailing<U8, false>>{"small", "1: of the small size; a relay knows which of them the "
                                                           "receiver gets"},
        };
    }
    friend bool operator==(const KeyFrameRequest&, const KeyFrameRequest&) = default;
};

/// Relay to client: the relay has this member's own reliable messages below `next`. With `kept` also those survive a
/// restart of its; without, its disk does not take them for the time being.
struct Accepted {
    static constexpr std::string_view name = "accepted";
    static constexpr std::uint8_t type = 10;
    base::FlowId flow{};
    base::SequenceNumber next{};
    bool kept{true};

    static constexpr auto fields() {
        using T = Accepted;
        return Fields{
            Field<&T::flow, U16>{"flow", "a reliable flow"},
            Field<&T::next, Varint>{"next", "first sequence number that is missing"},
            Field<&T::kept, U8>{"kept", "1: they survive a restart of the relay; 0: its disk does not take them now"},
        };
    }
    friend bool operator==(const Accepted&, const Accepted&) = default;
};

/// Client to relay: let me in. Until then the relay gives this session nothing of the conference.
struct Knock {
    static constexpr std::string_view name = "knock";
    static constexpr std::uint8_t type = 11;
    base::Bytes join;

    static constexpr auto fields() {
        using T = Knock;
        return Fields{Field<&T::join, Rest<512>>{"join", "signed operation of type join (§5)"}};
    }
    friend bool operator==(const Knock&, const Knock&) = default;
};

enum class KnockOutcome : std::uint8_t {
    waiting = 1, ///< someone is asked
    refused = 2, ///< by whom it was asked, or it is no sound join
    closed = 3,  ///< nobody is let in at present
    full = 4,    ///< too many members, or too many who wait
    used = 5,    ///< this key was a member before: knock with a new one
    ended = 6,   ///< the conference is over
    /// After a refusal, or because too many knock from this network: later.
    too_often = 7,
};

/// Relay to client, unless `attached` answers the knock.
struct KnockAnswer {
    static constexpr std::string_view name = "knock_answer";
    static constexpr std::uint8_t type = 12;
    KnockOutcome outcome{KnockOutcome::refused};

    static constexpr auto fields() {
        using T = KnockAnswer;
        return Fields{Field<&T::outcome, U8>{
            "outcome", "1 waiting, 2 refused, 3 closed, 4 full, 5 key used before, 6 conference over, 7 too often"}};
    }
    friend bool operator==(const KnockAnswer&, const KnockAnswer&) = default;
};

/// Relay to a member who may let this person in.
struct Knocking {
    static constexpr std::string_view name = "knocking";
    static constexpr std::uint8_t type = 13;
    base::Bytes join;

    static constexpr auto fields() {
        using T = Knocking;
        return Fields{Field<&T::join, Rest<512>>{"join", "as in the knock"}};
    }
    friend bool operator==(const Knocking&, const Knocking&) = default;
};

/// Relay to those whom it asked: this person is in, was refused, or is gone.
struct KnockEnded {
    static constexpr std::string_view name = "knock_ended";
    static constexpr std::uint8_t type = 14;
    base::ExchangeKey exchange{};

    static constexpr auto fields() {
        using T = KnockEnded;
        return Fields{Field<&T::exchange, Fixed<32>>{"exchange", "X25519 key of who knocked"}};
    }
    friend bool operator==(const KnockEnded&, const KnockEnded&) = default;
};

/// Client to relay, from a member who may let this person in and will not.
struct RefuseKnock {
    static constexpr std::string_view name = "refuse_knock";
    static constexpr std::uint8_t type = 15;
    base::ExchangeKey exchange{};

    static constexpr auto fields() {
        using T = RefuseKnock;
        return Fields{Field<&T::exchange, Fixed<32>>{"exchange", "X25519 key of who knocked"}};
    }
    friend bool operator==(const RefuseKnock&, const RefuseKnock&) = default;
};

/// Relay to client: this client has seen more of the log than the relay still has; please give it from there on, as
/// `log_entry`. `attached` follows.
struct LogWanted {
    static constexpr std::string_view name = "log_wanted";
    static constexpr std::uint8_t type = 16;
    base::LogPosition next_entry{};

    static constexpr auto fields() {
        using T = LogWanted;
        return Fields{Field<&T::next_entry, Varint>{"next_entry", "first log position that is missing"}};
    }
    friend bool operator==(const LogWanted&, const LogWanted&) = default;
};

/// Client to relay, after an open handshake at the door for it: you lost this conference. All its entries follow as
/// `log_entry`; `create_answer` follows these.
struct Restore {
    static constexpr std::string_view name = "restore";
    static constexpr std::uint8_t type = 17;
    base::ConferenceHandle conference{};
    base::SecretKey access{};
    base::LogPosition log_size{};
    /// Not 0: nothing follows. The member hears nothing of the primary, and agrees to no removal of this standby.
    base::ConferenceTime fence{};

    static constexpr auto fields() {
        using T = Restore;
        return Fields{
            Field<&T::conference, Fixed<16>>{"conference", "handle"},
            Field<&T::access, Fixed<32>>{"access", "key of the link that the conference was made with"},
            Field<&T::log_size, Varint>{"log_size", "entries that follow"},
            Field<&T::fence, U64>{"fence", "of the standby that is asked to take over: the member hears nothing of the "
                                           "primary; 0: the log follows"},
        };
    }
    friend bool operator==(const Restore&, const Restore&) = default;
};

/// Relay to client, when it has come back and may have lost something: what it has of reliable flows. Please give what
/// you heard beyond of members who left, as `given_word`; others give their own.
struct WordsWanted {
    static constexpr std::string_view name = "words_wanted";
    static constexpr std::uint8_t type = 18;
    std::vector<StreamPosition> positions;

    static constexpr auto fields() {
        using T = WordsWanted;
        return Fields{Field<&T::positions, List<Nested<StreamPosition>, Attach::positions_max>>{
            "positions", "of members who left; where one is missing, the relay has nothing"}};
    }
    friend bool operator==(const WordsWanted&, const WordsWanted&) = default;
};

/// Client to relay: a message of somebody who left, as it was heard.
struct GivenWord {
    static constexpr std::string_view name = "given_word";
    static constexpr std::uint8_t type = 19;
    base::FlowId flow{};
    base::MemberIndex sender{};
    base::SequenceNumber sequence{};
    base::LogPosition log_size{};
    base::Bytes sealed;

    static constexpr auto fields() {
        using T = GivenWord;
        return Fields{
            Field<&T::flow, U16>{"flow", "a reliable flow"},
            Field<&T::sender, Varint>{"sender", "member index"},
            Field<&T::sequence, Varint>{"sequence", "in the sender's stream on the flow"},
            Field<&T::log_size, Varint>{"log_size", "entries that the log had when it was heard"},
            Field<&T::sealed, Rest<base::limits::reliable_sealed_bytes_max>>{"sealed", "header and sealed body"},
        };
    }
    friend bool operator==(const GivenWord&, const GivenWord&) = default;
};

/// Client to relay: that was all that was wanted.
struct WordsGiven {
    static constexpr std::string_view name = "words_given";
    static constexpr std::uint8_t type = 20;
    static constexpr Fields<> fields() { return {}; }
    friend bool operator==(const WordsGiven&, const WordsGiven&) = default;
};

/// Relay to sender: this word came when its token was another's, and goes to nobody.
struct WordRefused {
    static constexpr std::string_view name = "word_refused";
    static constexpr std::uint8_t type = 21;
    base::FlowId flow{};
    base::SequenceNumber sequence{};

    static constexpr auto fields() {
        using T = WordRefused;
        return Fields{
            Field<&T::flow, U16>{"flow", "a reliable flow that demands a token"},
            Field<&T::sequence, Varint>{"sequence", "in the sender's stream on the flow"},
        };
    }
    friend bool operator==(const WordRefused&, const WordRefused&) = default;
};

/// Relay to members: nothing is heard of a holder, and when its token goes back; or it is heard again.
struct HolderSilent {
    static constexpr std::string_view name = "holder_silent";
    static constexpr std::uint8_t type = 22;
    base::TokenId token{};
    base::MemberIndex member{};
    base::Duration returns_in{};

    static constexpr auto fields() {
        using T = HolderSilent;
        return Fields{
            Field<&T::token, U16>{"token", "which"},
            Field<&T::member, Varint>{"member", "who holds it"},
            Field<&T::returns_in, Varint>{"returns_in", "µs until it goes back; 0: heard again"},
        };
    }
    friend bool operator==(const HolderSilent&, const HolderSilent&) = default;
};

using AnyControlMessage =
    std::variant<Hello, CreateConference, CreateAnswer, Attach, Attached, Submit, SubmitRefused, LogEntry,
                 KeyFrameRequest, Accepted, Knock, KnockAnswer, Knocking, KnockEnded, RefuseKnock, LogWanted, Restore,
                 WordsWanted, GivenWord, WordsGiven, WordRefused, HolderSilent, DelayReport, DelayAdvice, Gap, Standby,
                 Causes, Replicate, ReplicaState, ReplicaMark, ReplicaAcknowledged, ReplicaSynced, ReplicaForgotten,
                 LogState, LogStatePart, Subscribe, Demand, FlowExcess, PullRequest, PullRefused, StandbyOffer,
                 StandbyAppointed, StandbyRemoval, ReplicaResigned, ReplicaHandedOver, Locate, Located, RelayedMember,
                 RelayedSilence, DeliveryMark, OfferSizes, BodyReference, BodyWanted, BodyGiven, RelayedIndex>;
using ControlMessage = base::Variant<AnyControlMessage>;

// Compiled once, in control.cpp.
extern template base::Bytes encode_choice(const AnyControlMessage&);
extern template std::expected<ControlMessage, DecodeError> decode_choice(base::ByteView);

} // namespace plenum::wire
