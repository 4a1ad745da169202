// SPDX-License-Identifier: Apache-2.0
#include "app/capture/ensemble_file.h"
#include "app/plenum/call_keeper.h"
#include "app/plenum/call_report.h"
#include "app/plenum/command_line_tasks.h"
#include "app/plenum/crash_watch.h"
#include "app/plenum/device_choice.h"
#include "app/plenum/key_everywhere.h"
#include "app/plenum/link_opener.h"
#include "app/plenum/options.h"
#include "app/plenum/real_conference.h"
#include "app/plenum/real_file_replay.h"
#include "app/plenum/stop_signal.h"
#include "core/crypto/initialise.h"
#include "core/runtime/files.h"
#include "core/runtime/identity_file.h"
#include "core/runtime/plugin/plugin_loader.h"
#include "core/runtime/plugin/style_registry.h"
#include "plugins/activities/activities.h"
#include "plugins/floor/floor_styles.h"
#include "ui/application.h"
#include "ui/file_replay_window.h"
#include "ui/models/client.h"
#include "ui/port/simulated_conference.h"

#include <QGuiApplication>
#include <QIcon>
#include <QQuickWindow>
#include <QTimer>

#include <filesystem>
#include <iostream>

namespace {

using namespace plenum;

/// Settings in the folder asked for; null: in the person's own.
std::unique_ptr<QSettings> settings_of(const app::Options& options) {
    if (options.config_folder.empty()) return nullptr;
    const auto file = QString::fromStdString((options.config_folder / "plenum.conf").string());
    return std::make_unique<QSettings>(file, QSettings::IniFormat);
}

/// Links and creation secrets, which are nobody else's business.
void open_kept(const app::Options& options, ui::Client& client) {
    const auto own = runtime::data_folder();
    if (options.offline_demo || (options.config_folder.empty() && !own)) return;
    const auto& folder = options.config_folder.empty() ? *own : options.config_folder;
    client.recent()->open(QString::fromStdString((folder / "recent-conferences.json").string()));
    client.hosting()->open(QString::fromStdString((folder / "relay-servers.json").string()));
}

void apply_looks(const app::Options& options, ui::Application& application) {
    auto* settings = application.client().settings();
    if (!options.name.empty()) settings->setProperty("displayName", QString::fromStdString(options.name));
    if (!options.theme.empty()) settings->setProperty("theme", QString::fromStdString(options.theme));
}

/// Where no graphics card is, Qt would have OpenGL imitated by the processor, at twice the work of its own renderer.
void choose_renderer() {
    const auto chosen = qEnvironmentVariableIsSet("QT_QUICK_BACKEND") || qEnvironmentVariableIsSet("QSG_RHI_BACKEND");
    std::error_code error;
    if (chosen || std::filesystem::exists("/dev/dri", error)) return;
    QQuickWindow::setGraphicsApi(QSGRendererInterface::Software);
}

bool has_screen() {
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
           qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

/// One line for people, and the exit status.
int fail(const std::string& sentence) {
    std::cerr << "plenum: " << sentence << '\n';
    return 1;
}

int run(const app::Options& options, const ui::ConferencePorts& ports, app::RealConference* real) {
    ui::Application application{ports, settings_of(options)};
    open_kept(options, application.client());
    const auto size = options.width > 0 ? QSize{options.width, options.height} : QSize{};
    if (!application.load(size)) return 1;
    apply_looks(options, application);
    const app::KeyEverywhere key{*application.client().talk_key()};
    QStringList words;
    if (!options.config_folder.empty())
        words << QStringLiteral("--config-dir") << QString::fromStdString(options.config_folder.string());
    if (real != nullptr) {
        real->recording().set_board(*application.client().people()->board());
        real->recording().set_player(QCoreApplication::applicationFilePath(), words);
    }
    const app::LinkOpener opener{QCoreApplication::applicationFilePath(), words};
    auto* client = &application.client();
    QObject::connect(&opener, &app::LinkOpener::failed, client, &ui::Client::keep_link);
    const app::StopSignal stop;
    // A quit would ask the window first, which asks the person.
    QObject::connect(&stop, &app::StopSignal::came, qApp, [] { QCoreApplication::exit(0); });
    std::unique_ptr<app::CallReport> report;
    if (real != nullptr && !options.report_file.empty())
        report = std::make_unique<app::CallReport>(*real, *application.window(), options.report_file,
                                                   std::chrono::milliseconds{options.report_interval_ms});
    app::CommandLineTasks command_line_tasks{options, application, ports, real};
    app::CallKeeper keeper{ports, options.config_folder, options.crash};
    const auto crashed = options.crash ? keeper.records().take(options.crash->process) : std::nullopt;
    const auto* drafts = application.client().chat()->outbox()->drafts();
    QObject::connect(drafts, &ui::Drafts::changed, &keeper, [&keeper, drafts] { keeper.set_drafts(drafts->all()); });
    QObject::connect(&ports.session, &ui::SessionPort::state_changed, &keeper, [&] {
        if (real != nullptr) keeper.set_relay(real->requests().relay_seed());
    });
    if (real != nullptr) {
        QObject::connect(&real->diagnostics(), &app::RealDiagnostics::standby_changed, &keeper,
                         &app::CallKeeper::set_standby);
        QObject::connect(&real->diagnostics(), &app::RealDiagnostics::relay_moved, &keeper, [&keeper, real] {
            real->requests().forget_relay();
            keeper.set_relay({});
        });
    }
    app::CrashWatch::arm();
    if (crashed)
        command_line_tasks.go_back(*crashed);
    else if (!command_line_tasks.begin())
        return 1;
    // A relay that goes on for others keeps the program, without a window, until they have left.
    QGuiApplication::setQuitOnLastWindowClosed(false);
    QObject::connect(qApp, &QGuiApplication::lastWindowClosed, &keeper, [&] {
        ports.media.stop_preview();
        if (!ports.session.relay_running()) QCoreApplication::exit(0);
    });
    QObject::connect(&ports.session, &ui::SessionPort::relay_running_changed, &keeper, [&] {
        if (!ports.session.relay_running() && !application.window()->isVisible()) QCoreApplication::exit(0);
    });
    auto& recent = *application.client().recent();
    const auto& records = keeper.records();
    if (real != nullptr)
        recent.set_return({[&](const QString& link) { return records.may_host_again(link); },
                           [&](const QString& link) {
                               const auto record = records.take(link);
                               return record && command_line_tasks.prepare_return(*record);
                           }});
    const auto status = QGuiApplication::exec();
    recent.set_return({});
    if (report && !report->write()) return 1;
    return command_line_tasks.failed() ? 1 : status;
}

/// The window of a recording; the exit status.
int run_replay(const app::Options& options) {
    auto call = app::RecordedCall::open(options.replay_file);
    if (!call) return fail(call.error().text);
    auto replay = app::RealFileReplay::open(std::move(*call), app::loudspeaker_of(options.loudspeaker));
    if (!replay) return fail(replay.error().text);
    ui::FileReplayWindow window{**replay, settings_of(options)};
    const auto size = options.width > 0 ? QSize{options.width, options.height} : QSize{};
    if (!options.theme.empty()) window.settings().setProperty("theme", QString::fromStdString(options.theme));
    if (!window.load(size)) return 1;
    const app::StopSignal stop;
    QObject::connect(&stop, &app::StopSignal::came, qApp, [] { QCoreApplication::exit(0); });
    const auto after = [](double seconds, auto act) {
        QTimer::singleShot(static_cast<int>(seconds * 1000), qApp, std::move(act));
    };
    bool saved = true;
    if (!options.screenshot_file.empty())
        after(options.screenshot_after_s, [&] {
            saved = window.window()->grabWindow().save(QString::fromStdString(options.screenshot_file.string()));
        });
    if (options.quit_after_s) after(*options.quit_after_s, [] { QCoreApplication::exit(0); });
    (*replay)->set_playing(true);
    const auto status = QGuiApplication::exec();
    return saved ? status : 1;
}

/// Whether this device's key can be read; the passphrase that it takes goes into `options`.
std::expected<void, std::string> unlock(app::Options& options) {
    const auto own = options.config_folder.empty()
                         ? runtime::device_identity_file()
                         : std::expected<std::filesystem::path, std::string>{options.config_folder / "identity.key"};
    if (!own || !runtime::has_passphrase(*own)) return {};
    if (!options.passphrase_fd)
        return std::unexpected("The key in " + own->string() +
                               " is kept by a passphrase: give it by --passphrase-fd, or remove it with "
                               "\"plenum-cli identity --remove-passphrase\".");
    auto given = runtime::read_passphrase(*options.passphrase_fd);
    if (!given) return std::unexpected(given.error());
    options.passphrase = std::move(*given);
    const auto seed = runtime::load_identity(*own, options.passphrase);
    return seed ? std::expected<void, std::string>{} : std::unexpected(seed.error().sentence);
}

/// Those asked for, and those in the person's own folder. Error: one that was asked for; gives what is wrong with
/// others.
std::expected<std::vector<std::string>, std::string> load_styles(const app::Options& options,
                                                                 runtime::StyleRegistry& styles) {
    for (const auto& file : options.plugins)
        if (const auto loaded = styles.load(file); !loaded) return std::unexpected(loaded.error());
    std::vector<std::string> troubles;
    const auto own = runtime::data_folder();
    std::error_code error;
    if (!own || !std::filesystem::is_directory(*own / "plugins", error)) return troubles;
    const auto files = runtime::plugin_files(*own / "plugins");
    if (!files) return std::vector{files.error()};
    for (const auto& file : *files)
        if (const auto loaded = styles.load(file); !loaded) troubles.push_back(loaded.error());
    return troubles;
}

} // namespace

int main(int argc, char** argv) {
    auto parsed = app::parse_options(argc, argv);
    if (const auto* status = std::get_if<int>(&parsed)) return *status;
    auto& options = std::get<app::Options>(parsed);
    // The passphrase of the key can be read once.
    if (!options.passphrase_fd) app::CrashWatch::start(argv, options.crash);
    if (!options.config_folder.empty()) {
        if (const auto made = runtime::make_folder(options.config_folder); !made) return fail(made.error());
    }
    if (!crypto::initialise()) return fail("The system gives no random numbers, so nothing could be kept secret.");
    if (!has_screen()) return fail("There is no screen to show a window on; start it in a graphical session.");
    if (!options.offline_demo && options.replay_file.empty()) {
        if (const auto unlocked = unlock(options); !unlocked) return fail(unlocked.error());
    }
    ui::Application::prepare();
    choose_renderer();
    const QGuiApplication qt{argc, argv};
    QGuiApplication::setApplicationVersion(QStringLiteral(PLENUM_VERSION));
    // As desktop/plenum.desktop is called, which gives windows their name and icon where it is installed.
    QGuiApplication::setDesktopFileName(QStringLiteral("plenum"));
    QGuiApplication::setWindowIcon(QIcon{QStringLiteral(":/plenum/desktop/plenum.svg")});
    // Those of cameras are played in the workspace for cameras.
    const bool plays_call = !options.replay_file.empty() && !app::EnsembleReader::open(options.replay_file);
    if (plays_call) return run_replay(options);
    if (options.offline_demo) {
        // Whoever joins waits for five seconds, so that this is seen too.
        ui::SimulatedConference conference{{.ticks_to_wait = 5 * ui::SimulatedConference::ticks_per_second,
                                            .surfaces = ui::SimulatedFloors::Surfaces::board,
                                            .styles = floor::floor_styles(),
                                            .activities = activity::activities()}};
        return run(options, conference.ports(), nullptr);
    }
    // Who throws is told to whoever started it.
    runtime::StyleRegistry styles{floor::floor_styles(), [](std::string_view style, std::string_view what) {
                                      std::cerr << "plenum: the style " + std::string{style} +
                                                       " failed: " + std::string{what} + "\n";
                                  }};
    const auto troubles = load_styles(options, styles);
    if (!troubles) return fail(troubles.error());
    app::RealConference conference{options, styles};
    for (const auto& trouble : *troubles)
        std::cerr << "plenum: " + trouble + "\n";
    auto& diagnostics = conference.ports().diagnostics;
    // Once somebody listens.
    if (!troubles->empty())
        QMetaObject::invokeMethod(
            &diagnostics, [&] { emit diagnostics.problem({ui::ProblemKind::plugin_refused, {}}); },
            Qt::QueuedConnection);
    return run(options, conference.ports(), &conference);
}
