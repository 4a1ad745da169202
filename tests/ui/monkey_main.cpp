// SPDX-License-Identifier: Apache-2.0
// Random use of the window over a simulated conference.
#include "plugins/activities/activities.h"
#include "plugins/floor/floor_styles.h"
#include "tests/ui/monkey.h"
#include "ui/models/client.h"
#include "ui/port/simulated_conference.h"

#include <QAccessible>
#include <QGuiApplication>
#include <QQuickWindow>
#include <QTemporaryDir>
#include <QTest>

namespace plenum::ui {
namespace {

base::MemberIndex someone(base::Random& random, int others) {
    return base::MemberIndex{static_cast<std::uint32_t>(random.between(2, 1 + others))};
}

void let_somebody_write(SimulatedChat& port, base::MemberIndex who, base::Random& random) {
    // Numbered from 1 on, ours and those of others.
    const ChatId line{random.below(20) + 1};
    switch (random.below(6)) {
    case 0: return port.someone_edits(line, QStringLiteral("Edited %1").arg(random.below(9)));
    case 1: return port.someone_removes(line);
    case 2: return port.someone_reacts(who, line, static_cast<chat::Reaction>(random.between(1, 8)));
    case 3: port.someone_writes(who, QStringLiteral("An answer"), false, line); return;
    default: port.someone_writes(who, QStringLiteral("See https://example.org/%1").arg(random.below(9))); return;
    }
}

void let_cameras_act(SimulatedConference& conference, base::Random& random) {
    auto& port = conference.capture();
    switch (random.below(6)) {
    case 0: return port.set_cameras(static_cast<int>(random.below(20)));
    case 1: return port.lose_link(random.below(2) == 0);
    case 2: return port.calibration().set_name(QStringLiteral("studio.json"));
    case 3: return port.end(static_cast<CaptureEnd>(random.between(1, 4)));
    case 4: return conference.scenes().someone_shares(base::MemberIndex{2}, random.below(2) == 0);
    default: port.set_step(static_cast<int>(random.below(4)), static_cast<CameraStep>(random.between(1, 9)), 30);
    }
}

/// What other people, devices and the network do.
void let_world_act(SimulatedConference& conference, const Monkey::Plan& plan, base::Random& random) {
    const auto who = someone(random, plan.others);
    switch (random.below(24)) {
    case 0: return conference.people().someone_joins();
    case 1: return conference.people().someone_leaves(who);
    case 2: return conference.people().someone_knocks(QStringLiteral("Knocker %1").arg(random.below(3)));
    case 3: return conference.people().make_us_moderator(random.below(2) == 0);
    case 4: return conference.floors().turn_floor_on(static_cast<FloorPurpose>(random.between(1, 3)));
    case 5: return conference.floors().someone_wants_floor(who, random.below(3) != 0);
    case 6:
        return conference.groups().someone_acts_on_group(
            OpenGroup{.label = QStringLiteral("Red"), .open = true, .ends_at = QDateTime{}});
    case 7: return conference.groups().someone_speaks_to_all(who, random.below(2) == 0);
    case 8:
        emit conference.diagnostics().health_changed(
            {.round_trip = std::chrono::milliseconds{random.between(5, 900)},
             .loss_permille = static_cast<int>(random.below(300)),
             .mouth_to_ear = std::chrono::milliseconds{random.between(40, 900)}});
        return conference.diagnostics().let_figures_pass();
    case 9: return conference.people().set_familiarity(who, static_cast<Familiarity>(random.between(1, 4)));
    case 10: return conference.people().rename(who, QStringLiteral("Name %1").arg(random.below(4)));
    case 11: return conference.people().set_absent(who, random.below(2) == 0);
    case 12: return let_somebody_write(conference.chat(), who, random);
    case 13: return conference.media().set_self_talking(random.below(2) == 0);
    case 14: return conference.devices().set_devices(static_cast<DeviceKind>(random.between(1, 3)), {});
    case 15:
        return conference.devices().set_devices(static_cast<DeviceKind>(random.between(1, 3)),
                                                {{QStringLiteral("one"), QStringLiteral("Device one")},
                                                 {QStringLiteral("two"), QStringLiteral("Device two")}});
    case 16: return emit conference.session().agreement_changed(static_cast<Agreement>(random.between(1, 4)));
    case 17:
        if (conference.session().state() == ConnectionState::in_call) conference.session().lose_relay();
        return;
    case 18:
        if (conference.session().state() == ConnectionState::reconnecting) conference.session().find_relay();
        return;
    case 21:
    case 22: return let_cameras_act(conference, random);
    case 19: return conference.diagnostics().report(static_cast<ProblemKind>(random.between(1, 27)));
    case 20:
        if (random.below(6) == 0) conference.session().end(static_cast<EndReason>(random.between(1, 19)));
        return;
    default: break;
    }
    for (int tick = 0; tick < SimulatedConference::ticks_per_second; ++tick)
        conference.tick();
}

int run(const Monkey::Plan& plan) {
    const QTemporaryDir folder;
    SimulatedConference conference{{.others = plan.others,
                                    .automatic = false,
                                    .styles = floor::floor_styles(),
                                    .activities = activity::activities()}};
    Application application{
        conference.ports(),
        std::make_unique<QSettings>(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat)};
    if (!application.load() || !QTest::qWaitForWindowExposed(application.window())) return 2;
    application.window()->setProperty("still", true);
    Monkey monkey{application, plan.seed, [&](base::Random& random) { let_world_act(conference, plan, random); }};
    return monkey.run(plan);
}

} // namespace
} // namespace plenum::ui

int main(int argc, char** argv) {
    plenum::ui::Application::prepare();
    const QGuiApplication application{argc, argv};
    QAccessible::setActive(true);
    return plenum::ui::run(plenum::ui::Monkey::plan_of(application));
}
