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
    /// Of no call: what `put` gives.
    explicit Pictures(QObject* parent) : QObject{parent} {}

    /// Empty if there is none.
    [[nodiscard]] media::VideoFrame latest(int member_index) const;
    void forget(int member_index) { put(member_index, {}); }
    void put(int member_index, const media::VideoFrame& frame);
    void put_replayed(const media::VideoFrame& frame) { put(replayed, frame); }
    void clear();
    /// An item of this width, in pixels of the screen, shows this member; 0: no longer.
    void note_width(const QObject* item, int member_index, int width);

  signals:
    void arrived(int member_index);
    /// The widest item that shows this member is so wide now; 0: none shows them.
    void width_changed(int member_index, int width);

  private:
    [[nodiscard]] int widest(int member_index) const;

    std::map<int, media::VideoFrame> latest_;
    struct Shown {
        int member_index;
        int width;
    };
    std::map<const QObject*, Shown> shown_;
};

} // namespace plenum::ui
