// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/walk.h"

#include "tests/ui/frames.h"
#include "tests/ui/in_call.h"
#include "tests/ui/inspect.h"

#include <QCursor>
#include <QDir>
#include <QGuiApplication>
#include <QScreen>
#include <QTest>

#include <algorithm>
#include <set>
#include <tuple>

namespace plenum::ui {
namespace {

/// As a person does where a list or a menu is longer than its room. Whether anything moved.
bool scroll_to(QQuickItem& target) {
    bool moved = false;
    for (auto* up = target.parentItem(); up != nullptr; up = up->parentItem()) {
        if (!up->inherits("QQuickFlickable")) continue;
        const auto top = target.mapToItem(up, {}).y();
        const auto beyond = std::max(0.0, top + target.height() - up->height()) + std::min(0.0, top);
        if (beyond != 0) up->setProperty("contentY", up->property("contentY").toDouble() + beyond);
        moved = moved || beyond != 0;
    }
    return moved;
}

std::unique_ptr<QSettings> store_in(const QTemporaryDir& folder, const Walk::Look& look) {
    auto store = std::make_unique<QSettings>(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    store->setValue(QStringLiteral("person/name"), QStringLiteral("Robin Sommer"));
    store->setValue(QStringLiteral("looks/theme"), look.dark ? QStringLiteral("dark") : QStringLiteral("light"));
    store->setValue(QStringLiteral("looks/language"), look.language);
    store->setValue(QStringLiteral("looks/text_scale"), look.text_scale);
    return store;
}

} // namespace

Walk::Walk(const Look& look) : Walk{look, {.others = look.others, .automatic = false}} {}

Walk::Walk(const Look& look, SimulatedConference::Options options) : look_{look}, conference_{with_styles(options)} {
    QGuiApplication::setLayoutDirection(look.right_to_left ? Qt::RightToLeft : Qt::LeftToRight);
    // The pointer of the machine hovers over nothing.
    QCursor::setPos(QGuiApplication::primaryScreen()->geometry().bottomRight());
    application_ = std::make_unique<Application>(conference_.ports(), store_in(folder_, look));
    if (!application_->load({}, true)) qFatal("the screens cannot be loaded");
    window().resize(look.size);
    if (!QTest::qWaitForWindowExposed(&window())) qFatal("no window");
    window().requestActivate();
    const auto* screen = item(QStringLiteral("screen"));
    if (!QTest::qWaitFor([&] { return screen->opacity() == 1; })) qFatal("the screen does not appear");
    settle();
}

Walk::~Walk() = default;

QQuickItem* Walk::item(const QString& name) {
    const auto items = inspect::visible_items(window());
    const auto place = std::ranges::find(items, name, [](const QQuickItem* item) { return item->objectName(); });
    return place == items.end() ? nullptr : *place;
}

void Walk::click(const QString& name) {
    auto* target = item(name);
    if (target == nullptr) qFatal("nothing to click: %s", qPrintable(name));
    if (scroll_to(*target)) settle();
    const auto middle = target->mapToScene({target->width() / 2, target->height() / 2});
    QTest::mouseClick(&window(), Qt::LeftButton, {}, middle.toPoint());
    settle();
}

void Walk::type(const QString& text) {
    for (const auto letter : text)
        QTest::sendKeyEvent(QTest::Click, &window(), Qt::Key_unknown, QString{letter}, {});
    settle();
}

QObject* Walk::sheet(const char* host) {
    auto* found = window().findChild<QObject*>(QString::fromLatin1(host));
    if (found == nullptr) qFatal("no sheet: %s", host);
    QMetaObject::invokeMethod(found, "made");
    return found->property("current").value<QObject*>();
}

void Walk::dismiss_notices() {
    for (const auto* name : {"notices", "callNotices"})
        if (auto* notices = window().findChild<QObject*>(QString::fromLatin1(name)))
            QMetaObject::invokeMethod(notices, "clear");
    settle();
}

void Walk::enter(bool host) {
    auto& session = *client().session();
    if (host)
        session.prepare_host(QStringLiteral("Quarterly design review"));
    else
        session.prepare_join(QString::fromLatin1(SimulatedConference::example_link));
    session.enter();
    ticks(14);
}

void Walk::ticks(int count) {
    for (int tick = 0; tick < count; ++tick) {
        conference_.tick();
        QCoreApplication::processEvents();
    }
    settle();
}

void Walk::let_go_of_space() {
    QTest::keyRelease(&window(), Qt::Key_Space);
    // SpaceBar waits whether a press follows.
    std::ignore = QTest::qWaitFor([this] { return !client().talk_key()->held(); });
    settle();
}

void Walk::settle() {
    constexpr int quiet_rounds = 2;
    for (int round = 0, quiet = 0; round < 10 && quiet < quiet_rounds; ++round) {
        QCoreApplication::processEvents();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        quiet = frames::polish(window()) ? 0 : quiet + 1;
    }
}

bool Walk::save(const QString& name) {
    QTest::mouseMove(&window(), {1, 1});
    const QDir folder{QStringLiteral(PLENUM_SCREENS)};
    folder.mkpath(QStringLiteral("."));
    const auto picture = window().grabWindow();
    std::set<QRgb> colours;
    for (int y = 0; y < picture.height(); y += 7)
        for (int x = 0; x < picture.width(); x += 7)
            colours.insert(picture.pixel(x, y));
    const auto file = QStringLiteral("%1-%2x%3-%4%5%6%7.png")
                          .arg(name)
                          .arg(window().width())
                          .arg(window().height())
                          .arg(look_.dark ? QStringLiteral("dark") : QStringLiteral("light"),
                               look_.right_to_left ? QStringLiteral("-rtl") : QString{},
                               look_.language == QLatin1String{"en"} ? QString{} : QLatin1Char{'-'} + look_.language,
                               look_.text_scale > 1 ? QStringLiteral("-large") : QString{});
    constexpr int quick = 90; // of 100, where all that differs is the size of the file
    return picture.save(folder.filePath(file), "PNG", quick) && colours.size() > 3;
}

} // namespace plenum::ui
