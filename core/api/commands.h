// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/cluster.h"
#include "core/api/conference_link.h"
#include "core/api/relay_limits.h"
#include "core/api/relay_place.h"
#include "core/base/address.h"
#include "core/base/bytes.h"
#include "core/base/ids.h"
#include "core/base/membership.h"
#include "core/base/units.h"
#include "core/base/variant.h"
#include "core/log/operation.h"
#include "core/tag/pull.h"
#include "core/tag/subscription.h"
#include "core/wire/datagram.h"
#include "core/wire/frames.h"

#include <string>
#include <variant>
#include <vector>

/// What an application asks of a node. Each is answered by events (events.h); one that cannot be carried out in the
/// state at hand is answered by `CommandRefused`.
namespace plenum::node {

/// Make a conference on a relay known by its address alone; answered by `ConferenceCreated` or `Ended`.
struct CreateConference {
    base::Address relay;
    /// As it will stand in the link, reachable for those who get it.
    std::string host;
    std::uint16_t port{0};
    /// At most limits::name_bytes_max bytes of UTF-8.
    std::string title;
    /// Until a moderator sets another.
    log::Policy policy{};
    /// Empty: those that people expect (standard_flows.h). Refused with `bad_settings` or `no_interval`.
    std::vector<log::FlowDeclaration> flows{};
};

/// Join, and come back by itself after every loss of the link until left.
struct JoinConference {
    ConferenceLink link;
    /// Where link.host was resolved to.
    base::Address relay;
    std::string display_name;
    /// What an earlier run of this program was told: where else the relay may be. With a fence that run was the relay
    /// itself. It is over, so this run asks the standby to take over.
    RelayStandby standby{};
};

/// Leave; others are told. Answered by `Ended{left}`.
struct LeaveConference {};

/// Moderators: end the conference for everyone.
struct EndConference {};

/// Send one message on a flow. Reliable flows keep it until the relay has it; others drop it past λ. Refused where the
/// flow demands a token that this member does not hold.
struct Publish {
    base::FlowId flow;
    wire::MessageFlags flags;
    base::Bytes body;
    /// When the content came to be, if earlier than now; else zero. Stands in the message as its send time.
    base::LocalTime captured_at{};
    /// Of a capture flow: cells for its aggregation point, `encode`d (core/cluster/shim.h). They go with the message.
    wire::Shim shim{};
};

/// From here on this member can send its camera on this flow in two sizes, or no longer: `FlowDemand` says which are
/// wanted, and messages of the small one say so in their flags. Without it, it sends one.
struct OfferSizes {
    base::FlowId flow;
    bool two{false};
};

/// A picture of `sender` cannot be decoded until its next key frame.
struct RequestKeyFrame {
    base::FlowId flow;
    base::MemberIndex sender;
};

/// How many messages of a live flow this member wants, from one sender or, with sender 0, from all; until it says
/// otherwise (push-pull §2.2). A subscription to one sender goes before one to all.
struct Subscribe {
    base::FlowId flow;
    base::MemberIndex sender;
    tag::Subscription wanted;
};

/// A packet of the multicast service (core/tree) to the relay; lost, or too much, it is not sent again.
struct SendTreePacket {
    base::Bytes packet;
};

/// Get samples of a live flow from a history (push-pull §2.3). With a subscription of rate 0 they are all that comes.
/// Answered by one or more `SamplePulled`, the last of which says so, or by `PullFailed`.
struct Pull {
    base::FlowId flow;
    base::MemberIndex sender;
    tag::Pull what;
    tag::ProxyPlace place{tag::ProxyPlace::relay};
    /// Stands in the answers.
    base::PullId request{};
};

/// Moderators: let in someone who knocks (`KnockHeard`), or turn them away.
struct AdmitKnock {
    base::ExchangeKey exchange{};
};
/// Moderators: do not let this person in.
struct RefuseKnock {
    base::ExchangeKey exchange{};
};

/// Moderators: take someone out, from every run of their program, or someone who was written out for silence and could
/// come back. They hear nothing that is said from then on, and only a moderator lets them in again.
/// With `change_link` the conference gets a new link besides (`LinkChanged`), so that they cannot come as someone else.
struct RemoveMember {
    base::MemberIndex member{};
    bool change_link{false};
};

/// Moderators.
struct SetRole {
    base::MemberIndex member{};
    base::MemberRole role{base::MemberRole::participant};
};
/// Moderators: change who may enter, and what newcomers may read.
struct SetPolicy {
    log::Policy policy{};
};
/// Moderators: somebody's microphone, or with 0 everyone else's, is closed by their own program (`MuteAsked`).
struct AskMute {
    base::MemberIndex member{};
};
struct ChangeLink {};

/// Any member: everybody is to know that this member's program writes what it receives into a file, or no longer.
/// Answered by `MemberRecording` of the own member, from which on a program may write; or by `CommandRefused`.
struct Record {
    bool on{false};
    friend bool operator==(const Record&, const Record&) = default;
};

/// To have a token (core/token), or not to have it any more: asks for it or releases it, whichever is needed, and takes
/// back a request. The last word counts. Answered by `TokenChanged`.
struct WantToken {
    base::TokenId token{};
    bool wanted{true};
    token::RequestClass priority{token::RequestClass::normal};
    friend bool operator==(const WantToken&, const WantToken&) = default;
};

/// Say something of a token: to hand it on, and what arbiters and moderators do. A token that is declared with number 0
/// gets the next unused one. Answered by `TokenChanged`, or by `CommandRefused` where it may not be said now, or not
/// any more when its turn comes.
struct ActOnToken {
    token::Operation operation;
};

/// Moderators: a discussion group, with flows of its own like those that the conference began with. Answered by
/// `ConversationChanged`.
struct OpenGroup {
    std::string label;
    log::ConversationSettings settings;
};

/// What is said of a conversation: moderators change and close it and place people; members go to an open group, and
/// back, by themselves. Answered by `ConversationChanged` and `MembersPlaced`, or by `CommandRefused`.
struct ActOnConversation {
    std::variant<log::ChangeConversation, log::CloseConversation, log::PlaceMembers> operation;
};

/// A flow beside those that the conference began with, by any member. Answered by `FlowDeclared`, which names its
/// owner, or by `CommandRefused`.
struct CreateFlow {
    /// No open flow's; a line of at most 32 bytes.
    std::string name;
    base::FlowKind kind{base::FlowKind::live};
    log::FlowTerms terms;
    /// Whom it reaches: all of this group, or the conference with 0 or the plenary.
    base::ConversationId conversation{};
    /// Its messages have a place in that conversation's order of cause.
    bool ordered{false};
    /// Two-party: only this member and the creator send and receive it. Then in no conversation.
    base::MemberIndex with{};
};
/// By the owner of a created flow or a moderator; answered by `FlowChanged`. A change that leaves the flow's
/// conversation no Δ is refused with `no_interval` and the flows at fault.
struct ChangeFlow {
    base::FlowId flow;
    log::FlowTerms terms;
};
/// By the owner of a created flow or a moderator; answered by `FlowRemoved`.
struct CloseFlow {
    base::FlowId flow;
};

enum class RelayClosing : std::uint8_t {
    for_good = 1,   ///< the conferences end for everyone
    restarting = 2, ///< clients dial until it is back, and go on where they stood
    /// An appointed standby takes over at once, and clients dial it; where there is none, as `for_good`.
    handing_over = 3,
};

/// The log as a file that anyone can check (core/log/minutes.h), signed by this device; answered by `MinutesTaken`.
struct TakeMinutes {
    /// What the clock on the wall says, µs since 1970.
    std::uint64_t clock_us{0};
};

/// Relay role: tell every session that the relay closes, then drop them.
struct CloseRelay {
    RelayClosing how{RelayClosing::for_good};
};

/// Relay role.
struct SetRelayLimits {
    RelayLimits limits;
};

using AnyCommand =
    std::variant<CreateConference, JoinConference, LeaveConference, EndConference, Publish, RequestKeyFrame, CloseRelay,
                 AdmitKnock, RefuseKnock, RemoveMember, SetRole, SetPolicy, ChangeLink, SetRelayLimits, WantToken,
                 ActOnToken, TakeMinutes, OpenGroup, ActOnConversation, AskMute, Subscribe, Pull, CreateFlow,
                 ChangeFlow, CloseFlow, AnswerAssignment, SetPeers, OfferSizes, Record, SendTreePacket>;
using Command = base::Variant<AnyCommand>;
/// Which one, as events name it: `CommandKind::of<Publish>()`.
using CommandKind = base::Kind<AnyCommand>;

} // namespace plenum::node
