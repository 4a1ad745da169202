// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/frame.h"
#include "ui/port/figures_types.h"
#include "ui/port/floor_types.h"
#include "ui/port/group_types.h"
#include "ui/port/network_port.h"
#include "ui/port/port_types.h"

#include <QList>
#include <QObject>
#include <QString>

#include <optional>

namespace plenum::ui {

/// The one door between the view models and everything outside them: conference, devices, media.
///
/// Rules for whoever implements it:
/// - Every function is called, and every signal emitted, on the UI thread. No function blocks or throws; each returns
///   at once and its outcome comes as a signal. None emits before it has returned to the event loop, except that a
///   getter's value may already be new when the signal for it arrives.
/// - A command that makes no sense in the present state (chat before the call, leave when idle) is ignored.
/// - Pictures and levels are coalesced before they get here: at most one undelivered picture per member (FrameMailbox
///   does that), levels at most 20 times a second.
/// - Text that a peer sent is plain text. Nothing shows it as markup.
///
/// States: idle → starting (host only: the relay comes up, or makes the conference) → connecting → joining (⇄ waiting)
/// → in_call ⇄ reconnecting → ended; from any of them to ended. `host` and `join` are accepted in idle and ended.
class ConferencePort : public QObject {
    Q_OBJECT

  public:
    explicit ConferencePort(QObject* parent = nullptr) : QObject{parent} {}

    // Conference ---------------------------------------------------------------------------------------------------
    /// Makes a conference, on a relay in this program or on the one asked for, and joins it as moderator.
    virtual void host(const HostRequest& request) = 0;
    virtual void join(const JoinRequest& request) = 0;
    /// Ends in `ended` with EndReason::left. Also cancels host, join and reconnecting.
    /// Where the relay runs in this program (ConferenceFacts::hosted_here), it is the end for everyone.
    virtual void leave() = 0;
    /// Leaves, and the relay in this program runs until the last member has left; relay_running_changed tells when.
    virtual void leave_relay_running() = 0;
    /// Whether a relay runs in this program for a conference that we left.
    [[nodiscard]] virtual bool relay_running() const = 0;
    /// Ends the conference of that relay for everyone in it.
    virtual void stop_relay() = 0;
    /// Moderators only: everybody's call ends. For us with EndReason::ended_by_self.
    virtual void end_for_all() = 0;

    /// What a well-formed conference link tells; nullopt for any other text. No network; cheap enough for every key
    /// press.
    [[nodiscard]] virtual std::optional<LinkFacts> read_link(const QString& text) const = 0;
    [[nodiscard]] virtual ConnectionState state() const = 0;
    /// Valid from in_call on.
    [[nodiscard]] virtual ConferenceFacts conference() const = 0;
    [[nodiscard]] virtual EncryptionFacts encryption() const = 0;

    // Moderators ---------------------------------------------------------------------------------------------------
    // Ignored where ConferenceFacts::may_moderate is not set; what is refused all the same comes as a problem.
    virtual void admit(KnockId knock) = 0;
    virtual void refuse(KnockId knock) = 0;
    /// With `change_link` nobody comes in by the link that the person knows.
    virtual void remove_member(base::MemberIndex index, bool change_link) = 0;
    virtual void set_role(base::MemberIndex index, Role role) = 0;
    virtual void set_policy(const EntryPolicy& policy) = 0;
    /// Their program closes their microphone, and they may open it again. 0: everyone else's.
    virtual void ask_mute(base::MemberIndex index) = 0;
    virtual void change_link() = 0;

    // Who people are -----------------------------------------------------------------------------------------------
    /// Somebody's key is another than their name had; from now on it counts under that name.
    virtual void accept_key(base::MemberIndex index, KeyOwner owner) = 0;
    /// Keeps their sound, pictures and messages from us until the call ends or this is taken back.
    virtual void set_blocked(base::MemberIndex index, bool blocked) = 0;
    /// The safety number was compared with them and was the same, or that is taken back.
    virtual void set_verified(base::MemberIndex index, bool verified) = 0;
    /// How loud we hear them, in this call: 0 silent, 1 as they come, at most 2.
    virtual void set_loudness(base::MemberIndex index, double factor) = 0;

    // Floors -------------------------------------------------------------------------------------------------------
    /// To have it or not to have it any more: asks, takes the request back or releases, whichever is needed. The last
    /// word counts.
    virtual void want_floor(base::TokenId floor, bool wanted, RequestClass priority) = 0;
    /// What may not be done comes as a problem.
    virtual void act_on_floor(const FloorAct& act) = 0;
    /// Whether this program can do what such a floor is for. Floors of other purposes are not shown.
    [[nodiscard]] virtual bool shows(FloorPurpose purpose) const = 0;
    /// Whether there is something for such a floor to govern where we are, and none that does.
    [[nodiscard]] virtual bool can_create_floor(FloorPurpose purpose) const = 0;
    /// Those that a moderator may choose from.
    [[nodiscard]] virtual QList<FloorStyle> floor_styles() const = 0;
    /// Whether getting the floor that we asked for opens a microphone that was off.
    virtual void set_floor_opens_microphone(bool opens) = 0;

    // Groups -------------------------------------------------------------------------------------------------------
    /// Moderators; of themselves everybody, to an open group and back. What may not be done comes as a problem.
    virtual void act_on_group(const GroupAct& act) = 0;
    /// Of a moderator in a group: microphone and camera go to everyone instead. Over with the group.
    virtual void speak_to_all(bool to_all) = 0;

