// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"
#include "core/chat/ids.h"
#include "core/chat/shared_file.h"
#include "ui/port/network_port.h"
#include "ui/port/people_types.h"

#include <QDateTime>
#include <QList>
#include <QMetaType>
#include <QString>
#include <QStringList>
#include <QtQml/qqmlregistration.h>

#include <cstdint>
#include <optional>

/// Values that cross ConferencePorts. Plain, copyable, comparable where a test wants it.
namespace plenum::ui {

enum class ConnectionState : std::uint8_t {
    idle = 1,       ///< before the first call
    starting = 2,   ///< the embedded relay comes up, or another makes the conference
    connecting = 3, ///< handshake with the relay
    joining = 4,    ///< the conference's log and keys are on their way
    in_call = 5,
    reconnecting = 6, ///< the relay was lost; trying by itself
    ended = 7,
    waiting = 8, ///< a moderator was asked to let us in
};

enum class EndReason : std::uint8_t {
    left = 1,            ///< we left, or gave up waiting
    ended_by_self = 2,   ///< we ended it for everyone
    ended_by_host = 3,   ///< somebody with the right to ended it for everyone
    removed = 4,         ///< a moderator removed us
    wrong_link = 5,      ///< not a link, or its secret is refused
    unreachable = 6,     ///< no answer from the relay
    lost = 7,            ///< reconnecting failed for good
    full = 8,            ///< the relay or the conference takes no more members
    expired = 9,         ///< the link is past its date, or the conference is over
    address_in_use = 10, ///< hosting: the port is taken
    internal = 11,       ///< our own trouble; `detail` says which
    untrustworthy = 12,  ///< what the relay shows does not match the link
    other_version = 13,  ///< relay and client do not speak the same protocol
    no_key = 14,         ///< nobody in the conference gave us its key
    not_admitted = 15,   ///< a moderator turned us away
    closed = 16,         ///< nobody is let in at present
    too_often = 17,      ///< asked to be let in too often
    relay_closed = 18,   ///< whoever runs the relay closed it; it may come back
    host_left = 19,      ///< the program that the relay ran in has closed it; the link leads nowhere
    relay_silent = 20,   ///< hosting: the relay server does not answer
    relay_refused = 21,  ///< hosting: the relay server makes no conference for us
    unanswered = 22,     ///< we left while the host's computer did not answer
};

/// Whether it is known that everyone sees the same conference.
enum class Agreement : std::uint8_t {
    confirmed = 1,
    late = 2,   ///< nobody has confirmed it for some seconds
    lost = 3,   ///< for so long that nothing is sent any more
    forked = 4, ///< we are shown another one; nothing is sent any more, and that will stay so
};

struct EndFacts {
    EndReason reason{EndReason::left};
    /// For support, not translated, one line; may be empty.
    QString detail;
};

struct HostRequest {
    QString display_name;
    QString conference_title;
    bool microphone_on{true};
    bool camera_on{true};
    EntryPolicy policy{};
    /// Where it runs; without an address: on this computer.
    RelayServer relay{};
    /// On this computer: how others reach it, for the link; empty: by its own address.
    QString public_address{};
    /// On this computer: the call may go on through a guest's program if this one fails.
    bool succession{true};
};

struct JoinRequest {
    QString link;
    QString display_name;
    bool microphone_on{true};
    bool camera_on{true};
    /// This program may carry the call on if the host's fails.
    bool stands_by{true};
};

/// What a link tells by itself, before anybody is asked.
struct LinkFacts {
    /// Empty: whoever made the link left it away.
    QString title;
    /// Where the conference is: a name or an address, with the port where that is not the usual one.
    QString host;
};

struct ConferenceFacts {
    Q_GADGET
    QML_VALUE_TYPE(conferenceFacts)
    Q_PROPERTY(QString title MEMBER title)
    Q_PROPERTY(QString link MEMBER link)
    Q_PROPERTY(bool mayEndForAll MEMBER may_end_for_all)
    Q_PROPERTY(bool hostedHere MEMBER hosted_here)

