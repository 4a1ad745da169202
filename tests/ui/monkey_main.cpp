// SPDX-License-Identifier: Apache-2.0
// Random use of the window over a simulated conference, or over a real one on this machine's loopback. Exit status: 0
// if the client lived and every dialog could be closed, 1 if a dialog stayed, 2 for wrong usage. A crash is a crash.
#include "tests/ui/monkey.h"
#include "ui/models/client.h"
#include "ui/port/simulated_conference.h"

#include <QAccessible>
#include <QCommandLineParser>
#include <QGuiApplication>
#include <QQuickWindow>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <iostream>

namespace plenum::ui {
namespace {

struct Plan {
    std::uint64_t events{2000};
    std::uint64_t seed{1};
    int others{5};
};

/// After so many events every dialog must go by Escape.
constexpr std::uint64_t events_between_checks = 250;

const Monkey* at_work = nullptr;

/// The events that led to a crash. Whatever this does wrong comes after the fault.
void tell_last_events(int signal) {
    std::signal(signal, SIG_DFL);
    if (at_work != nullptr)
        for (const auto& event : at_work->last_events())
            std::cerr << event.toStdString() << '\n';
    std::raise(signal);
}

base::MemberIndex someone(base::Random& random, int others) {
    return base::MemberIndex{static_cast<std::uint32_t>(random.between(2, 1 + others))};
}

/// What other people, devices and the network do.
void let_world_act(SimulatedConference& conference, const Plan& plan, base::Random& random) {
    const auto who = someone(random, plan.others);
    switch (random.below(22)) {
    case 0: return conference.someone_joins();
    case 1: return conference.someone_leaves(who);
    case 2: return conference.someone_knocks(QStringLiteral("Knocker %1").arg(random.below(3)));
    case 3: return conference.make_us_moderator(random.below(2) == 0);
    case 4: return conference.turn_floor_on(static_cast<FloorPurpose>(random.between(1, 3)));
    case 5: return conference.someone_wants_floor(who, random.below(3) != 0);
    case 6:
        return conference.someone_acts_on_group(
            OpenGroup{.label = QStringLiteral("Red"), .open = true, .ends_at = QDateTime{}});
    case 7: return conference.someone_speaks_to_all(who, random.below(2) == 0);
    case 8: return conference.let_figures_pass();
    case 9: return conference.set_familiarity(who, static_cast<Familiarity>(random.between(1, 4)));
    case 10: return conference.rename(who, QStringLiteral("Name %1").arg(random.below(4)));
    case 11: return conference.set_absent(who, random.below(2) == 0);
    case 12: return conference.someone_writes(who, QStringLiteral("See https://example.org/%1").arg(random.below(9)));
    case 13: return conference.set_self_talking(random.below(2) == 0);
    case 14: return conference.set_devices(static_cast<DeviceKind>(random.between(1, 3)), {});
    case 15:
        return conference.set_devices(static_cast<DeviceKind>(random.between(1, 3)),
                                      {{QStringLiteral("one"), QStringLiteral("Device one")},
                                       {QStringLiteral("two"), QStringLiteral("Device two")}});
    case 16: return conference.set_agreement(static_cast<Agreement>(random.between(1, 4)));
    case 17:
        if (conference.state() == ConnectionState::in_call) conference.lose_relay();
        return;
    case 18:
        if (conference.state() == ConnectionState::reconnecting) conference.find_relay();
        return;
    case 19: return conference.report(static_cast<ProblemKind>(random.between(1, 24)));
    case 20:
        if (random.below(6) == 0) conference.end(static_cast<EndReason>(random.between(1, 18)));
        return;
    default: break;
    }
    for (int tick = 0; tick < 5; ++tick)
        conference.tick();
}

int run(const Plan& plan) {
    const QTemporaryDir folder;
    SimulatedConference conference{{.others = plan.others, .automatic = false}};
    Application application{
        conference, std::make_unique<QSettings>(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat)};
    if (!application.load() || !QTest::qWaitForWindowExposed(application.window())) return 2;
    application.window()->setProperty("still", true);
    Monkey monkey{application, plan.seed, [&](base::Random& random) { let_world_act(conference, plan, random); }};
    at_work = &monkey;
    for (const auto signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL})
        std::signal(signal, tell_last_events);
    int status = 0;
    for (std::uint64_t event = 1; event <= plan.events; ++event) {
        monkey.act();
        if (event % events_between_checks != 0) continue;
        for (const auto& dialog : monkey.close_dialogs()) {
            std::cerr << "event " << event << ": stays open: " << dialog.toStdString() << '\n';
            status = 1;
        }
    }
    at_work = nullptr;
    std::cout << plan.events << " events, seed " << plan.seed << '\n';
    return status;
}

} // namespace
} // namespace plenum::ui

int main(int argc, char** argv) {
    plenum::ui::Application::prepare();
    const QGuiApplication application{argc, argv};
    QAccessible::setActive(true);
    QCommandLineParser usage;
    usage.addOptions(
        {{QStringLiteral("events"), QStringLiteral("presses, keys, resizes and settings"), QStringLiteral("N"),
          QStringLiteral("2000")},
         {QStringLiteral("seed"), QStringLiteral("same seed, same events"), QStringLiteral("N"), QStringLiteral("1")},
         {QStringLiteral("others"), QStringLiteral("people in the conference, 1 to 60"), QStringLiteral("N"),
          QStringLiteral("5")}});
    usage.addHelpOption();
    usage.process(application);
    plenum::ui::Plan plan;
    plan.events = usage.value(QStringLiteral("events")).toULongLong();
    plan.seed = usage.value(QStringLiteral("seed")).toULongLong();
    plan.others = std::clamp(usage.value(QStringLiteral("others")).toInt(), 1, 60);
    return plenum::ui::run(plan);
}
