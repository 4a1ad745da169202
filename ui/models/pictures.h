// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/media_port.h"

#include <QObject>
#include <QtQml/qqmlregistration.h>

#include <map>

namespace plenum::ui {

/// The newest picture of everybody, for the items that show them. Number 0 is the preview before the call, −2 what is
/// shown again of the last minutes.
class Pictures : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")

  public:
    static constexpr int preview = 0;
    /// Of whoever is shown of the last minutes.
    static constexpr int replayed = -2;

    explicit Pictures(MediaPort& port, QObject* parent = nullptr);

    /// Empty if there is none.
    [[nodiscard]] media::VideoFrame latest(int member_index) const;
    void forget(int member_index) { put(member_index, {}); }
    void put_replayed(const media::VideoFrame& frame) { put(replayed, frame); }
    void clear();

  signals:
    void arrived(int member_index);

  private:
    void put(int member_index, const media::VideoFrame& frame);

    std::map<int, media::VideoFrame> latest_;
};

} // namespace plenum::ui
