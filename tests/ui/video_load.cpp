// SPDX-License-Identifier: Apache-2.0
// What showing video costs: ui_video_load WIDTH HEIGHT SECONDS shows 1280×720 at 30 fps in one tile of that size and
// prints frames drawn and processor time a frame.
#include "ui/items/video_item.h"
#include "ui/port/simulated_conference.h"

#include <QElapsedTimer>
#include <QGuiApplication>
#include <QQuickWindow>
#include <QTimer>

#include <cstdio>
#include <ctime>

namespace {

plenum::media::VideoFrame moving_frame(int tick) {
    plenum::base::Bytes pixels(1280 * 720 * 3 / 2, 128);
    for (std::size_t at = 0; at < 1280 * 720; ++at)
        pixels[at] = static_cast<std::uint8_t>(at / 5 + static_cast<std::size_t>(tick) * 3);
    return {.width = 1280, .height = 720, .pixels = std::make_shared<plenum::base::Bytes>(std::move(pixels))};
}

} // namespace

int main(int argc, char** argv) {
    const QGuiApplication qt{argc, argv};
    const auto argument = [&](int place, int otherwise) { return argc > place ? atoi(argv[place]) : otherwise; };
    plenum::ui::SimulatedConference conference{{.others = 0, .automatic = false}};
    plenum::ui::Pictures pictures{conference.media()};
    QQuickWindow window;
    window.resize(argument(1, 1280), argument(2, 720));
    plenum::ui::VideoItem item;
    item.setParentItem(window.contentItem());
    item.setSize(window.size());
    item.set_radius(14);
    item.set_pictures(&pictures);
    item.set_member_index(7);
    window.show();

    std::vector<plenum::media::VideoFrame> frames;
    for (int tick = 0; tick < 30; ++tick)
        frames.push_back(moving_frame(tick));
    int drawn = 0;
    QObject::connect(&window, &QQuickWindow::frameSwapped, &window, [&] { ++drawn; });
    int sent = 0;
    QTimer timer;
    timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&timer, &QTimer::timeout, &timer, [&] {
        emit conference.media().video_frame(plenum::base::MemberIndex{7},
                                            frames[static_cast<std::size_t>(sent++ % 30)]);
    });
    timer.start(33);
    QTimer::singleShot(1000 * argument(3, 5), &qt, &QGuiApplication::quit);
    const auto begin = std::clock();
    const auto status = QGuiApplication::exec();
    const auto cpu_ms = 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    std::printf("sent %d drawn %d cpu %.2f ms a frame\n", sent, drawn, cpu_ms / std::max(1, drawn));
    return status;
}
