// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/acting_moderator.h"
#include "app/plenum/conference_maker.h"
#include "app/plenum/current_call.h"
#include "app/plenum/device_watch.h"
#include "app/plenum/kept_relays.h"
#include "app/plenum/options.h"
#include "app/plenum/people_book.h"
#include "app/plenum/preview.h"
#include "app/plenum/real_chat.h"
#include "app/plenum/real_diagnostics.h"
#include "app/plenum/real_floors.h"
#include "app/plenum/real_network.h"
#include "app/plenum/real_ports.h"
#include "app/plenum/test_sound.h"
#include "core/runtime/plugin/style_shelf.h"

#include <QTimer>

#include <set>

namespace plenum::app {

/// The conference ports over a real session, real sound and real pictures.
class RealConference : public QObject {
    Q_OBJECT

  public:
    /// `styles` outlives it.
    RealConference(const Options& options, const runtime::StyleShelf& styles, QObject* parent = nullptr);
    /// Leaves; waits until the others were told, at most `client::Session::leave_time_max`.
    ~RealConference() override;

    [[nodiscard]] ui::ConferencePorts ports() {
        return {session_port_, people_port_,  floors_,      groups_port_, chat_,
                media_port_,   devices_port_, diagnostics_, network_};
    }
    // For the ports
    void host(const ui::HostRequest& request);
    void join(const ui::JoinRequest& request);
    void leave();
    void leave_relay_running();
    [[nodiscard]] bool relay_running() const { return kept_relays_.any(); }
    void stop_relay() { kept_relays_.close(); }
    void end_for_all();
    [[nodiscard]] std::optional<ui::LinkFacts> read_link(const QString& text) const;
    [[nodiscard]] ui::ConnectionState state() const { return current_.state; }
    [[nodiscard]] ui::ConferenceFacts conference() const { return current_.facts; }
    [[nodiscard]] ui::EncryptionFacts encryption() const { return encryption_; }
    void admit(ui::KnockId knock);
    void refuse(ui::KnockId knock);
    void remove_member(base::MemberIndex index, bool change_link);
    void set_role(base::MemberIndex index, ui::Role role);
    void set_policy(const ui::EntryPolicy& policy);
    void change_link();
    void accept_key(base::MemberIndex index, ui::KeyOwner owner);
    void set_blocked(base::MemberIndex index, bool blocked);
    void set_verified(base::MemberIndex index, bool verified);
    void ask_mute(base::MemberIndex index);
    void set_loudness(base::MemberIndex index, double factor);
    void act_on_group(const ui::GroupAct& act);
    void speak_to_all(bool to_all);
    void set_microphone_on(bool on);
    void set_camera_on(bool on);
    [[nodiscard]] bool microphone_on() const { return may_open_microphone() && microphone_works_; }
    [[nodiscard]] bool camera_on() const;
    [[nodiscard]] bool microphone_wanted() const { return microphone_wanted_; }
    void start_preview();
    void stop_preview();
    [[nodiscard]] QList<ui::Device> devices(ui::DeviceKind kind) const { return devices_.devices(kind); }
    [[nodiscard]] QString selected_device(ui::DeviceKind kind) const { return devices_.selected(kind); }
    void select_device(ui::DeviceKind kind, const QString& id);
    void set_audio_processing(const ui::AudioProcessing& processing);
    void set_metering(bool on);
    void play_test_sound();

    // For reports and errands
    /// The next conference that is hosted gets this relay back, with the conference of its link.
    void resume_relay(client::HostedRelay relay) { resumed_relay_ = std::move(relay); }
    /// Of the relay of the conference that is hosted here.
    [[nodiscard]] const std::optional<base::Seed>& relay_seed() const { return relay_seed_; }
    /// Null outside a call.
    [[nodiscard]] CallMedia* media() { return current_.media(); }
    [[nodiscard]] client::Session* session() { return current_.session(); }
    [[nodiscard]] const Roster& roster() const { return current_.roster; }
    [[nodiscard]] const node::LinkHealth& link_health() const { return diagnostics_.link_health(); }
    /// Names of those who wait to be let in.
    [[nodiscard]] std::vector<QString> knocking() const;
    [[nodiscard]] const BlockedPeople& blocked() const { return current_.blocked; }

  signals:
    /// Of our camera, as it was taken, in the call.
    void own_frame(const plenum::media::VideoFrame& frame);

  private:
    // real_conference.cpp: the conference
    void open_call(Call::Request request);
    /// Has the relay server make a conference, to be joined under that name then.
    void make_elsewhere(const ui::HostRequest& request);
    void join_made(const node::ConferenceLink& link, const QString& name);
    void handle(const node::Event& event);
    void handle_event(const node::PhaseChanged& event);
    void handle_event(const node::ConferenceCreated& event);
    void handle_event(const node::MemberJoined& event);
    void handle_event(const node::MemberLeft& event);
    void handle_event(const node::MemberPresence& event);
    void handle_event(const node::FlowDeclared& event);
    void handle_event(const node::EpochChanged& event);
    void handle_event(const node::CommandRefused& event);
    void handle_event(const node::LinkHealth& event);
    void handle_event(const node::RelayRestarts& event);
    void handle_event(const node::AgreementChanged& event);
    void handle_event(const node::MemberRoleChanged& event);
    void handle_event(const node::PolicyChanged& event);
    void handle_event(const node::LinkChanged& event);
    void handle_event(const node::KnockHeard& event);
    void handle_event(const node::KnockOver& event);
    void handle_event(const node::TokenChanged& event) { floors_.handle(event); }
    void handle_event(const node::ProtocolViolation& event);
    void handle_event(const node::FlowRemoved& event);
    void handle_event(const node::ConversationChanged& event);
    void handle_event(const node::MembersPlaced& event);
    void handle_event(const node::ConversationFigures& event) { diagnostics_.handle(event); }
    void handle_event(const node::MessagePublished& event) { chat_.handle(event); }
    void handle_event(const node::MessageAccepted& event) { chat_.handle(event); }
    void handle_event(const node::MessageRefused& event) { chat_.handle(event); }
    void handle_event(const node::MessageReceived& event) { chat_.handle(event); }
    void handle_event(const node::HolderSilent& event) { floors_.handle(event); }
    void handle_event(const node::LeaseOver& event) { floors_.handle(event); }
    void handle_event(const node::MuteAsked& event);
    void handle_event(const node::RelayDurability& event);
    template <class Other>
    void handle_event(const Other&) {} // nothing for people in it

