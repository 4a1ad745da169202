// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/talk_key.h"

#include <QAbstractNativeEventFilter>
#include <QTimer>

#include <cstdint>

struct xcb_connection_t;

namespace plenum::app {

/// Hears the talk key while other windows have the keyboard, by a passive grab of X11 (X Window System Protocol,
/// "GrabKey"). Under Wayland no program may; then nothing is offered. It has the key only while that is wanted; where
/// another program has it, it asks again every now and then.
class KeyEverywhere : public QObject, public QAbstractNativeEventFilter {
    Q_OBJECT

  public:
    explicit KeyEverywhere(ui::TalkKey& talk_key, QObject* parent = nullptr);
    ~KeyEverywhere() override;

    bool nativeEventFilter(const QByteArray& type, void* message, qintptr* result) override;

  private:
    /// Takes the key that the person chose.
    void choose();
    void follow();
    void grab();
    void ungrab();
    [[nodiscard]] bool is_down() const;

    ui::TalkKey& talk_key_;
    xcb_connection_t* connection_{nullptr};
    std::uint32_t root_{0};
    /// 0 where the keyboard has no such key.
    std::uint8_t code_{0};
    /// Modifiers held with it, of X11.
    std::uint16_t held_{0};
    bool grabbed_{false};
    QTimer again_;
};

} // namespace plenum::app
