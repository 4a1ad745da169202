// SPDX-License-Identifier: Apache-2.0
// Random use of the window over real conferences that it hosts on the loopback, with real sound and pictures from test
// sources, and a guest who comes, goes and takes part.
#include "app/plenum/real_conference.h"
#include "core/crypto/initialise.h"
#include "plugins/floor/floor_styles.h"
#include "tests/ui/monkey.h"
#include "ui/models/client.h"

#include <QAccessible>
#include <QGuiApplication>
#include <QQuickWindow>
#include <QTemporaryDir>
#include <QTest>

namespace plenum::ui {
namespace {

app::Options options_in(const QTemporaryDir& folder) {
    app::Options options;
    options.config_folder = folder.path().toStdString();
    options.address = "127.0.0.1";
    options.port = 0;
    options.microphone = "tone";
    options.loudspeaker = "none";
    options.camera = "pattern";
    return options;
}

/// Joins whatever conference the window hosts.
class Guest {
  public:
    Guest(const app::Options& options, const runtime::StyleRegistry& styles, SessionPort& host)
        : guest_{options, styles} {
        QObject::connect(&host, &SessionPort::conference_changed, &ports_.session,
                         [this](const ConferenceFacts& facts) { link_ = facts.link; });
    }
    void act(base::Random& random) {
        const auto idle =
            ports_.session.state() == ConnectionState::idle || ports_.session.state() == ConnectionState::ended;
        if (idle) {
            if (!link_.isEmpty()) ports_.session.join({.link = link_, .display_name = QStringLiteral("Guest")});
            return;
        }
        switch (random.below(8)) {
        case 0: return static_cast<void>(ports_.chat.send_chat(QStringLiteral("line %1").arg(random.below(100))));
        case 1: return ports_.media.set_microphone_on(random.below(2) == 0);
        case 2: return ports_.media.set_camera_on(random.below(2) == 0);
        case 3: return ports_.floors.want_floor(base::TokenId{1}, random.below(2) == 0, RequestClass::normal);
        case 4:
            if (random.below(8) == 0) ports_.session.leave();
            return;
        default: return;
        }
    }

  private:
    app::RealConference guest_;
    ConferencePorts ports_{guest_.ports()};
    QString link_;
};

int run(const Monkey::Plan& plan) {
    const QTemporaryDir own_folder;
    const QTemporaryDir guest_folder;
    const runtime::StyleRegistry styles{floor::floor_styles()};
    app::RealConference conference{options_in(own_folder), styles};
    Guest guest{options_in(guest_folder), styles, conference.ports().session};
    Application application{
        conference.ports(),
        std::make_unique<QSettings>(own_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat)};
    if (!application.load() || !QTest::qWaitForWindowExposed(application.window())) return 2;
    Monkey monkey{application, plan.seed, [&](base::Random& random) { guest.act(random); }};
    return monkey.run(plan);
}

} // namespace
} // namespace plenum::ui

int main(int argc, char** argv) {
    plenum::ui::Application::prepare();
    const QGuiApplication application{argc, argv};
    if (!plenum::crypto::initialise()) return 2;
    QAccessible::setActive(true);
    return plenum::ui::run(plenum::ui::Monkey::plan_of(application));
}