  public:
    QString title;
    /// What others need to join: plenum://HOST:PORT/CONFERENCE#SECRET.
    QString link;
    /// When the call began for us (wall clock, for the elapsed time on the screen).
    QDateTime joined_at;
    base::MemberIndex self;
    /// Whether end_for_all would be obeyed.
    bool may_end_for_all{false};
    /// Whether we may let people in, remove them, give roles, say who may come and change the link.
    bool may_moderate{false};
    /// We may, but only since no moderator is there.
    bool acting{false};
    EntryPolicy policy;
    /// The relay runs in this program, so the conference ends with it.
    bool hosted_here{false};
    /// The relay keeps the conference over a restart. If not, it runs in the host's program.
    bool relay_keeps{true};
};

struct EncryptionFacts {
    bool end_to_end{false};
    /// At least 30 digits over the member list; equal on every member's screen. Empty while not known.
    QString safety_number;
    /// Name of the cipher suite in use, as the field writes it.
    QString cipher;
    base::KeyEpoch epoch;
};

struct LinkHealth {
    base::Duration round_trip{};
    /// Packets lost of 1000, over the last seconds, the worse direction.
    int loss_permille{0};
    /// From a far mouth to this ear, where it could be estimated.
    std::optional<base::Duration> mouth_to_ear;
};

enum class Role : std::uint8_t { participant = 1, moderator = 2 };

enum class Presence : std::uint8_t {
    present = 1,
    absent = 2, ///< a member whose link is gone and who may return
};

struct Member {
    base::MemberIndex index;
    QString name;
    Role role{Role::participant};
    Presence presence{Presence::present};
    bool is_self{false};
    bool microphone_on{false};
    bool camera_on{false};
    /// The camera is on, and its last picture is some seconds old.
    bool picture_late{false};
    /// Made the conference, so cannot be removed from it.
    bool is_host{false};
    /// Is in a group, or we are, and is heard by everyone.
    bool speaks_to_all{false};
    /// No person, but the program of a camera or the receiver of a cluster of cameras.
    bool captures{false};
    Acquaintance acquaintance{};
};

struct MemberLevel {
    base::MemberIndex index;
    /// 0 silent … 1 full scale, perceptual (−60 dBFS … 0 dBFS mapped linearly).
    float level{0};
    /// Judged by voice activity, with a hang-over; not by the level alone.
    bool speaking{false};
};

struct MicrophoneActivity {
    /// As MemberLevel::level.
    float level{0};
    bool speaking{false};
};

using ChatId = base::Number<struct ChatIdTag, std::uint64_t>;

enum class DeliveryState : std::uint8_t {
    sending = 1,
    sent = 2,   ///< the relay has it, where it lasts
    failed = 3, ///< given up; the person may send it again, as a new message
    unstored =
        4, ///< the relay has it and cannot store it now: who comes after its restart may not read it; `sent` follows
};

/// One of the reactions to a line, and whose it is.
struct ChatReaction {
    chat::Reaction kind{chat::Reaction::agree};
    /// Of the others.
    QStringList names;
    bool own{false};
    friend bool operator==(const ChatReaction&, const ChatReaction&) = default;
};

/// What of a line can change after it was said.
struct ChatContent {
    /// Empty if it is deleted.
    QString text;
    bool edited{false};
    bool deleted{false};
    /// Those that somebody has, in the order of their numbers.
    QList<ChatReaction> reactions{};
    friend bool operator==(const ChatContent&, const ChatContent&) = default;
};

/// Somebody's message, from the history or new.
struct ChatMessage {
    ChatId id;
    base::MemberIndex sender;
    /// As known now, also of somebody who has left.
    QString sender_name;
    QString text;
    QDateTime sent_at;
    /// Delivered past its deadline.
    bool late{false};
    /// Written before we came; such messages come in the order of writing for each sender alone.
    bool earlier{false};
    /// Of the group or the created flow in which it was written; empty for what everybody reads.
    QString group{};
    /// The sender's name was met with another key, and nobody decided about it.
    bool another_key{false};
    /// The line that it answers, which may never come here.
    std::optional<ChatId> answers{};
    /// Nobody but the two of us reads it; 0 of all else.
    base::MemberIndex private_with{};
    bool edited{false};
    bool deleted{false};
    QList<ChatReaction> reactions{};
    /// The line offers this file; its text is the name.
    std::optional<chat::SharedFile> file{};
    /// What of a shared screen its sender looked at.
    chat::SharedScene scene{};
};

enum class DeviceKind : std::uint8_t { microphone = 1, loudspeaker = 2, camera = 3 };

struct Device {
    /// Stable over restarts as far as the system allows.
    QString id;
    QString name;
    friend bool operator==(const Device&, const Device&) = default;
};

struct AudioProcessing {
    Q_GADGET
    QML_VALUE_TYPE(audioProcessing)
    Q_PROPERTY(bool echoCancellation MEMBER echo_cancellation)
    Q_PROPERTY(bool noiseSuppression MEMBER noise_suppression)
    Q_PROPERTY(bool automaticGain MEMBER automatic_gain)
    Q_PROPERTY(bool lowDelay MEMBER low_delay)

