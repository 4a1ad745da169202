// SPDX-License-Identifier: Apache-2.0
#include "ui/models/people.h"

#include "ui/models/floors.h"
#include "ui/models/groups.h"

#include <QTimer>

#include <chrono>

namespace plenum::ui {
namespace {

/// Who is reported within this time after joining was there before us.
constexpr std::chrono::milliseconds first_roster{1500};
/// Within this time after joining, a camera's program has said that it is one.
constexpr std::chrono::milliseconds newcomer_settles{1500};

/// Nobody in particular where nobody needs the floor.
QList<base::MemberIndex> holders_of(const FloorModel* floor) {
    QList<base::MemberIndex> result;
    if (floor != nullptr && !floor->everyone())
        for (const auto& holder : floor->floor().holders)
            result << holder.member;
    return result;
}

base::LocalTime local_now() { return base::LocalTime{std::chrono::steady_clock::now().time_since_epoch()}; }

} // namespace

People::People(const ConferencePorts& ports, Settings& settings, QObject* parent)
    : QObject{parent},
      listed_{PeopleOrder{members_}, {}},
      stage_{members_},
      pictures_{ports.media},
      knocks_{QDateTime::currentDateTimeUtc},
      moderation_{ports.people, ports.session, knocks_, members_},
      identities_{ports.people},
      mixer_{ports, members_, settings},
      incoming_video_{ports, members_, pictures_, settings},
      activities_{ports.activities, ports.people, ports.session},
      replay_{ports, members_, pictures_},
      board_{ports.board, &ports.files, members_},
      shown_{{ports, members_}, {ports, [this](base::MemberIndex index) { return name_of(index); }}},
      recording_{ports, members_} {
    connect(&replay_, &Replay::told, this, &People::told);
    connect(&activities_, &Activities::told, this, &People::told);
    connect(&board_, &Whiteboard::told, this, &People::told);
    connect(&recording_, &CallRecording::told, this, &People::told);
    connect(shown_.screens.own(), &ScreenShare::told, this, &People::told);
    connect(&shown_.screens, &SharedScreens::told, this, &People::told);
    wire(ports);
    tell_about_members();
}

void People::wire(const ConferencePorts& ports) {
    connect(&ports.session, &SessionPort::state_changed, this, &People::follow_state);
    connect(&ports.people, &PeoplePort::knock_heard, &knocks_, &KnocksModel::add);
    connect(&ports.people, &PeoplePort::knock_over, &knocks_, &KnocksModel::remove);
    connect(&moderation_, &Moderation::told, this, &People::told);
    connect(&ports.media, &MediaPort::muted_by, this, [this](base::MemberIndex moderator) {
        emit told(tr("%1 muted you. You can unmute yourself at any time (Ctrl+D).").arg(members_.shown_name(moderator)),
                  QStringLiteral("info"));
    });
    connect(&ports.people, &PeoplePort::member_changed, this, &People::take);
    connect(&ports.people, &PeoplePort::member_left, this, &People::let_go);
    connect(&ports.media, &MediaPort::levels_changed, this, [this](const QList<MemberLevel>& levels) {
        members_.set_levels(levels);
        stage_.set_levels(levels, local_now());
    });
}

void People::take(const Member& member) {
    if (member.captures) {
        members_.remove(member.index);
        listed_.cameras.set(member);
    } else {
        members_.set(member);
    }
    if (!member.camera_on || member.presence == Presence::absent)
        pictures_.forget(static_cast<int>(member.index.value()));
}

void People::let_go(base::MemberIndex index, Departure departure) {
    pictures_.forget(static_cast<int>(index.value()));
    if (const auto camera = listed_.cameras.remove(index))
        return moderation_.member_left(index, camera->name, departure);
    const auto gone = members_.remove(index);
    if (!gone || gone->is_self) return;
    moderation_.member_left(index, gone->name, departure);
    if (departure != Departure::removed) tell(MemberNews::Event::left, gone->name);
}

QString People::name_of(base::MemberIndex index) const {
    const auto name = members_.shown_name(index);
    return name.isEmpty() ? listed_.cameras.shown_name(index) : name;
}

void People::tell_about_members() {
    using Event = MemberNews::Event;
    connect(&members_, &MembersModel::joined, this, [this](base::MemberIndex index) {
        if (!news_) return;
        QTimer::singleShot(newcomer_settles, this, [this, index] {
            const auto name = members_.shown_name(index);
            if (name.isEmpty() || !news_) return;
            tell(Event::joined, name);
            replay_.note_joined(name);
        });
    });
    connect(&members_, &MembersModel::dropped_off, this,
            [this](const QString& name) { tell(Event::dropped_off, name); });
    connect(&members_, &MembersModel::returned, this, [this](const QString& name) { tell(Event::returned, name); });
    connect(&members_, &MembersModel::role_changed, this, [this](const QString& name, Role role) {
        if (!news_) return;
        emit told(role == Role::moderator ? tr("%1 is a moderator now").arg(name)
                                          : tr("%1 is no moderator any more").arg(name),
                  QStringLiteral("info"));
    });
}

void People::tell(MemberNews::Event event, const QString& name) {
    if (!news_) return;
    const auto notice = news_->tell(event, name, local_now());
    emit told(notice.text, notice.kind);
}

void People::follow_state(ConnectionState state) {
    if (state == ConnectionState::in_call && !news_)
        QTimer::singleShot(first_roster, this, [this] { news_.emplace(); });
    if (state != ConnectionState::ended) return;
    news_.reset();
    replay_.clear();
    shown_.screens.clear();
    shown_.scenes.clear();
    pictures_.clear();
    knocks_.clear();
}

void People::follow(const Floors& floors) {
    const auto stage_floor = [this, &floors] {
        const auto* voice = floors.voice();
        stage_.set_floor(voice != nullptr && !voice->everyone(), floors.speakers(), local_now());
    };
    connect(&floors, &Floors::changed, this, [this, &floors, stage_floor] {
        members_.set_floor(floors.speakers());
        const auto pens = holders_of(floors.pen());
        members_.set_pens(pens);
        stage_.set_pens(pens);
        stage_floor();
    });
    connect(&floors, &Floors::ticked, this, stage_floor);
}

void People::follow(const Groups& groups) {
    connect(&groups, &Groups::changed, this, [this, &groups] {
        QHash<int, int> places;
        for (const auto& group : groups.groups())
            for (const auto& member : group.members)
                places[static_cast<int>(member.value())] = static_cast<int>(group.id.value());
        members_.set_groups(places);
        members_.set_barred_from_all(groups.to_all().barred());
    });
}

void People::clear() {
    news_.reset();
    members_.clear();
    listed_.cameras.clear();
    stage_.clear();
    knocks_.clear();
    identities_.clear();
    mixer_.clear();
    incoming_video_.clear();
    replay_.clear();
}

void People::retranslate() {
    identities_.retranslate();
    activities_.retranslate();
    mixer_.retranslate();
    incoming_video_.retranslate();
    replay_.retranslate();
    shown_.scenes.retranslate();
    members_.retranslate();
    listed_.cameras.retranslate();
}

} // namespace plenum::ui
