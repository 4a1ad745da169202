// SPDX-License-Identifier: Apache-2.0
#include "ui/models/client.h"

#include "ui/models/sentences.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QTimer>

#include <chrono>

namespace plenum::ui {
namespace {

/// Who is reported within this time after joining was there before us.
constexpr std::chrono::milliseconds first_roster{1500};

base::LocalTime now() { return base::LocalTime{std::chrono::steady_clock::now().time_since_epoch()}; }

} // namespace

Client::Client(ConferencePort& port, std::unique_ptr<QSettings> store, QObject* parent)
    : QObject{parent},
      port_{port},
      settings_{std::move(store)},
      appearance_{settings_},
      session_{port, settings_},
      stage_{members_},
      chat_{port},
      media_{port},
      pictures_{port},
      elapsed_{[] { return QDateTime::currentDateTimeUtc(); }},
      microphones_{port, settings_, DeviceKind::microphone},
      loudspeakers_{port, settings_, DeviceKind::loudspeaker},
      cameras_{port, settings_, DeviceKind::camera} {
    connect(&port_, &ConferencePort::state_changed, this, &Client::follow_state);
    connect(&port_, &ConferencePort::health_changed, &health_, &Health::set);
    connect(&port_, &ConferencePort::problem, this, [this](const Problem& problem) {
        emit notice(Sentences::problem(problem.kind), QStringLiteral("problem"));
    });
    connect(&port_, &ConferencePort::conference_changed, this, [this](const ConferenceFacts& facts) {
        elapsed_.start(facts.joined_at);
        chat_.set_self(facts.self, settings_.display_name());
    });
    connect(&settings_, &Settings::changed, this, &Client::apply_audio_processing);
    port_.set_audio_processing(audio_processing_ = settings_.audio_processing());
    wire_members();
}

void Client::wire_members() {
    connect(&port_, &ConferencePort::member_changed, this, [this](const Member& member) {
        members_.set(member);
        if (!member.camera_on || member.presence == Presence::absent)
            pictures_.forget(static_cast<int>(member.index.value()));
    });
    connect(&port_, &ConferencePort::member_left, this, [this](base::MemberIndex index) {
        members_.remove(index);
        pictures_.forget(static_cast<int>(index.value()));
    });
    connect(&port_, &ConferencePort::levels_changed, this, [this](const QList<MemberLevel>& levels) {
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
    connect(&members_, &MembersModel::left, this, [=](const QString& name) { tell(tr("%1 left").arg(name)); });
    connect(&members_, &MembersModel::dropped_off, this,
            [=](const QString& name) { tell(tr("%1 lost the connection").arg(name)); });
    connect(&members_, &MembersModel::returned, this, [=](const QString& name) { tell(tr("%1 is back").arg(name)); });
}

void Client::follow_state(ConnectionState state) {
    switch (state) {
    case ConnectionState::starting:
    case ConnectionState::connecting:
        members_are_news_ = false;
        members_.clear();
        stage_.clear();
        chat_.clear();
        health_.clear();
        break;
    case ConnectionState::in_call:
        if (!members_are_news_) QTimer::singleShot(first_roster, this, [this] { members_are_news_ = true; });
        break;
    case ConnectionState::ended:
        members_are_news_ = false;
        elapsed_.stop();
        pictures_.clear();
        break;
    default: break;
    }
}

void Client::apply_audio_processing() {
    if (settings_.audio_processing() == audio_processing_) return;
    audio_processing_ = settings_.audio_processing();
    port_.set_audio_processing(audio_processing_);
}

void Client::copy(const QString& text) const { QGuiApplication::clipboard()->setText(text); }

QString Client::link_on_clipboard() const {
    const auto text = QGuiApplication::clipboard()->text().trimmed();
    return port_.is_link(text) ? text : QString{};
}

void Client::retranslate() {
    session_.retranslate();
    emit health_.changed();
}

} // namespace plenum::ui
