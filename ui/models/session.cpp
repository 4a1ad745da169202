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
    answer_timer_.setSingleShot(true);
    answer_timer_.setInterval(answer_wait);
    answer_timer_.setObjectName(QStringLiteral("answerTimer"));
    connect(&answer_timer_, &QTimer::timeout, this, [this] {
        unanswered_ = true;
        emit state_changed();
    });
    connect(&port_, &SessionPort::state_changed, this, &Session::follow_state);
    connect(&port_, &SessionPort::relay_running_changed, this, &Session::relay_running_changed);
    connect(&port_, &SessionPort::ended, this, [this](const EndFacts& facts) {
        end_ = facts;
        // On a relay server it goes on without us, or is over: the way back is its link.
        const bool made = hosting_ && !hosts_here() && !facts_.link.isEmpty();
        if (made && replacing_ == Replacing::no) go_to(facts_.link);
        emit ended();
        const auto left = std::exchange(replacing_, Replacing::no) == Replacing::leaving;
        // Not from within the end that is told here.
        if (left) QMetaObject::invokeMethod(this, &Session::replace_now, Qt::QueuedConnection);
    });
    connect(&port_, &SessionPort::agreement_changed, this, [this](Agreement agreement) {
        agreement_ = agreement;
        emit state_changed();
    });
    connect(&port_, &SessionPort::conference_changed, this, [this](const ConferenceFacts& facts) {
        facts_ = facts;
        // Joining again takes the link that is in force.
        if (!hosting_ && !facts.link.isEmpty()) wanted_link_ = facts.link;
        emit facts_changed();
        if (replacing_ == Replacing::hosting && !facts.link.isEmpty()) {
            replacing_ = Replacing::no;
            emit replaced(facts.link);
        }
    });
    connect(&port_, &SessionPort::encryption_changed, this, [this](const EncryptionFacts& facts) {
        encryption_ = facts;
        emit encryption_changed();
    });
}

void Session::follow_state() {
    if (screen() != QLatin1String{"call"}) agreement_ = Agreement::confirmed;
    unanswered_ = false;
    if (reconnecting())
        answer_timer_.start();
    else
        answer_timer_.stop();
    emit state_changed();
    emit screen_changed();
}

QString Session::unanswered() const {
    if (!unanswered_) return {};
    return facts_.relay_keeps ? QStringLiteral("relay") : QStringLiteral("host");
}

bool Session::replaceable() const { return screen() == QLatin1String{"ended"} && end_.reason == EndReason::host_left; }

void Session::leave_relay_running() {
    // Back to it by its link: it is no conference of a relay that would begin.
    hosting_ = false;
    wanted_link_ = facts_.link;
    go_to(facts_.link);
    port_.leave_relay_running();
}

void Session::start_anew() {
    wanted_title_ = facts_.title.isEmpty() ? tr("Conference") : facts_.title;
    wanted_host_ = place_.relay();
    hosting_ = true;
    host_policy_ = facts_.policy;
    if (port_.state() == ConnectionState::ended) return replace_now();
    replacing_ = Replacing::leaving;
    port_.leave();
}

void Session::replace_now() {
    replacing_ = Replacing::hosting;
    host_now(media_.microphone_on(), media_.camera_on());
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

/// While the connection is interrupted there is nothing else to say. Of a late confirmation nobody needs to know: it
/// asks for nothing.
QString Session::doubt() const {
    const auto told = port_.state() == ConnectionState::in_call && agreement_ != Agreement::late;
    return told ? Sentences::agreement(agreement_) : QString{};
}

bool Session::suspended() const {
    return !doubt().isEmpty() && (agreement_ == Agreement::lost || agreement_ == Agreement::forked);
}

QString Session::progress() const { return Sentences::progress(port_.state()); }

QString Session::safety_number() const { return IdentityWords::grouped(encryption_.safety_number); }

QString Session::end_headline() const { return Sentences::end_headline(end_.reason); }
QString Session::end_sentence() const { return Sentences::end_sentence(end_.reason); }

bool Session::may_join_again() const { return Sentences::may_join_again(end_.reason); }

void Session::prepare_host(const QString& title) {
    hosting_ = true;
    wanted_title_ = title.trimmed().isEmpty() ? tr("Conference") : title.trimmed();
    wanted_host_ = place_.relay();
    facts_ = {};
    show_prejoin();
}

void Session::prepare_host_here(const QString& title) {
    prepare_host(title);
    wanted_host_.clear();
    emit screen_changed();
}

bool Session::prepare_join(const QString& link) {
    if (!go_to(link.trimmed())) return false;
    show_prejoin();
    return true;
}

bool Session::go_to(const QString& link) {
    const auto facts = port_.read_link(link);
    if (!facts) return false;
    hosting_ = false;
    wanted_link_ = link;
    wanted_title_ = facts->title;
    wanted_host_ = facts->host;
    return true;
}

void Session::show_prejoin() {
    media_.set_microphone_on(!settings_.join_muted());
    media_.set_camera_on(settings_.join_with_camera());
    media_.start_preview();
    show(Step::prejoin);
}

void Session::enter() {
    if (step_ != Step::prejoin || settings_.display_name().trimmed().isEmpty()) return;
    step_ = Step::port;
    const auto name = settings_.display_name().trimmed();
    const auto microphone_on = media_.microphone_on();
    const auto camera_on = media_.camera_on();
    host_policy_ = {.admission = Moderation::admission_of(host_admission_)};
    if (hosting_)
        host_now(microphone_on, camera_on);
    else
        port_.join(
            {.link = wanted_link_, .display_name = name, .microphone_on = microphone_on, .camera_on = camera_on});
    emit screen_changed();
}

void Session::host_now(bool microphone_on, bool camera_on) {
    port_.host({.display_name = settings_.display_name().trimmed(),
                .conference_title = wanted_title_,
                .microphone_on = microphone_on,
                .camera_on = camera_on,
                .policy = host_policy_,
                .relay = wanted_host_.isEmpty() ? RelayServer{} : place_.server(wanted_host_),
                .public_address = place_.public_address()});
}

void Session::join_again() {
    if (screen() != QLatin1String{"ended"} || !may_join_again()) return;
    show_prejoin();
}

void Session::back_to_start() {
    media_.stop_preview();
    show(Step::start);
}

void Session::show(Step step) {
    step_ = step;
    emit screen_changed();
}

void Session::retranslate() {
    emit state_changed();
    emit ended();
}

} // namespace plenum::ui
