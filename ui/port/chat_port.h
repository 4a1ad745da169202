// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/port_types.h"

#include <QObject>

namespace plenum::ui {

/// What is written.
class ChatPort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    /// Sends to the group that we are in, else to everybody. Answers with the identifier under which chat_delivery will
    /// speak of it; the message itself is not echoed by chat_received. `text` is not empty and at most
    /// limits::chat_bytes_max bytes of UTF-8.
    virtual ChatId send_chat(const QString& text) = 0;

  signals:
    void chat_received(const plenum::ui::ChatMessage& message);
    /// When a message was sent, where that was not known yet as it was received; of an own one, once it is sent.
    void chat_timed(plenum::ui::ChatId id, const QDateTime& sent_at);
    void chat_delivery(plenum::ui::ChatId id, plenum::ui::DeliveryState state);
};

} // namespace plenum::ui
