// SPDX-License-Identifier: Apache-2.0
// The client over a simulated conference, by hand: no network, no devices.
#include "plugins/activities/activities.h"
#include "plugins/floor/floor_styles.h"
#include "ui/application.h"
#include "ui/port/simulated_conference.h"

#include <QGuiApplication>

int main(int argc, char** argv) {
    plenum::ui::Application::prepare();
    const QGuiApplication qt{argc, argv};
    plenum::ui::SimulatedConference conference{
        {.styles = plenum::floor::floor_styles(), .activities = plenum::activity::activities()}};
    plenum::ui::Application application{conference.ports()};
    if (!application.load()) return 1;
    return QGuiApplication::exec();
}
