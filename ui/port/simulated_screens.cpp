// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_screens.h"

#include "ui/items/picture_convert.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

constexpr int ticks_per_picture = 4;

/// A page of a report with a bar that moves.
QImage draw_page(QSize size, int step, bool dark) {
    QImage image{size, QImage::Format_RGB32};
    image.fill(dark ? QColor{30, 32, 38} : QColor{250, 250, 252});
    QPainter painter{&image};
    painter.setRenderHint(QPainter::Antialiasing);
    const double unit = size.height() / 36.0;
    painter.fillRect(QRectF{0, 0, static_cast<double>(size.width()), 3 * unit}, QColor{60, 84, 140});
    auto font = painter.font();
    const auto write = [&](double x, double y, double height, const QColor& ink, const QString& text) {
        font.setPixelSize(std::max(2, static_cast<int>(height)));
        painter.setFont(font);
        painter.setPen(ink);
        painter.drawText(QPointF{x, y}, text);
    };
    write(unit, 2.1 * unit, 1.4 * unit, Qt::white, QStringLiteral("Quarterly report – draft 3"));
    const QColor ink = dark ? QColor{220, 222, 228} : QColor{30, 32, 38};
    for (int line = 0; line < 12; ++line) {
        write(2 * unit, (6 + 2 * line) * unit, 1.2 * unit, ink,
              QStringLiteral("%1. The budget of department %2 grew by %3 per cent.")
                  .arg(line + 1)
                  .arg(line * 7 % 9 + 1)
                  .arg(line * 5 % 8 + 1));
    }
    for (int bar = 0; bar < 8; ++bar) {
        const double tall = unit * (3 + (bar * 5 + step) % 12);
        painter.fillRect(QRectF{size.width() - (18.0 - 2 * bar) * unit, 32 * unit - tall, 1.4 * unit, tall},
                         QColor::fromHsv(bar * 40, 150, 190));
    }
    return image;
}

} // namespace

bool SimulatedScreens::may_share() const {
    const auto screen = world_.floors.find(SimulatedFloor::id_of(FloorPurpose::screen));
    const bool permitted = screen == world_.floors.end() || screen->second.may_speak(SimulatedIds::ourselves);
    return world_.state == ConnectionState::in_call && permitted;
}

void SimulatedScreens::list() {
    QList<ShareSource> sources;
    if (obstacle_ == ShareObstacle::none && dialog_) {
        sources = {{QStringLiteral("desktop"), ShareSource::Kind::desktop, {}, {}}};
    } else if (obstacle_ == ShareObstacle::none) {
        const auto small = [](QSize size, int step, bool dark) { return frame_of_image(draw_page(size, step, dark)); };
        sources = {{QStringLiteral("screen-1"), ShareSource::Kind::screen, QStringLiteral("HDMI-1"),
                    small({320, 180}, 0, false)},
                   {QStringLiteral("window-1"), ShareSource::Kind::window, QStringLiteral("Quarterly report – Editor"),
                    small({280, 200}, 3, true)},
                   {QStringLiteral("window-2"), ShareSource::Kind::window,
                    QStringLiteral("Inbox (4) – a mail program with a title that is far too long for a narrow list"),
                    small({160, 200}, 6, false)}};
    }
    QMetaObject::invokeMethod(this, [this, sources] { emit listed(sources); }, Qt::QueuedConnection);
}

void SimulatedScreens::share(const QString& id, bool with_sound) {
    if (!may_share()) return;
    sound_ = with_sound;
    choosing_ = dialog_;
    if (!choosing_) shared_ = id;
    emit changed();
}

void SimulatedScreens::answer_dialog(std::optional<ShareEnd> failure) {
    if (failure) return end(*failure);
    if (!std::exchange(choosing_, false)) return;
    shared_ = QStringLiteral("desktop");
    emit changed();
}

bool SimulatedScreens::let_go() {
    const bool chose = std::exchange(choosing_, false);
    return !std::exchange(shared_, {}).isEmpty() || chose;
}

void SimulatedScreens::stop() {
    if (let_go()) emit changed();
}

void SimulatedScreens::end(ShareEnd why) {
    if (!let_go()) return;
    emit ended(why);
    emit changed();
}

void SimulatedScreens::close_window() { end(ShareEnd::source_gone); }

void SimulatedScreens::clear() {
    sharers_.clear();
    let_go();
    could_share_ = false;
}

void SimulatedScreens::someone_shares(base::MemberIndex member, bool shares) {
    if (shares) {
        sharers_[member] = 0;
        tick();
    } else if (sharers_.erase(member) > 0) {
        emit picture(member, {});
    }
}

void SimulatedScreens::look_at_floor() {
    if (std::exchange(could_share_, may_share()) == may_share()) return;
    if (could_share_)
        emit changed();
    else if (sharing() || choosing_)
        end(ShareEnd::floor_lost);
    else
        emit changed();
    // The floor is somebody else's: nothing of the others is shown either.
    const auto screen = world_.floors.find(SimulatedFloor::id_of(FloorPurpose::screen));
    if (screen == world_.floors.end()) return;
    const auto before = sharers_;
    for (const auto& [member, since] : before)
        if (!screen->second.may_speak(member)) someone_shares(member, false);
}

void SimulatedScreens::tick() {
    look_at_floor();
    const auto show = [this](base::MemberIndex member, int step) {
        auto frame = frame_of_image(draw_page({width, height}, step, false));
        frame.scene = scene_;
        emit picture(member, frame);
    };
    if (preview_ && sharing()) show(SimulatedIds::ourselves, 0);
    for (auto& [member, age] : sharers_)
        if (age++ % ticks_per_picture == 0) show(member, age / ticks_per_picture);
}

} // namespace plenum::ui