    void enter_call();
    void end_call(const ui::EndFacts& facts);
    void set_state(ui::ConnectionState state);
    void members_changed();
    [[nodiscard]] client::Identity identity() const;

    // real_conference_people.cpp: who may do what, who knocks, and who people are
    void moderate(const client::Session::Moderation& act);
    /// What we may do, anew; tells where it changed.
    void update_rights();
    void meet_everyone();
    void meet(base::MemberIndex index);
    [[nodiscard]] ui::Acquaintance acquaintance_of(const base::IdentityKey& key, const QString& name) const;
    void tell_member(base::MemberIndex index, const ui::Acquaintance& acquaintance);

    void act(const client::Session::FloorAct& act);
    /// Whether anything of the person's says so; it may be broken all the same.
    [[nodiscard]] bool may_open_microphone() const;

    // real_conference_groups.cpp: who is with whom, and where what we say goes
    /// The groups as they stand now, where that is news.
    void tell_groups();
    [[nodiscard]] ui::Group shown_group(base::ConversationId id) const;
    [[nodiscard]] std::optional<base::ConferenceTime> conference_time(const QDateTime& at) const;
    /// Floors, microphone, camera and chat as our place has it, anew.
    void apply_group();
    void set_speaks_to_all(bool to_all);

    // real_conference_media.cpp: sound, pictures and devices
    void wire_media();
    void tick();
    void tell_levels(const media::AudioEngine::Stats& stats);
    void tell_microphone(const media::AudioEngine::Stats& stats);
    void check_devices(const media::AudioIo::Status& status);
    void check_receptions();
    void set_works(ui::DeviceKind kind, bool& works, const std::optional<media::MediaError>& error);
    void camera_broke(const media::MediaError& error);
    void microphone_broke(const media::MediaError& error);
    void apply_microphone();
    void apply_camera();
    void use_device(ui::DeviceKind kind);
    void handle_devices(ui::DeviceKind kind, const DeviceList& list);
    /// The microphone is open for its level alone where that is wanted and nothing else has it open.
    void apply_metering();
    void update_self();
    void tell_own_media();
    /// The camera that should be open now.
    [[nodiscard]] std::optional<std::string> camera_wish() const;
    [[nodiscard]] std::optional<media::VideoInput> camera_input() const;
    [[nodiscard]] media::AudioIo::Options audio_options() const;
    [[nodiscard]] media::AudioIo* audio();

    CurrentCall current_;
    RealDiagnostics diagnostics_{current_};
    RealFloors floors_;
    RealChat chat_{current_, book_, diagnostics_};
    RealSessionPort session_port_{*this};
    RealPeoplePort people_port_{*this};
    RealGroupPort groups_port_{*this};
    RealMediaPort media_port_{*this};
    RealDevicePort devices_port_{*this};
    Options options_;
    const runtime::StyleShelf& styles_;
    ui::EncryptionFacts encryption_;
    ActingModerator acting_;
    std::map<base::ExchangeKey, ui::Knock> knocks_;
    ui::KnockId last_knock_;
    /// Of who made the conference, from its link.
    node::KeyFingerprint root_;
    /// As they were told last.
    std::map<base::ConversationId, ui::Group> groups_told_;
    base::ConversationId own_group_;
    bool speaks_to_all_{false};
    std::optional<client::HostedRelay> resumed_relay_;
    std::optional<base::Seed> relay_seed_;
    bool hosting_{false};
    bool ending_for_all_{false};

    DeviceChoice devices_;
    ui::AudioProcessing processing_;
    bool microphone_wanted_{true};
    bool camera_wanted_{true};
    bool microphone_works_{true};
    bool loudspeaker_works_{true};
    bool camera_works_{true};
    /// It was opened without: only another choice brings it back.
    bool microphone_broken_{false};
    /// What call or preview was given.
    std::optional<std::string> camera_applied_;
    bool microphone_shown_{true};
    bool camera_shown_{true};
    bool metering_{false};
    /// Problems that the person knows of.
    std::set<ui::ProblemKind> told_;
    QTimer timer_;
    int ticks_{0};

    /// The destructor finishes it first: its jobs use the others.
    Background background_;
    PeopleBook book_;
    ConferenceMaker maker_;
    RealNetwork network_;
    ui::FrameMailbox pictures_;
    ui::FrameMailbox own_pictures_;
    DeviceWatch watch_;
    TestSound test_sound_;
    std::unique_ptr<Preview> preview_;
    /// The microphone alone, for the settings outside a call.
    std::unique_ptr<Preview> meter_;
    KeptRelays kept_relays_;
};

} // namespace plenum::app
