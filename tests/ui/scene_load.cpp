// SPDX-License-Identifier: Apache-2.0
// What showing a scene costs: ui_scene_load POINTS WIDTH HEIGHT SECONDS turns that many points and prints the frames a
// second that reach the screen and the processor time of each.
#include "ui/items/scene_item.h"
#include "ui/port/simulated_scene.h"

#include <QElapsedTimer>
#include <QGuiApplication>
#include <QQuickWindow>
#include <QTimer>

#include <array>
#include <cstdio>
#include <ctime>

int main(int argc, char** argv) {
    const QGuiApplication qt{argc, argv};
    const auto argument = [&](int place, int otherwise) { return argc > place ? atoi(argv[place]) : otherwise; };
    const auto points = static_cast<std::size_t>(argument(1, 300'000));
    const std::array scenes{plenum::ui::simulated_scene(points, 0), plenum::ui::simulated_scene(points, 1)};
    plenum::ui::SceneCloud cloud;
    QQuickWindow window;
    window.resize(argument(2, 520), argument(3, 590));
    plenum::ui::SceneItem item;
    item.setParentItem(window.contentItem());
    item.setSize(window.size());
    item.set_cloud(&cloud);
    cloud.set(scenes[0]);
    window.show();

    int drawn = 0;
    QObject::connect(&window, &QQuickWindow::frameSwapped, &item, [&] {
        // New points with every other frame, as of a cluster; the person turns them with each.
        if (++drawn % 2 == 0) cloud.set(scenes[static_cast<std::size_t>(drawn / 2 % 2)]);
        item.turn_by({6, 1});
    });
    QTimer::singleShot(1000 * argument(4, 5), &qt, &QGuiApplication::quit);
    QElapsedTimer clock;
    clock.start();
    const auto begin = std::clock();
    const auto status = QGuiApplication::exec();
    const auto seconds = static_cast<double>(clock.elapsed()) / 1000;
    const auto cpu_ms = 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    std::printf("%zu points: %.1f frames a second, cpu %.2f ms a frame\n", points, drawn / seconds,
                cpu_ms / std::max(1, drawn));
    return status;
}