    // Order --------------------------------------------------------------------------------------------------------
    /// Moderators, for everyone in it. What may not be done comes as a problem.
    virtual void set_lean(base::ConversationId conversation, Lean lean) = 0;

    // Chat ---------------------------------------------------------------------------------------------------------
    /// Sends to the group that we are in, else to everybody. Answers with the identifier under which chat_delivery will
    /// speak of it; the message itself is not echoed by chat_received. `text` is not empty and at most
    /// limits::chat_bytes_max bytes of UTF-8.
    virtual ChatId send_chat(const QString& text) = 0;

    // Own media ----------------------------------------------------------------------------------------------------
    /// What a person wants; what is so comes by microphone_on_changed and camera_on_changed.
    virtual void set_microphone_on(bool on) = 0;
    virtual void set_camera_on(bool on) = 0;
    [[nodiscard]] virtual bool microphone_on() const = 0;
    [[nodiscard]] virtual bool camera_on() const = 0;
    /// Whether the person wants the microphone on, which a floor may not allow now.
    [[nodiscard]] virtual bool microphone_wanted() const = 0;
    /// Opens microphone and camera before the call, so that preview_frame and microphone_activity come. The camera
    /// follows set_camera_on meanwhile. Joining ends the preview by itself; both signals go on while waiting.
    virtual void start_preview() = 0;
    virtual void stop_preview() = 0;

    // Devices ------------------------------------------------------------------------------------------------------
    /// What is plugged in now; hot changes come by devices_changed.
    [[nodiscard]] virtual QList<Device> devices(DeviceKind kind) const = 0;
    /// The device in use; empty if there is none.
    [[nodiscard]] virtual QString selected_device(DeviceKind kind) const = 0;
    /// Safe in a call. An identifier of a device that is gone, or empty, means the system's default.
    virtual void select_device(DeviceKind kind, const QString& id) = 0;
    virtual void set_audio_processing(const AudioProcessing& processing) = 0;
    /// Has microphone_activity come outside preview and call too; opens the microphone for it.
    virtual void set_metering(bool on) = 0;
    /// A chime of a second on the loudspeaker in use; test_sound_changed says that it plays, and problem that it
    /// cannot.
    virtual void play_test_sound() = 0;

    // Network -----------------------------------------------------------------------------------------------------
    [[nodiscard]] virtual NetworkPort& network() = 0;

    /// True for a port without a network behind it; the client then says so.
    [[nodiscard]] virtual bool simulated() const { return false; }

  signals:
    void state_changed(plenum::ui::ConnectionState state);
    /// Comes just before state_changed(ended).
    void ended(const plenum::ui::EndFacts& facts);
    void relay_running_changed();
    /// Also when the link, who may come in, or what we may do changes.
    void conference_changed(const plenum::ui::ConferenceFacts& facts);
    void encryption_changed(const plenum::ui::EncryptionFacts& facts);
    /// Confirmed, where nothing was said since the call began.
    void agreement_changed(plenum::ui::Agreement agreement);
    /// About once a second while in the call.
    void health_changed(const plenum::ui::LinkHealth& health);
    /// The same, and at once where a conversation leans otherwise or is another.
    void figures_changed(const plenum::ui::Figures& figures);

    /// A member joined, or something about one changed (name, role, presence, microphone, camera). Ourselves come too,
    /// with is_self. Comes for all present members on joining, in order of index.
    void member_changed(const plenum::ui::Member& member);
    void member_left(plenum::base::MemberIndex index, plenum::ui::Departure departure);
    /// To who may decide. Ends with knock_over, whoever decided, also where they went away.
    void knock_heard(const plenum::ui::Knock& knock);
    void knock_over(plenum::ui::KnockId id);
    /// Levels of those who are heard now; who is not in the list is silent.
    void levels_changed(const QList<plenum::ui::MemberLevel>& levels);
    /// A picture of a member, ourselves included. An empty frame: no more pictures for now.
    void video_frame(plenum::base::MemberIndex index, const plenum::media::VideoFrame& frame);

    /// However it changed. Comes for each floor on joining, after the members.
    void floor_changed(const plenum::ui::Floor& floor);
    /// It is no more, or of a group that we are no longer in.
    void floor_over(plenum::base::TokenId floor);
    /// Comes before the change that it tells of.
    void floor_ended(plenum::base::TokenId floor, const plenum::ui::FloorEnded& ended);

    /// It is there, or is otherwise than before. Comes for each group on joining, after the members.
    void group_changed(const plenum::ui::Group& group);
    /// Whoever was in it is in the plenary alone.
    void group_closed(plenum::base::ConversationId group);
    void speaks_to_all_changed(bool to_all);

    void chat_received(const plenum::ui::ChatMessage& message);
    /// When a message was sent, where that was not known yet as it was received.
    void chat_timed(plenum::ui::ChatId id, const QDateTime& sent_at);
    void chat_delivery(plenum::ui::ChatId id, plenum::ui::DeliveryState state);

    void microphone_on_changed(bool on);
    /// A moderator had our microphone closed; comes before microphone_on_changed.
    void muted_by(plenum::base::MemberIndex moderator);
    void camera_on_changed(bool on);
    /// Own microphone, in the preview and in the call; goes on while muted, so that we can tell a person who talks.
    void microphone_activity(const plenum::ui::MicrophoneActivity& activity);
    void preview_frame(const plenum::media::VideoFrame& frame);
    void devices_changed(plenum::ui::DeviceKind kind);
    void test_sound_changed(bool playing);
    /// Something failed that does not end the call. Told once per occurrence.
    void problem(const plenum::ui::Problem& problem);
};

} // namespace plenum::ui
