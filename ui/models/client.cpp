// SPDX-License-Identifier: Apache-2.0
#include "ui/models/client.h"

#include "ui/models/sentences.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QTimer>

#include <chrono>
#include <utility>

namespace plenum::ui {
namespace {

/// Who is reported within this time after joining was there before us.
constexpr std::chrono::milliseconds first_roster{1500};

QDateTime wall_now() { return QDateTime::currentDateTimeUtc(); }
base::LocalTime now() { return base::LocalTime{std::chrono::steady_clock::now().time_since_epoch()}; }

} // namespace

Client::Client(const ConferencePorts& ports, std::unique_ptr<QSettings> store, QObject* parent)
    : QObject{parent},
      ports_{ports},
      settings_{std::move(store)},
      appearance_{settings_},
      session_{ports.session, ports.media, settings_, hosting_},
      recent_{ports.session, session_, wall_now},
      reachability_{ports.network, hosting_},
      people_{members_},
      stage_{members_},
      chat_{ports.chat, members_},
      media_{ports.media},
      pictures_{ports.media},
      health_{now},
      diagnostics_{ports.diagnostics, ports.session, ports.media, ports.people, members_, health_, now},
      elapsed_{wall_now},
      waited_{wall_now},
      knocks_{wall_now},
      moderation_{ports.people, ports.session, knocks_},
      floors_{ports.floors, ports.session, members_, wall_now},
      talk_key_{floors_, media_, session_, settings_},
      groups_{ports.groups, ports.session, members_, floors_, wall_now},
      identities_{ports.people},
      microphones_{ports.devices, settings_, DeviceKind::microphone},
      loudspeakers_{ports.devices, settings_, DeviceKind::loudspeaker},
      cameras_{ports.devices, settings_, DeviceKind::camera},
      sound_check_{ports.devices} {
    connect(&ports_.session, &SessionPort::state_changed, this, &Client::follow_state);
    connect(&ports_.diagnostics, &DiagnosticsPort::health_changed, &health_, &Health::set);
    connect(&ports_.diagnostics, &DiagnosticsPort::problem, this, [this](const Problem& problem) {
        // Before the call the place of the picture says so, and goes on saying it.
        if (problem.kind == ProblemKind::no_camera && session_.screen() == QLatin1String{"prejoin"}) return;
        emit notice(Sentences::problem(problem.kind), QStringLiteral("problem"));
    });
    connect(&ports_.session, &SessionPort::conference_changed, this, [this](const ConferenceFacts& facts) {
        elapsed_.start(facts.joined_at);
        chat_.set_self(facts.self, settings_.display_name());
    });
    connect(&session_, &Session::screen_changed, this, [this] {
        // Of another conference nobody reads it.
        if (session_.screen() == QLatin1String{"start"}) chat_.drafts()->restore({});
    });
    connect(&session_, &Session::replaced, this, [this](const QString& link) {
        copy(link);
        emit notice(tr("The new call is open. Its link is on your clipboard: send it to the others."),
                    QStringLiteral("link"));
    });
    connect(&settings_, &Settings::changed, this, &Client::apply_settings);
    ports_.devices.set_audio_processing(audio_processing_ = settings_.audio_processing());
    for (const auto* devices : {&microphones_, &loudspeakers_, &cameras_})
        connect(devices, &DeviceList::told, this, &Client::notice);
    stage_.set_choice(settings_.stage_layout(), settings_.own_picture_hidden());
    wire_members();
    ports_.floors.set_floor_opens_microphone(settings_.floor_opens_microphone());
    wire_moderation();
    wire_floors();
    wire_groups();
    wire_files();
}

void Client::wire_files() {
    const auto tell = [this] {
        emit notice(tr("Your recent conferences and relay servers cannot be kept: the disk is full, or their folder "
                       "cannot be written to."),
                    QStringLiteral("problem"));
    };
    connect(&recent_, &RecentConferences::not_kept, this, tell);
    connect(&hosting_, &Hosting::not_kept, this, tell);
}

void Client::wire_groups() {
    connect(&groups_, &Groups::told, this, &Client::notice);
    connect(&groups_, &Groups::changed, this, [this] {
        QHash<int, int> places;
        for (const auto& group : groups_.groups())
            for (const auto& member : group.members)
                places[static_cast<int>(member.value())] = static_cast<int>(group.id.value());
        members_.set_groups(places);
        chat_.set_group(groups_.own() == 0 ? QString{} : groups_.own_label());
    });
}

void Client::wire_floors() {
    connect(&floors_, &Floors::told, this, &Client::notice);
    const auto stage_floor = [this] {
        const auto* voice = floors_.voice();
        stage_.set_floor(voice != nullptr && !voice->everyone(), floors_.speakers(), now());
    };
    connect(&floors_, &Floors::changed, this, [this, stage_floor] {
        members_.set_floor(floors_.speakers());
        stage_floor();
    });
    connect(&floors_, &Floors::ticked, this, stage_floor);
}

void Client::wire_moderation() {
    connect(&ports_.people, &PeoplePort::knock_heard, &knocks_, &KnocksModel::add);
    connect(&ports_.people, &PeoplePort::knock_over, &knocks_, &KnocksModel::remove);
    connect(&moderation_, &Moderation::told, this, &Client::notice);
    connect(&ports_.media, &MediaPort::muted_by, this, [this](base::MemberIndex moderator) {
        emit notice(
            tr("%1 muted you. You can unmute yourself at any time (Ctrl+D).").arg(members_.shown_name(moderator)),
            QStringLiteral("info"));
    });
}

void Client::wire_members() {
    connect(&ports_.people, &PeoplePort::member_changed, this, [this](const Member& member) {
        members_.set(member);
        if (!member.camera_on || member.presence == Presence::absent)
            pictures_.forget(static_cast<int>(member.index.value()));
    });
    connect(&ports_.people, &PeoplePort::member_left, this, [this](base::MemberIndex index, Departure departure) {
        pictures_.forget(static_cast<int>(index.value()));
        const auto gone = members_.remove(index);
        if (!gone || gone->is_self) return;
        moderation_.member_left(index, gone->name, departure);
        if (departure != Departure::removed && members_are_news_)
            emit notice(tr("%1 left").arg(gone->name), QStringLiteral("info"));
    });
    connect(&ports_.media, &MediaPort::levels_changed, this, [this](const QList<MemberLevel>& levels) {
        members_.set_levels(levels);
        stage_.set_levels(levels, now());
    });
    tell_about_members();
}

void Client::tell_about_members() {
    const auto tell = [this](const QString& words) {
        if (members_are_news_) emit notice(words, QStringLiteral("info"));
    };
    connect(&members_, &MembersModel::joined, this, [=](const QString& name) { tell(tr("%1 joined").arg(name)); });
    connect(&members_, &MembersModel::dropped_off, this,
            [=](const QString& name) { tell(tr("%1 lost the connection").arg(name)); });
    connect(&members_, &MembersModel::returned, this, [=](const QString& name) { tell(tr("%1 is back").arg(name)); });
    connect(&members_, &MembersModel::role_changed, this, [=](const QString& name, Role role) {
        tell(role == Role::moderator ? tr("%1 is a moderator now").arg(name)
                                     : tr("%1 is no moderator any more").arg(name));
    });
}

void Client::forget_the_call() {
    members_are_news_ = false;
    members_.clear();
    stage_.clear();
    chat_.clear();
    health_.clear();
    diagnostics_.clear();
    knocks_.clear();
    identities_.clear();
    floors_.clear();
    groups_.clear();
}

/// A wait goes on when the link breaks in it.
void Client::follow_wait(ConnectionState state) {
    if (state == ConnectionState::waiting) {
        if (!std::exchange(waiting_, true)) waited_.start(wall_now());
    } else if (state == ConnectionState::in_call || state == ConnectionState::ended) {
        waiting_ = false;
        waited_.stop();
    }
}

void Client::follow_state(ConnectionState state) {
    follow_wait(state);
    switch (state) {
    case ConnectionState::starting:
    case ConnectionState::connecting: forget_the_call(); break;
    case ConnectionState::in_call:
        if (!members_are_news_) QTimer::singleShot(first_roster, this, [this] { members_are_news_ = true; });
        break;
    case ConnectionState::ended:
        members_are_news_ = false;
        elapsed_.stop();
        pictures_.clear();
        knocks_.clear();
        floors_.clear();
        groups_.clear();
        diagnostics_.clear();
        break;
    default: break;
    }
}

void Client::apply_settings() {
    stage_.set_choice(settings_.stage_layout(), settings_.own_picture_hidden());
    ports_.floors.set_floor_opens_microphone(settings_.floor_opens_microphone());
    if (settings_.audio_processing() == audio_processing_) return;
    audio_processing_ = settings_.audio_processing();
    ports_.devices.set_audio_processing(audio_processing_);
}

void Client::copy(const QString& text) const {
    // As rich text has them.
    auto plain = text;
    plain.replace(QChar::LineSeparator, QLatin1Char{'\n'}).replace(QChar::ParagraphSeparator, QLatin1Char{'\n'});
    QGuiApplication::clipboard()->setText(plain);
}

void Client::keep_link(const QString& link) {
    copy(link);
    emit notice(tr("Plenum could not open this link, so it is on your clipboard now."), QStringLiteral("alert"));
}

QString Client::link_on_clipboard() const {
    const auto text = QGuiApplication::clipboard()->text().trimmed();
    return ports_.session.read_link(text) ? text : QString{};
}

void Client::retranslate() {
    session_.retranslate();
    recent_.retranslate();
    reachability_.retranslate();
    identities_.retranslate();
    floors_.retranslate();
    groups_.retranslate();
    diagnostics_.retranslate();
    chat_.retranslate();
    members_.retranslate();
    for (auto* devices : {&microphones_, &loudspeakers_, &cameras_})
        devices->retranslate();
    emit talk_key_.changed();
    emit health_.changed();
}

} // namespace plenum::ui
