// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/key_everywhere.h"

#include <QGuiApplication>
#include <QKeySequence>

#include <xcb/xcb.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <memory>

namespace plenum::app {
namespace {

/// Of keysymdef.h. Keys of Latin-1 have the symbols of their lower-case letters.
constexpr xcb_keysym_t first_function_symbol = 0xffbe; // XK_F1

xcb_keysym_t symbol_of(Qt::Key key) {
    if (key >= Qt::Key_F1 && key <= Qt::Key_F35) return first_function_symbol + static_cast<unsigned>(key - Qt::Key_F1);
    switch (key) {
    case Qt::Key_Pause: return 0xff13;
    case Qt::Key_ScrollLock: return 0xff14;
    case Qt::Key_Insert: return 0xff63;
    case Qt::Key_Return: return 0xff0d;
    case Qt::Key_Backspace: return 0xff08;
    case Qt::Key_Delete: return 0xffff;
    case Qt::Key_Home: return 0xff50;
    case Qt::Key_Left: return 0xff51;
    case Qt::Key_Up: return 0xff52;
    case Qt::Key_Right: return 0xff53;
    case Qt::Key_Down: return 0xff54;
    case Qt::Key_PageUp: return 0xff55;
    case Qt::Key_PageDown: return 0xff56;
    case Qt::Key_End: return 0xff57;
    default: break;
    }
    const auto letter = static_cast<char32_t>(key);
    if (letter > 0xff) return 0;
    return letter >= U'A' && letter <= U'Z' ? letter + 0x20 : letter;
}

std::uint16_t modifiers_of(Qt::KeyboardModifiers held) {
    std::uint16_t mask = 0;
    if (held & Qt::ControlModifier) mask |= XCB_MOD_MASK_CONTROL;
    if (held & Qt::ShiftModifier) mask |= XCB_MOD_MASK_SHIFT;
    if (held & Qt::AltModifier) mask |= XCB_MOD_MASK_1;
    if (held & Qt::MetaModifier) mask |= XCB_MOD_MASK_4;
    return mask;
}
/// With and without Caps Lock and Num Lock, which a grab tells apart.
constexpr std::array<std::uint16_t, 4> locks{0, XCB_MOD_MASK_LOCK, XCB_MOD_MASK_2, XCB_MOD_MASK_LOCK | XCB_MOD_MASK_2};

/// One round trip to the display each time.
constexpr std::chrono::seconds asked_again_after{3};

template <class Reply>
using Owned = std::unique_ptr<Reply, decltype(&std::free)>;

template <class Reply>
Owned<Reply> own(Reply* reply) {
    return {reply, &std::free};
}

/// The first key that gives this symbol; 0 for none.
xcb_keycode_t code_of(xcb_connection_t* connection, xcb_keysym_t symbol) {
    const auto* setup = xcb_get_setup(connection);
    const auto count = static_cast<std::uint8_t>(setup->max_keycode - setup->min_keycode + 1);
    const auto asked = xcb_get_keyboard_mapping(connection, setup->min_keycode, count);
    const auto reply = own(xcb_get_keyboard_mapping_reply(connection, asked, nullptr));
    if (!reply || reply->keysyms_per_keycode == 0) return 0;
    const auto* symbols = xcb_get_keyboard_mapping_keysyms(reply.get());
    const auto length = xcb_get_keyboard_mapping_keysyms_length(reply.get());
    for (int at = 0; at < length; ++at) {
        if (symbols[at] == symbol)
            return static_cast<xcb_keycode_t>(setup->min_keycode + at / reply->keysyms_per_keycode);
    }
    return 0;
}

} // namespace

KeyEverywhere::KeyEverywhere(ui::TalkKey& talk_key, QObject* parent) : QObject{parent}, talk_key_{talk_key} {
    // Windows that are not on the screen may have an X11 interface too, without a connection.
    const auto* x11 = QGuiApplication::platformName() == QLatin1String{"xcb"}
                          ? qGuiApp->nativeInterface<QNativeInterface::QX11Application>()
                          : nullptr;
    if (x11 == nullptr || x11->connection() == nullptr) return;
    connection_ = x11->connection();
    root_ = xcb_setup_roots_iterator(xcb_get_setup(connection_)).data->root;
    qGuiApp->installNativeEventFilter(this);
    again_.setSingleShot(true);
    again_.setInterval(asked_again_after);
    connect(&again_, &QTimer::timeout, this, &KeyEverywhere::follow);
    connect(&talk_key_, &ui::TalkKey::wanted_changed, this, &KeyEverywhere::follow);
    connect(&talk_key_, &ui::TalkKey::chosen_changed, this, &KeyEverywhere::choose);
    choose();
}

KeyEverywhere::~KeyEverywhere() {
    if (grabbed_) ungrab();
}

void KeyEverywhere::choose() {
    if (grabbed_) ungrab();
    const auto sequence = QKeySequence::fromString(talk_key_.chosen(), QKeySequence::PortableText);
    code_ = 0;
    if (sequence.count() == 1) {
        if (const auto symbol = symbol_of(sequence[0].key()); symbol != 0) code_ = code_of(connection_, symbol);
        held_ = modifiers_of(sequence[0].keyboardModifiers());
    }
    talk_key_.offer(code_ == 0 ? QString{} : talk_key_.chosen());
    follow();
}

void KeyEverywhere::follow() {
    const bool wanted = talk_key_.wanted();
    if (wanted && !grabbed_) grab();
    if (!wanted && grabbed_) ungrab();
    const bool taken = wanted && !grabbed_;
    talk_key_.set_taken(taken);
    if (taken)
        again_.start();
    else
        again_.stop();
}

void KeyEverywhere::grab() {
    grabbed_ = true;
    for (const auto lock : locks) {
        const auto asked =
            xcb_grab_key_checked(connection_, 0, root_, held_ | lock, code_, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC);
        if (!own(xcb_request_check(connection_, asked))) continue;
        return ungrab();
    }
}

void KeyEverywhere::ungrab() {
    grabbed_ = false;
    for (const auto lock : locks)
        xcb_ungrab_key(connection_, code_, root_, held_ | lock);
    xcb_flush(connection_);
}

bool KeyEverywhere::is_down() const {
    const auto reply = own(xcb_query_keymap_reply(connection_, xcb_query_keymap(connection_), nullptr));
    return reply && (reply->keys[code_ / 8] >> (code_ % 8) & 1) != 0;
}

bool KeyEverywhere::nativeEventFilter(const QByteArray& type, void* message, qintptr* /*result*/) {
    if (!grabbed_ || type != "xcb_generic_event_t") return false;
    const auto* event = static_cast<const xcb_generic_event_t*>(message);
    const auto kind = event->response_type & 0x7f;
    if (kind != XCB_KEY_PRESS && kind != XCB_KEY_RELEASE) return false;
    const auto* key = static_cast<const xcb_key_press_event_t*>(message);
    // Those of our own windows are for Qt.
    if (key->detail != code_ || key->event != root_) return false;
    // While it is held it repeats: up and down again.
    talk_key_.hold(kind == XCB_KEY_PRESS || is_down());
    return true;
}

} // namespace plenum::app
