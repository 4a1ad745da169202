// SPDX-License-Identifier: Apache-2.0
#include "ui/models/session.h"

#include "ui/models/identity_words.h"
#include "ui/models/moderation.h"
#include "ui/models/sentences.h"

#include <utility>

namespace plenum::ui {

Session::Session(SessionPort& port, MediaPort& media, Settings& settings, Hosting& hosting, QObject* parent)
    : QObject{parent},
      port_{port},
      media_{media},
      settings_{settings},
      place_{hosting} {
    connect(&port_, &SessionPort::state_changed, this, &Session::screen_changed);
    connect(&port_, &SessionPort::relay_running_changed, this, &Session::relay_running_changed);
    connect(&port_, &SessionPort::encryption_changed, this, [this](const EncryptionFacts& facts) {
        encryption_ = {.end_to_end = facts.end_to_end,
                       .safety_number = IdentityWords::grouped(facts.safety_number),
                       .cipher = facts.cipher,
                       .epoch = static_cast<int>(facts.epoch.value())};
        emit facts_changed();
    });
    connect(&port_, &SessionPort::ended, this, [this](const EndFacts& facts) {
        end_ = facts;
        // On a relay server it goes on without us, or is over: the way back is its link.
        const bool made = wanted_.hosting && !wanted_.is_here() && !facts_.link.isEmpty();
        if (made && replacing_ == Replacing::no) go_to(facts_.link);
        emit ended();
        const auto left = std::exchange(replacing_, Replacing::no) == Replacing::leaving;
        // Not from within the end that is told here.
        if (left) QMetaObject::invokeMethod(this, &Session::replace_now, Qt::QueuedConnection);
    });
    connect(&port_, &SessionPort::conference_changed, this, [this](const ConferenceFacts& facts) {
        facts_ = facts;
        // Joining again takes the link that is in force.
        if (!wanted_.hosting && !facts.link.isEmpty()) wanted_.link = facts.link;
        emit facts_changed();
        if (replacing_ == Replacing::hosting && !facts.link.isEmpty()) {
            replacing_ = Replacing::no;
            emit replaced(facts.link);
        }
    });
}

void Session::leave_relay_running() {
    // Back to it by its link: it is no conference of a relay that would begin.
    wanted_.hosting = false;
    wanted_.link = facts_.link;
    go_to(facts_.link);
    port_.leave_relay_running();
}

void Session::stop_relay() {
    port_.stop_relay();
    // Of another conference that ended last, the end stays as it is.
    if (port_.state() != ConnectionState::ended || end_.reason != EndReason::left || !facts_.hosted_here) return;
    end_ = {EndReason::ended_by_self, {}};
    emit ended();
}

void Session::start_anew() {
    wanted_ = {.hosting = true,
               .title = facts_.title.isEmpty() ? tr("Conference") : facts_.title,
               .host = place_.relay(),
               .link = wanted_.link,
               .policy = facts_.policy};
    if (port_.state() == ConnectionState::ended) return replace_now();
    replacing_ = Replacing::leaving;
    port_.leave();
}

void Session::replace_now() {
    replacing_ = Replacing::hosting;
    host_now();
}

QString Session::screen() const {
    if (step_ == Step::start) return QStringLiteral("start");
    if (step_ == Step::prejoin) return QStringLiteral("prejoin");
    switch (port_.state()) {
    case ConnectionState::idle: return QStringLiteral("start");
    case ConnectionState::starting:
    case ConnectionState::connecting:
    case ConnectionState::joining: return QStringLiteral("connecting");
    case ConnectionState::waiting: return QStringLiteral("waiting");
    case ConnectionState::in_call:
    case ConnectionState::reconnecting: return QStringLiteral("call");
    case ConnectionState::ended: break;
    }
    return QStringLiteral("ended");
}

CallEnd Session::end() const {
    return {.headline = Sentences::end_headline(end_.reason),
            .sentence = Sentences::end_sentence(end_.reason),
            .detail = end_.detail,
            .may_join_again = Sentences::may_join_again(end_.reason),
            .replaceable = end_.reason == EndReason::host_left};
}

void Session::prepare_host(const QString& title, bool here) {
    wanted_.hosting = true;
    wanted_.title = title.trimmed().isEmpty() ? tr("Conference") : title.trimmed();
    wanted_.host = here ? QString{} : place_.relay();
    facts_ = {};
    show_prejoin();
}

bool Session::prepare_join(const QString& link) {
    if (!go_to(link.trimmed())) return false;
    show_prejoin();
    return true;
}

bool Session::go_to(const QString& link) {
    const auto facts = port_.read_link(link);
    if (!facts) return false;
    wanted_ = {.hosting = false, .title = facts->title, .host = facts->host, .link = link, .policy = {}};
    return true;
}

void Session::show_prejoin() {
    media_.set_microphone_on(!settings_.join_muted());
    media_.set_camera_on(settings_.join_with_camera());
    media_.start_preview();
    step_ = Step::prejoin;
    emit screen_changed();
}

void Session::enter() {
    const auto name = settings_.display_name().trimmed();
    if (step_ != Step::prejoin || name.isEmpty()) return;
    step_ = Step::port;
    wanted_.policy = {.admission = Moderation::admission_of(place_.admission())};
    if (wanted_.hosting)
        host_now();
    else
        port_.join({.link = wanted_.link,
                    .display_name = name,
                    .microphone_on = media_.microphone_on(),
                    .camera_on = media_.camera_on(),
                    .stands_by = settings_.succession()});
    emit screen_changed();
}

void Session::host_now() {
    port_.host({.display_name = settings_.display_name().trimmed(),
                .conference_title = wanted_.title,
                .microphone_on = media_.microphone_on(),
                .camera_on = media_.camera_on(),
                .policy = wanted_.policy,
                .relay = wanted_.host.isEmpty() ? RelayServer{} : place_.server(wanted_.host),
                .public_address = place_.public_address(),
                .succession = settings_.succession()});
}

void Session::join_again() {
    if (screen() != QLatin1String{"ended"} || !Sentences::may_join_again(end_.reason)) return;
    show_prejoin();
}

void Session::back_to_start() {
    media_.stop_preview();
    step_ = Step::start;
    emit screen_changed();
}

void Session::retranslate() {
    emit connection_.changed();
    emit ended();
}

} // namespace plenum::ui
