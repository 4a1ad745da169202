// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/command_line_tasks.h"

#include "app/plenum/real_conference.h"
#include "core/api/conference_link.h"

#include "ui/models/client.h"
#include "ui/models/relay_address.h"

#include <QCoreApplication>
#include <QQuickWindow>
#include <QSaveFile>
#include <QTimer>
#include <QUrl>

#include <filesystem>
#include <iostream>
#include <utility>

namespace plenum::app {
namespace {

std::chrono::milliseconds to_ms(double seconds) {
    return std::chrono::milliseconds{static_cast<std::int64_t>(seconds * 1000)};
}

} // namespace

CommandLineTasks::CommandLineTasks(const Options& options, ui::Application& application,
                                   const ui::ConferencePorts& ports, RealConference* real)
    : options_{options},
      application_{application},
      session_{ports.session},
      media_{ports.media},
      capture_{ports.capture},
      real_{real} {
    connect(&ports.session, &ui::SessionPort::conference_changed, this,
            [this](const ui::ConferenceFacts& facts) { save_link(facts.link); });
    connect(&ports.session, &ui::SessionPort::state_changed, this, [this](ui::ConnectionState state) {
        if (state != ui::ConnectionState::in_call) return;
        if (!counting_) receive_cameras();
        begin_counting();
    });
    connect(&ports.capture, &ui::CapturePort::changed, this, [this] { load_calibration(); });
    // From the pre-join screen of a call to return to: the next conference is another one.
    const auto* session = application_.client().session();
    connect(session, &ui::Session::screen_changed, this, [this, session] {
        if (real_ != nullptr && session->screen() == QLatin1String{"start"}) real_->requests().forget_return();
    });
    connect(&ports.session, &ui::SessionPort::ended, this, [this](const ui::EndFacts& facts) {
        // Nobody is there to read the screen.
        if (!options_.quit_after_s || counting_) return;
        fail(facts.detail.isEmpty() ? application_.client().session()->end().sentence : facts.detail);
        QCoreApplication::exit(0);
    });
}

bool CommandLineTasks::begin() {
    auto& session = *application_.client().session();
    if (!options_.replay_file.empty()) {
        std::error_code error;
        const auto file = std::filesystem::absolute(options_.replay_file, error);
        application_.client().capture()->replay(
            QUrl::fromLocalFile(QString::fromStdString((error ? options_.replay_file : file).string())));
        begin_counting();
        return true;
    }
    if (!options_.link.empty() && !application_.open_link(QString::fromStdString(options_.link))) {
        const auto parsed = node::parse_link(options_.link);
        const std::string sentence{parsed ? std::string_view{"This is no link of a conference."}
                                          : node::explain(parsed.error())};
        std::cerr << "plenum: " << sentence << '\n';
        // Whoever pressed a link sees no standard error.
        if (!options_.join && !options_.quit_after_s) tell_on_screen(QString::fromStdString(sentence));
        return !options_.join && !options_.quit_after_s;
    }
    if (!options_.relay.empty() && !choose_relay()) return false;
    application_.client().hosting()->setProperty("admission", QString::fromStdString(options_.admission));
    if (options_.host || (options_.offline_demo && options_.join))
        session.prepare_host(QString::fromStdString(options_.title));
    if (session.screen() == QLatin1String{"prejoin"}) {
        if (options_.muted) media_.set_microphone_on(false);
        if (options_.no_camera) media_.set_camera_on(false);
    }
    if (options_.join)
        enter();
    else
        begin_counting();
    return true;
}

bool CommandLineTasks::prepare_return(const CallRecord& record) {
    auto& session = *application_.client().session();
    application_.client().chat()->outbox()->drafts()->restore(record.drafts);
    // Where another program may have taken over, this one must not host the conference a second time.
    if (real_ != nullptr && record.hosted && record.relay && record.standby.places.empty()) {
        real_->requests().resume_relay({*record.relay, record.link.toStdString()});
        session.prepare_host(record.title, true);
    } else {
        auto standby = record.standby;
        // Only the relay's own program knows that the relay is over.
        if (!record.hosted || !record.relay) standby.fence = {};
        if (real_ != nullptr) real_->requests().expect_standby(std::move(standby));
        if (!session.prepare_join(record.link)) return false;
    }
    media_.set_microphone_on(record.microphone_on);
    media_.set_camera_on(record.camera_on);
    return true;
}

void CommandLineTasks::go_back(const CallRecord& record) {
    if (!prepare_return(record)) return;
    enter();
    connect(&session_, &ui::SessionPort::state_changed, this,
            [this, kept = !record.drafts.isEmpty(), told = false](ui::ConnectionState state) mutable {
                if (state != ui::ConnectionState::in_call || std::exchange(told, true)) return;
                tell_on_screen(kept ? tr("Plenum crashed and has rejoined the call. Your unsent message was kept.")
                                    : tr("Plenum crashed and has rejoined the call."));
            });
}

/// A server that is kept goes on with the secret that it has.
bool CommandLineTasks::choose_relay() {
    auto& hosting = *application_.client().hosting();
    const auto given = QString::fromStdString(options_.relay == "here" ? "" : options_.relay);
    const auto address = ui::RelayAddress::parse(given);
    const auto wanted = address ? address->text() : given;
    hosting.set_relay(wanted);
    if (hosting.relay() == wanted) return true;
    const auto fault = hosting.add(wanted, {});
    hosting.set_relay(wanted);
    if (!fault.isEmpty()) std::cerr << "plenum: --relay: " << fault.toStdString() << '\n';
    return fault.isEmpty();
}

void CommandLineTasks::tell_on_screen(const QString& sentence) {
    QTimer::singleShot(0, this,
                       [this, sentence] { emit application_.client().notice(sentence, QStringLiteral("problem")); });
}

void CommandLineTasks::enter() {
    application_.client().session()->enter();
    if (application_.client().session()->screen() == QLatin1String{"prejoin"}) {
        std::cerr << "plenum: --join needs your name once: give it with --name.\n";
        begin_counting();
    }
}

void CommandLineTasks::begin_counting() {
    if (std::exchange(counting_, true)) return;
    if (!options_.screenshot_file.empty())
        QTimer::singleShot(to_ms(options_.screenshot_after_s), this, &CommandLineTasks::save_picture);
    if (options_.quit_after_s)
        QTimer::singleShot(to_ms(*options_.quit_after_s), this, [] { QCoreApplication::exit(0); });
}

void CommandLineTasks::save_link(const QString& link) {
    if (options_.link_file.empty()) return;
    QSaveFile file{QString::fromStdString(options_.link_file.string())};
    const auto text = link.toUtf8() + '\n';
    if (file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit()) return;
    fail(QStringLiteral("the link cannot be written: ") + file.errorString());
}

void CommandLineTasks::receive_cameras() {
    if (!options_.capture.empty()) application_.client().capture()->open(QString::fromStdString(options_.capture));
}

/// Once there is a cluster that it is for.
void CommandLineTasks::load_calibration() {
    if (calibrated_ || options_.calibration_file.empty() || capture_.cameras().empty()) return;
    calibrated_ = true;
    capture_.calibration().load(QString::fromStdString(options_.calibration_file.string()));
}

void CommandLineTasks::save_picture() {
    const auto file = QString::fromStdString(options_.screenshot_file.string());
    if (!application_.window()->grabWindow().save(file)) fail(QStringLiteral("no picture could be saved to ") + file);
}

void CommandLineTasks::fail(const QString& sentence) {
    failed_ = true;
    std::cerr << "plenum: " << sentence.toStdString() << '\n';
}

} // namespace plenum::app
