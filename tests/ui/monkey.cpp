// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/monkey.h"

#include "tests/ui/inspect.h"
#include "tests/ui/qml_warnings.h"
#include "ui/models/client.h"
#include "ui/port/simulated_conference.h"

#include <QCommandLineParser>
#include <QGuiApplication>
#include <QQuickWindow>
#include <QTest>
#include <xcb/xcb.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <iostream>
#include <numeric>

namespace plenum::ui {
namespace {

constexpr qsizetype events_noted = 40;
constexpr int escapes_max = 12;

struct Key {
    Qt::Key key;
    Qt::KeyboardModifiers modifiers;
};
constexpr auto control = Qt::ControlModifier;
constexpr auto control_shift = Qt::ControlModifier | Qt::ShiftModifier;
const std::array keys{
    Key{Qt::Key_Tab, {}},          Key{Qt::Key_Backtab, Qt::ShiftModifier},
    Key{Qt::Key_Escape, {}},       Key{Qt::Key_Return, {}},
    Key{Qt::Key_Space, {}},        Key{Qt::Key_Up, {}},
    Key{Qt::Key_Down, {}},         Key{Qt::Key_Left, {}},
    Key{Qt::Key_Right, {}},        Key{Qt::Key_PageUp, {}},
    Key{Qt::Key_PageDown, {}},     Key{Qt::Key_Home, {}},
    Key{Qt::Key_End, {}},          Key{Qt::Key_Backspace, {}},
    Key{Qt::Key_Delete, {}},       Key{Qt::Key_F11, {}},
    Key{Qt::Key_F1, {}},           Key{Qt::Key_Comma, control},
    Key{Qt::Key_A, control},       Key{Qt::Key_C, control},
    Key{Qt::Key_V, control},       Key{Qt::Key_X, control},
    Key{Qt::Key_Z, control},       Key{Qt::Key_D, control},
    Key{Qt::Key_E, control},       Key{Qt::Key_C, control_shift},
    Key{Qt::Key_D, control_shift}, Key{Qt::Key_F, control_shift},
    Key{Qt::Key_L, control_shift}, Key{Qt::Key_P, control_shift},
    Key{Qt::Key_W, control_shift}, Key{Qt::Key_Q, control_shift},
};

struct Choice {
    const char* setting;
    std::vector<QVariant> values;
};
const std::vector<Choice>& choices() {
    static const std::vector<Choice> all{
        {"textScale", {1.0, 1.15, 1.3, 1.5}},
        {"theme", {QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark")}},
        {"language", {QStringLiteral("system"), QStringLiteral("en"), QStringLiteral("de")}},
        {"panel", {QString{}, QStringLiteral("floor"), QStringLiteral("chat"), QStringLiteral("people")}},
        {"stageLayout", {QStringLiteral("grid"), QStringLiteral("speaker")}},
        {"joinMuted", {true, false}},
        {"joinWithCamera", {true, false}},
        {"audio", {QVariant::fromValue(AudioProcessing{}), QVariant::fromValue(AudioProcessing{false, false, false})}},
        {"floorOpensMicrophone", {true, false}},
        {"talkKeyEverywhere", {true, false}},
    };
    return all;
}

/// The popup's own type, and what it belongs to.
QString description_of(const QQuickItem* item) {
    QStringList names;
    for (const auto* owner = item->parent(); owner != nullptr && names.size() < 4; owner = owner->parent())
        names << QString::fromLatin1(owner->metaObject()->className()) + QLatin1Char{' '} + owner->objectName();
    return names.join(QStringLiteral(" of "));
}

QStringList dialogs_of(QQuickWindow& window) {
    QStringList open;
    for (const auto* item : inspect::visible_items(window))
        if (item->inherits("QQuickPopupItem") && !item->inherits("QQuickToolTip") && item->height() > 60)
            open << description_of(item);
    return open;
}

/// After so many events every dialog must go by Escape.
constexpr std::uint64_t events_between_checks = 250;

const Monkey* at_work = nullptr;

/// Whatever this does wrong comes after the fault.
void tell_last_events(int signal) {
    std::signal(signal, SIG_DFL);
    if (at_work != nullptr)
        for (const auto& event : at_work->last_events())
            std::cerr << event.toStdString() << '\n';
    std::raise(signal);
}

} // namespace

const std::vector<Monkey::Action> Monkey::actions{
    {35, &Monkey::press_control}, {12, &Monkey::press_anywhere}, {22, &Monkey::press_key},
    {6, &Monkey::type_words},     {3, &Monkey::resize},          {6, &Monkey::change_setting},
    {14, &Monkey::let_world_act}, {2, &Monkey::enter_call},      {1, &Monkey::close_window},
};

Monkey::Monkey(Application& application, std::uint64_t seed, std::function<void(base::Random&)> world)
    : application_{application},
      window_{*application.window()},
      random_{seed},
      world_{std::move(world)} {}

int Monkey::below(int count) { return static_cast<int>(random_.below(static_cast<std::uint64_t>(count))); }

void Monkey::note(const QString& event) {
    last_ << event;
    if (last_.size() > events_noted) last_.removeFirst();
}

void Monkey::act() {
    const auto whole = std::accumulate(actions.begin(), actions.end(), 0,
                                       [](int sum, const Action& action) { return sum + action.weight; });
    auto drawn = below(whole);
    for (const auto& action : actions) {
        drawn -= action.weight;
        if (drawn >= 0) continue;
        (this->*action.run)();
        break;
    }
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    // Closed, perhaps by a shortcut.
    if (window_.isVisible()) return;
    window_.show();
    take_keyboard();
}

void Monkey::press_control() {
    const auto controls = inspect::visible_controls(window_);
    if (controls.empty()) return;
    auto* chosen = controls[static_cast<std::size_t>(below(static_cast<int>(controls.size())))];
    note(QStringLiteral("press ") + inspect::name_of(chosen));
    const auto middle = chosen->mapToScene({chosen->width() / 2, chosen->height() / 2}).toPoint();
    QTest::mouseClick(&window_, Qt::LeftButton, {}, middle);
}

void Monkey::press_anywhere() {
    const QPoint at{below(window_.width()), below(window_.height())};
    const auto way = below(4);
    note(QStringLiteral("press %1 at %2,%3").arg(way).arg(at.x()).arg(at.y()));
    if (way == 0) return QTest::mouseDClick(&window_, Qt::LeftButton, {}, at);
    if (way == 1) return QTest::mouseClick(&window_, Qt::RightButton, {}, at);
    if (way == 2) return QTest::mouseClick(&window_, Qt::LeftButton, {}, at);
    QTest::mousePress(&window_, Qt::LeftButton, {}, at);
    QTest::mouseMove(&window_, {below(window_.width()), below(window_.height())});
    QTest::mouseRelease(&window_, Qt::LeftButton, {}, {below(window_.width()), below(window_.height())});
}

void Monkey::press_key() {
    const auto& key = keys[static_cast<std::size_t>(below(static_cast<int>(keys.size())))];
    note(QStringLiteral("key %1 with %2").arg(key.key).arg(key.modifiers.toInt()));
    QTest::keyClick(&window_, key.key, key.modifiers);
}

void Monkey::type_words() {
    static const std::array words{"abc ", "\t", "plenum://nowhere", "Ärger 12", "  ", "<b>&amp;", "%1 %2"};
    const auto text = QString::fromUtf8(words[static_cast<std::size_t>(below(static_cast<int>(words.size())))]);
    note(QStringLiteral("type ") + text);
    for (const auto letter : text)
        QTest::sendKeyEvent(QTest::Click, &window_, Qt::Key_unknown, QString{letter}, {});
}

void Monkey::resize() {
    const QSize size{window_.minimumWidth() + below(700), window_.minimumHeight() + below(450)};
    note(QStringLiteral("resize to %1×%2").arg(size.width()).arg(size.height()));
    window_.resize(size);
}

void Monkey::change_setting() {
    // Often the size of text, which moves everything.
    const auto place = below(2) == 0 ? 0 : below(static_cast<int>(choices().size()));
    const auto& choice = choices()[static_cast<std::size_t>(place)];
    const auto& value = choice.values[static_cast<std::size_t>(below(static_cast<int>(choice.values.size())))];
    note(QStringLiteral("set %1 to %2").arg(QString::fromLatin1(choice.setting), value.toString()));
    application_.client().settings()->setProperty(choice.setting, value);
}

void Monkey::let_world_act() {
    if (!world_) return;
    note(QStringLiteral("the world"));
    world_(random_);
}

/// No window manager gives it to a window that comes. Qt asks as of the last event's time, which the server finds old.
void Monkey::take_keyboard() {
    const auto* screen = qGuiApp->nativeInterface<QNativeInterface::QX11Application>();
    if (window_.isActive() || screen == nullptr || !QTest::qWaitForWindowExposed(&window_)) return;
    const auto window = static_cast<xcb_window_t>(window_.winId());
    xcb_set_input_focus(screen->connection(), XCB_INPUT_FOCUS_PARENT, window, XCB_CURRENT_TIME);
    xcb_flush(screen->connection());
    (void)QTest::qWaitForWindowActive(&window_);
}

void Monkey::close_window() {
    note(QStringLiteral("close the window"));
    window_.close();
}

/// So that most events meet a call.
void Monkey::enter_call() {
    auto& session = *application_.client().session();
    if (session.screen() == QLatin1String{"ended"}) session.back_to_start();
    if (session.screen() == QLatin1String{"start"}) session.prepare_host(QStringLiteral("Weekly"));
    if (session.screen() != QLatin1String{"prejoin"}) return;
    note(QStringLiteral("enter a call"));
    application_.client().settings()->setProperty("displayName", QStringLiteral("Robin"));
    session.enter();
}

QStringList Monkey::close_dialogs() {
    for (int press = 0; press < escapes_max && !dialogs_of(window_).isEmpty(); ++press) {
        // Without a window manager it may go again, for instance with a window that was only just shown.
        take_keyboard();
        QTest::keyClick(&window_, Qt::Key_Escape);
        QCoreApplication::processEvents();
        // A popup goes once its transition is over.
        (void)QTest::qWaitFor([this] { return dialogs_of(window_).isEmpty(); }, 300);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    return dialogs_of(window_);
}

Monkey::Plan Monkey::plan_of(const QGuiApplication& application) {
    QCommandLineParser usage;
    const auto number = QStringLiteral("N");
    usage.addOptions({{QStringLiteral("events"), QStringLiteral("presses, keys, resizes and settings"), number,
                       QStringLiteral("2000")},
                      {QStringLiteral("seed"), QStringLiteral("same seed, same events"), number, QStringLiteral("1")},
                      {QStringLiteral("others"), QStringLiteral("people in a simulated conference, 1 to 60"), number,
                       QStringLiteral("5")}});
    usage.addHelpOption();
    usage.process(application);
    return {.events = usage.value(QStringLiteral("events")).toULongLong(),
            .seed = usage.value(QStringLiteral("seed")).toULongLong(),
            .others = std::clamp(usage.value(QStringLiteral("others")).toInt(), 1, 60)};
}

int Monkey::run(const Plan& plan) {
    at_work = this;
    for (const auto signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL})
        std::signal(signal, tell_last_events);
    int status = 0;
    const QmlWarnings warnings{[&](const std::string&) { status = 1; }};
    for (std::uint64_t event = 1; event <= plan.events; ++event) {
        act();
        if (event % events_between_checks != 0) continue;
        for (const auto& dialog : close_dialogs()) {
            const auto* keyboard = window_.activeFocusItem();
            std::cerr << "event " << event << ": stays open: " << dialog.toStdString() << "; the keyboard is "
                      << (window_.isActive() ? "" : "not in the window, ") << "at "
                      << (keyboard == nullptr ? std::string{"nothing"} : description_of(keyboard).toStdString())
                      << '\n';
            status = 1;
        }
    }
    at_work = nullptr;
    std::cout << plan.events << " events, seed " << plan.seed << '\n';
    return status;
}

} // namespace plenum::ui
