// SPDX-License-Identifier: Apache-2.0
#include "ui/models/client.h"

#include "ui/desktop_dialogs.h"
#include "ui/models/sentences.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QUrl>

#include <chrono>

namespace plenum::ui {
namespace {

base::LocalTime now() { return base::LocalTime{std::chrono::steady_clock::now().time_since_epoch()}; }

} // namespace

Client::Client(const ConferencePorts& ports, std::unique_ptr<QSettings> store, QObject* parent)
    : QObject{parent},
      ports_{ports},
      settings_{std::move(store)},
      colour_scheme_{settings_},
      hosting_{ports.network},
      session_{ports.session, ports.media, settings_, hosting_},
      recent_{ports.session, session_, QDateTime::currentDateTimeUtc},
      people_{ports, settings_, this},
      chat_{ports.chat, ports.files, *people_.members()},
      inputs_{OwnMedia{ports.media}, {ports.devices, settings_, this}, {ports.capture, session_, settings_}},
      diagnostics_{ports.diagnostics, ports.session, ports.media, ports.people, *people_.members(), now},
      times_{ports.session, this},
      floors_{ports.floors, ports.session, *people_.members(), QDateTime::currentDateTimeUtc},
      talk_key_{floors_, inputs_.media, session_, settings_},
      groups_{ports.groups, ports.session, *people_.members(), floors_, QDateTime::currentDateTimeUtc},
      polls_{ports.polls, ports.session} {
    people_.follow(floors_);
    people_.follow(groups_);
    connect(&people_, &People::told, this, &Client::notice);
    connect(people_.screens(), &SharedScreens::scene_changed, this,
            [this] { ports_.chat.look_at(people_.screens()->scene()); });
    connect(chat_.files(), &ChatFiles::told, this, &Client::notice);
    connect(chat_.outbox()->files(), &OutgoingFiles::told, this, &Client::notice);
    connect(&inputs_.devices, &Devices::told, this, &Client::notice);
    connect(&inputs_.capture, &Capture::told, this, &Client::notice);
    connect(floors_.news(), &FloorNews::told, this, &Client::notice);
    connect(&groups_, &Groups::told, this, &Client::notice);
    connect(&polls_, &Polls::told, this, &Client::notice);
    connect(&groups_, &Groups::changed, this,
            [this] { chat_.outbox()->addressee()->set_group(groups_.own() == 0 ? QString{} : groups_.own_label()); });
    connect(chat_.outbox()->addressee(), &ChatAddressee::person_left, this, [this](const QString& name) {
        emit notice(tr("%1 left. What you write goes to everyone again; what you typed is kept.").arg(name),
                    QStringLiteral("info"));
    });
    connect(chat_.changes(), &ChatChanges::failed, this, [this] {
        emit notice(tr("Your change to a message did not get through, so the message is as before."),
                    QStringLiteral("problem"));
    });
    connect(&ports_.diagnostics, &DiagnosticsPort::problem, this, [this](const Problem& problem) {
        // Before the call the place of the picture says so, and goes on saying it.
        if (problem.kind == ProblemKind::no_camera && session_.screen() == QLatin1String{"prejoin"}) return;
        emit notice(Sentences::problem(problem.kind), QStringLiteral("problem"));
    });
    connect(&settings_, &Settings::changed, this, &Client::apply_settings);
    apply_settings();
    wire_session();
    wire_files();
    connect(QGuiApplication::clipboard(), &QClipboard::dataChanged, this, &Client::link_copied_changed);
}

void Client::wire_session() {
    connect(&ports_.session, &SessionPort::state_changed, this, &Client::follow_state);
    connect(&ports_.session, &SessionPort::conference_changed, this,
            [this](const ConferenceFacts& facts) { chat_.outbox()->set_self(facts.self, settings_.display_name()); });
    connect(&session_, &Session::facts_changed, this, &Client::link_copied_changed);
    connect(&session_, &Session::screen_changed, this, [this] {
        // Of another conference nobody reads it.
        if (session_.screen() == QLatin1String{"start"}) chat_.outbox()->drafts()->restore({});
    });
    connect(&ports_.diagnostics, &DiagnosticsPort::relay_moved, this,
            [this](const RelayMove& move) { emit notice(Sentences::relay_moved(move), QStringLiteral("info")); });
    connect(&ports_.diagnostics, &DiagnosticsPort::relay_moved, session_.connection(), &ConnectionModel::handle);
    connect(&session_, &Session::replaced, this, [this](const QString& link) {
        copy(link);
        emit notice(tr("The new call is open. Its link is on your clipboard: send it to the others."),
                    QStringLiteral("link"));
    });
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

void Client::follow_state(ConnectionState state) {
    const bool begins = state == ConnectionState::starting || state == ConnectionState::connecting;
    if (begins) {
        people_.clear();
        chat_.clear();
        diagnostics_.health()->clear();
    }
    if (!begins && state != ConnectionState::ended) return;
    floors_.clear();
    groups_.clear();
    polls_.clear();
    diagnostics_.clear();
}

void Client::apply_settings() {
    people_.stage()->set_choice(settings_.stage_layout(), settings_.own_picture_hidden());
    ports_.floors.set_floor_opens_microphone(settings_.floor_opens_microphone());
}

void Client::copy(const QString& text) const {
    // As rich text has them.
    auto plain = text;
    plain.replace(QChar::LineSeparator, QLatin1Char{'\n'}).replace(QChar::ParagraphSeparator, QLatin1Char{'\n'});
    QGuiApplication::clipboard()->setText(plain);
}

void Client::open_link(const QString& link) {
    if (!QDesktopServices::openUrl(QUrl{link})) keep_link(link);
}

void Client::keep_link(const QString& link) {
    copy(link);
    emit notice(tr("Plenum could not open this link, so it is on your clipboard now."), QStringLiteral("alert"));
}

bool Client::link_copied() const {
    const auto& link = session_.facts().link;
    return !link.isEmpty() && QGuiApplication::clipboard()->text() == link;
}

bool Client::desktop_dialog() { return DesktopDialogs::are_there(); }

QString Client::link_on_clipboard() const {
    const auto text = QGuiApplication::clipboard()->text().trimmed();
    return ports_.session.read_link(text) ? text : QString{};
}

void Client::retranslate() {
    session_.retranslate();
    recent_.retranslate();
    hosting_.reachability()->retranslate();
    people_.retranslate();
    floors_.retranslate();
    groups_.refresh();
    polls_.retranslate();
    diagnostics_.retranslate();
    chat_.retranslate();
    inputs_.devices.retranslate();
    inputs_.capture.retranslate();
    emit talk_key_.changed();
}

} // namespace plenum::ui
