// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/board/board_document.h"

#include <QObject>
#include <QTimer>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// How the whiteboard came to be, looked at again. Meanwhile nothing can be drawn here; what others draw is there once
/// one is back.
class BoardPast : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Whiteboard")
    Q_PROPERTY(bool open READ open NOTIFY changed)
    /// Steps; 0 where nothing was drawn since the board began here.
    Q_PROPERTY(int length READ length NOTIFY changed)
    Q_PROPERTY(int position READ position WRITE set_position NOTIFY changed)
    Q_PROPERTY(bool playing READ playing WRITE set_playing NOTIFY changed)

  public:
    /// A step is seen this long, where there are few.
    static constexpr int step_ms_max = 200;
    /// Shorter ones would not be seen: several go at once.
    static constexpr int step_ms_min = 50;
    /// All steps take no longer than this.
    static constexpr int whole_ms_max = 60'000;

    struct Pace {
        int interval_ms{step_ms_max};
        /// At once.
        int steps{1};
    };
    /// Of a history of `length` steps.
    [[nodiscard]] static Pace pace_for(int length);

    /// `document` outlives this.
    explicit BoardPast(BoardDocument& document);

    [[nodiscard]] bool open() const { return document_.past() != nullptr; }
    [[nodiscard]] int length() const;
    [[nodiscard]] int position() const;
    void set_position(int position);
    [[nodiscard]] bool playing() const { return pace_.isActive(); }
    /// At the end, from the beginning.
    void set_playing(bool playing);

    /// At the end, where all is as it is now.
    Q_INVOKABLE void begin();
    Q_INVOKABLE void end();

  signals:
    void changed();

  private:
    void step();

    BoardDocument& document_;
    QTimer pace_;
};

} // namespace plenum::ui