  public:
    bool echo_cancellation{true};
    bool noise_suppression{true};
    bool automatic_gain{true};
    /// For music: packets of 5 ms, and none of the above.
    bool low_delay{false};
    friend bool operator==(const AudioProcessing&, const AudioProcessing&) = default;
};

enum class ProblemKind : std::uint8_t {
    no_microphone = 1,
    no_loudspeaker = 2,
    no_camera = 3,
    microphone_failed = 4, ///< there, but it cannot be opened or it stopped
    loudspeaker_failed = 5,
    camera_failed = 6,
    chat_refused = 7,
    no_history = 8, ///< the relay cannot store; the call goes on without
    other = 9,
    not_permitted = 10,      ///< what was asked is for moderators
    person_gone = 11,        ///< of whom something was asked is not there any more
    people_set_aside = 12,   ///< the list of known people was damaged; a new one is begun
    people_not_kept = 13,    ///< it cannot be read or written now
    no_floor = 14,           ///< what was sent needs a floor that we do not have
    floor_locked = 15,       ///< asking is for moderators now
    floor_moved = 16,        ///< request or holder are not there any more
    floor_taken = 17,        ///< as many hold it, or ask for it, as may
    floor_settings = 18,     ///< make no sense, or the relay does not know the style
    floor_out_of_reach = 19, ///< nothing is heard of the relay, so what we hold counts as lost
    plugin_refused = 20,     ///< a file in the folder of plug-ins cannot be used
    group_gone = 21,         ///< there is no such group any more, or we are not in it
    groups_full = 22,        ///< there are as many as there may be
    no_interval = 23,        ///< the delays of a conversation's flows leave no room for waiting
    too_often = 24,          ///< more was asked for than one person may put into the log
    group_name_taken = 25,   ///< an open group has the name that another was to get
    overloaded = 26,         ///< what was asked was dropped, because our program cannot keep up
    relay_restarts = 27,     ///< it said so, or lost the relay behind it; dialling until it is back
};

/// The call goes on through another member's computer.
struct RelayMove {
    /// Whose computer it was before; empty where nobody knows.
    QString from;
    QString to;
    bool to_self{false};
    /// The one before gave the call away; otherwise it stopped answering.
    bool handed_over{false};
};

struct Problem {
    ProblemKind kind{ProblemKind::other};
    /// For support, not translated, one line; may be empty.
    QString detail;
};

} // namespace plenum::ui

Q_DECLARE_METATYPE(plenum::ui::ConnectionState)
Q_DECLARE_METATYPE(plenum::ui::Agreement)
Q_DECLARE_METATYPE(plenum::ui::EndFacts)
Q_DECLARE_METATYPE(plenum::ui::HostRequest)
Q_DECLARE_METATYPE(plenum::ui::Member)
Q_DECLARE_METATYPE(plenum::ui::Problem)
Q_DECLARE_METATYPE(plenum::ui::RelayMove)
