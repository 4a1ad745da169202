// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/cluster.h"
#include "core/api/command_refused.h"
#include "core/api/commands.h"
#include "core/api/conference_link.h"
#include "core/api/flow_events.h"
#include "core/base/address.h"
#include "core/base/bytes.h"
#include "core/base/enums.h"
#include "core/base/ids.h"
#include "core/base/membership.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/base/variant.h"
#include "core/log/operation.h"
#include "core/log/state.h"
#include "core/token/table.h"
#include "core/wire/frames.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// What a node tells an application, in the order in which it happened.
namespace plenum::node {

enum class Phase : std::uint8_t {
    connecting = 1,   ///< handshake with the relay
    joining = 2,      ///< asking to be a member, reading the log, waiting for the key
    joined = 3,       ///< may publish and receive
    reconnecting = 4, ///< the link is lost; trying by itself
    lobby = 5,        ///< a moderator was asked to let this person in
};

/// How far joining has come. Sent once for each phase.
struct PhaseChanged {
    Phase phase;
};

/// The relay keeps the conference over a restart, or does not: then it runs in the host's program. Comes before the
/// phase `joined`.
struct RelayDurability {
    bool durable{false};
};

/// A moderator asked a member, or with 0 everyone but themselves, to close the microphone.
struct MuteAsked {
    base::MemberIndex by{};
    base::MemberIndex member{};
    base::LogPosition position{};
};

/// The relay said that it restarts, or that it lost the relay behind it: dialling until it is back. `PhaseChanged`
/// follows.
struct RelayRestarts {};

/// A member's program is the relay from here on.
struct RelayMoved {
    /// Whose program it was before; 0: unknown, or of who made the conference.
    base::MemberIndex from{};
    /// 0: unknown.
    base::MemberIndex to{};
    /// The relay before gave the conference away; otherwise nothing was heard of it any more.
    bool handed_over{false};
};

enum class EndReason : std::uint8_t {
    left = 1,            ///< asked for
    no_answer = 2,       ///< the relay is silent: wrong link, old link, or nobody there
    ended_for_all = 3,   ///< a moderator ended the conference
    relay_closed = 4,    ///< the host's relay shut down
    removed = 5,         ///< a moderator took this member out
    relay_refused = 6,   ///< the relay does not accept: full, or creating is closed
    not_trustworthy = 7, ///< the log or a key did not match the link: someone lies
    unknown_version = 8, ///< relay and client do not speak the same protocol
    link_expired = 9,
    no_key = 10,       ///< nobody in the conference gave the key
    not_admitted = 11, ///< a moderator turned this person away
    closed = 12,       ///< nobody is let in at present
    full = 13,         ///< too many are there, or wait
    too_often = 14,    ///< knocked too soon after being turned away, or with too many others of this network
};

/// The node is idle again.
struct Ended {
    EndReason reason;
};

/// The conference exists at the relay, and this link leads to it.
struct ConferenceCreated {
    ConferenceLink link;
};

using base::LeaveReason;
using base::MemberRole;

/// One member, from when the control log gave it the key: what is published after this, it can read. The own entry
/// comes too, with `self` set.
struct MemberJoined {
    base::MemberIndex member;
    std::string name;
    base::IdentityKey identity;
    MemberRole role{MemberRole::participant};
    bool self{false};
    bool present{true};
    /// It records; `MemberRecording` tells when that changes.
    bool recording{false};
};

/// Someone who was a member before this one came, told before the first message of theirs that is still there to read.
struct FormerMember {
    base::MemberIndex member;
    std::string name;
    base::IdentityKey identity;
};

/// A member left or was removed.
struct MemberLeft {
    base::MemberIndex member;
    LeaveReason reason;
};
/// The relay lost its link to a member, or has it back.
struct MemberPresence {
    base::MemberIndex member;
    bool present{false};
};

/// A member's program writes what it receives into a file, or no longer. Comes for this member too.
struct MemberRecording {
    base::MemberIndex member;
    bool on{false};
    base::LogPosition position{};
};

/// A member became a moderator, or is one no longer.
struct MemberRoleChanged {
    base::MemberIndex member;
    MemberRole role{MemberRole::participant};
};

/// Who may come in, and what they may read; told on joining too.
struct PolicyChanged {
    log::Policy policy;
};
/// The conference's link is another from now on; the one before opens nothing any more.
struct LinkChanged {
    ConferenceLink link;
};

/// To who may decide: someone with the link waits to be let in (`AdmitKnock`, `RefuseKnock`).
struct KnockHeard {
    base::ExchangeKey exchange;
    std::string name;
    base::IdentityKey identity;
};
/// They were let in or turned away, by whomever, or have gone.
struct KnockOver {
    base::ExchangeKey exchange;
};

enum class Agreement : std::uint8_t {
    confirmed = 1, ///< the key leader says that it sees the same log
    late = 2,      ///< nothing was heard of it for 6 s
    lost = 3,      ///< for 20 s, or it sees another log: nothing is sent any more
};
/// Whether all see the same conference, as far as the key leader's heartbeat tells.
struct AgreementChanged {
    Agreement agreement;
    /// Lost because the key leader sees another log, and not because nothing was heard of it.
    bool forked{false};
};

/// The plenary or a group is there, or stands otherwise, or is there no more.
struct ConversationChanged {
    base::ConversationId conversation;
    /// Empty for the plenary, and where it cannot be read.
    std::string label;
    log::ConversationSettings settings;
    bool open{true};
};
/// From here on they are in this group besides the plenary; 0: in none.
struct MembersPlaced {
    base::ConversationId conversation;
    std::vector<base::MemberIndex> members;
};

/// New content keys are in force.
struct EpochChanged {
    base::KeyEpoch epoch;
};

/// A message of another member, decrypted and, on reliable flows, verified and in the sender's order.
/// How a message came among those of its conversation (docs/conversations.md).
enum class Delivery : std::uint8_t {
    in_order = 1,
    forced = 2,    ///< without some that it depends on, which did not come in time
    late = 3,      ///< on a reliable flow: after its deadline
    overtaken = 4, ///< the same, after some that depend on it
};

/// A message of another member, in the order of its conversation.
struct MessageReceived {
    base::FlowId flow;
    base::MemberIndex sender;
    base::SequenceNumber sequence;
    base::ConferenceTime sent_at;
    base::LocalTime received_at;
    wire::MessageFlags flags;
    base::Bytes body;
    Delivery delivery{Delivery::in_order};
    /// Of a forced one: how many were missing.
    std::uint64_t missing{0};
};

/// An own message was sealed and numbered; on reliable flows `MessageAccepted` follows. A member that becomes a new one
/// publishes once more what the relay had not accepted, with new numbers and times.
struct MessagePublished {
    base::FlowId flow;
    base::SequenceNumber sequence;
    /// As it stands in the message; zero before the clock is known.
    base::ConferenceTime sent_at;
};
/// The relay has this own reliable message and all before it. What is not `kept` would be said again after a restart of
/// the relay, as long as this program runs; another event follows once it is.
struct MessageAccepted {
    base::FlowId flow;
    base::SequenceNumber sequence;
    bool kept{true};
};

/// A message out of a history, as `Pull` asked. It takes no part in the order of delivery, and may have been received
/// before.
struct SamplePulled {
    base::PullId request;
    base::FlowId flow;
    base::MemberIndex sender;
    base::SequenceNumber sequence;
    base::ConferenceTime sent_at;
    wire::MessageFlags flags;
    base::Bytes body;
    /// False: this member never had the key, or has it no longer. The body is empty then.
    bool readable{true};
    /// The newest message that was published by now is newer by this at most. Absent before the clock is known.
    std::optional<base::Duration> age_max;
    /// Nothing of the answer follows.
    bool last{false};
};
/// A pull gave nothing, or not all of its samples.
struct PullFailed {
    base::PullId request;
    base::FlowId flow;
    base::MemberIndex sender;
    tag::PullError error;
};

/// The minutes that `TakeMinutes` asked for.
struct MinutesTaken {
    /// A whole file; never null.
    std::shared_ptr<const base::Bytes> file;
};

/// This own reliable message goes to nobody: when it came to the relay, its token was with somebody else.
struct MessageRefused {
    base::FlowId flow;
    base::SequenceNumber sequence;
};

/// Messages first…last of a reliable flow are gone for good: older than what anyone keeps.
struct MessagesMissed {
    base::FlowId flow;
    base::MemberIndex sender;
    base::SequenceNumber first;
    base::SequenceNumber last;
};

/// How a token stands, whenever that changes; each once on joining.
struct TokenChanged {
    /// The operation that changed the token.
    struct Cause {
        /// 0 is the relay.
        base::MemberIndex author{};
        token::Operation operation;
    };
    /// Never null; pointers keep all other events small.
    std::shared_ptr<const token::Token> token;
    /// Null where someone's leaving changed it, and for what happened before this member was there or while it was
    /// away.
    std::shared_ptr<const Cause> cause;
    /// Of the entry.
    base::LogPosition position{};
    base::ConferenceTime at{};
};

/// Nothing is heard of a holder: its token goes back in so long unless it comes back. Soft: told by the relay, in no
/// log; `TokenChanged` without it as a holder ends it too.
struct HolderSilent {
    base::TokenId token;
    base::MemberIndex member;
    /// Absent: it is heard again.
    std::optional<base::Duration> returns_in;
};

/// Nothing was heard of the relay for as long as a holder may be silent: what this member holds counts as lost, and
/// nothing of it is heard. Not over any more once the relay is there and the log was read.
struct LeaseOver {
    bool over{false};
};

/// Some receiver needs a key frame of this node's own video flow, or of one of its sizes.
struct KeyFrameRequested {
    base::FlowId flow;
    base::PictureSize size{base::PictureSize::large};
};

/// State of the link, about once a second from when the conference's clock is known.
struct LinkHealth {
    base::Duration rtt;
    base::Duration rtt_min;
    std::uint32_t loss_permille{0};
    base::ClockOffset clock;
    /// Messages that arrived whole, came past λ, could not be opened.
    std::uint64_t received{0};
    std::uint64_t discarded{0};
    std::uint64_t undecryptable{0};
    /// What no member sends so: forged, said before, or out of shape.
    std::uint64_t refused{0};
    /// What the way to the relay carries, as far as it was tried; bytes a second.
    base::ByteRate send_rate{};
};

/// How a conversation goes at this member; with `LinkHealth`.
struct ConversationFigures {
    base::ConversationId conversation;
    /// Δ in force, and where it may lie.
    base::Duration delta;
    base::Duration delta_least;
    base::Duration delta_most;
    /// How long nearly all messages take to the slowest who can keep up, as the relay says; 0 while nobody knows.
    base::Duration delay;
    /// Messages so far: handed over in order; at their deadline without some before them; past it on reliable flows;
    /// not at all, since they came too late.
    std::uint64_t in_order{0};
    std::uint64_t forced{0};
    std::uint64_t late{0};
    std::uint64_t discarded{0};
    /// That went before their deadline, since there was no room.
    std::uint64_t overrun{0};
    /// The most that ever waited, and the room that the flows' specs ask for.
    std::size_t held_most{0};
    std::size_t held_bound{0};
};

/// Someone did what the protocol forbids and was ignored: which member (0: the relay) and what.
struct ProtocolViolation {
    base::MemberIndex member;
    std::string what;
};

/// How a relay's session ended.
enum class SessionEnd : std::uint8_t {
    left = 1,           ///< the client said goodbye
    closed_by_peer = 2, ///< the client closed for another reason
    lost = 3,           ///< it fell silent
    replaced = 4,       ///< the same client has a newer session
    faulty = 5,         ///< it sent what the protocol forbids
    too_slow = 6,       ///< its streams filled up, or nothing came of it
    refused = 7,        ///< not a member, or the conference is over
    unknown_version = 8,
    relay_closed = 9,
};
/// As figures and logs have it: "too_slow".
[[nodiscard]] constexpr std::string_view name_of(SessionEnd end) { return base::enumerator_name(end); }

/// An operation that a relay put into no log.
struct RefusedEntry {
    enum class Grade : std::uint8_t {
        forged = 1,  ///< in another's name, signed by nobody or for another conference: no honest program says so
        refused = 2, ///< its author had read the whole log, and may not, or asked for what makes no sense
        late = 3,    ///< the log had gone on meanwhile: mostly somebody else was first
    };
    Grade grade;
    base::ConferenceHandle conference;
    /// Whose session it came by; 0 for who knocks.
    base::MemberIndex member;
    /// Of the log's operation; a constant, empty where it cannot be read.
    std::string_view operation;
    log::Refusal reason;
};

struct RejectedMember;

/// An exception reached the relay's edge. The conference concerned was closed and begins anew; without one, a session.
struct ContainedFailure {
    std::optional<base::ConferenceHandle> conference;
    /// The exception's own words, shortened.
    std::string what;
    /// Of this conference, without a quiet time between them.
    std::uint32_t failures{1};
    /// When members can come back; the longest there is where that needs them, or a restart.
    base::Duration back_in{};
};

/// Relay role: what whoever runs it may want to read in a log. A `RelayStatus` that it changed came before it.
struct RelayIncident {
    enum class Kind : std::uint8_t {
        session_opened = 1,
        session_closed = 2,
        sessions_full = 3, ///< refused: RelayLimits::sessions
        address_full = 4,  ///< refused: RelayLimits::sessions_per_address
        conference_created = 5,
        conferences_full = 6, ///< refused: RelayLimits::conferences
        conference_forgotten = 7,
        conference_behind = 8,   ///< a member knows more of its log than was kept; asked for it
        conference_restored = 9, ///< nothing was kept; a member gave it back
        entry_refused = 10,
        member_unheard = 11, ///< their messages are refused, and they go on
        failure_contained = 12,
        standby_synced = 13,        ///< the standby has a copy of a conference, and may take it over
        standby_silent = 14,        ///< nothing can be told in a conference until the standby is heard again
        conference_taken_over = 15, ///< its primary is lost
        conference_deposed = 16,    ///< the standby has taken it over
        peer_silent = 17,           ///< another relay was asked for a conference and gave no answer that counts
        peer_answers = 18,          ///< one that was silent
    };
    Kind kind;
    /// Of the client, or of the other relay; unspecified where none was the cause.
    base::Address from{};
    /// Of `session_closed`.
    std::optional<SessionEnd> end{};
    /// Of `entry_refused`, else null; a pointer keeps all other events small.
    std::shared_ptr<const RefusedEntry> entry{};
    /// Of `member_unheard`, likewise.
    std::shared_ptr<const RejectedMember> unheard{};
    /// Of `failure_contained`, likewise.
    std::shared_ptr<const ContainedFailure> failure{};
    /// Of those about a standby.
    std::optional<base::ConferenceHandle> conference{};
};

/// Relay role: how many are there, whenever it changes.
struct RelayStatus {
    std::size_t sessions{0};
    std::size_t conferences{0};
};

using AnyEvent =
    std::variant<PhaseChanged, Ended, ConferenceCreated, MemberJoined, MemberLeft, MemberPresence, FlowDeclared,
                 EpochChanged, MessageReceived, MessagePublished, MessageAccepted, MessagesMissed, KeyFrameRequested,
                 CommandRefused, LinkHealth, ProtocolViolation, RelayStatus, MemberRoleChanged, PolicyChanged,
                 FlowRemoved, ConversationChanged, ConversationFigures, MembersPlaced, LinkChanged, KnockHeard,
                 KnockOver, FormerMember, AgreementChanged, RelayRestarts, RelayIncident, TokenChanged, MessageRefused,
                 MinutesTaken, HolderSilent, LeaseOver, MuteAsked, RelayDurability, FlowExceeded, FlowDemand,
                 SamplePulled, PullFailed, FlowChanged, AssignmentWanted, AssignmentOver, RelayStandby, RelayMoved,
                 MemberRecording, CellsReported, TreePacketReceived>;
using Event = base::Variant<AnyEvent>;

} // namespace plenum::node
