// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/floor_state.h"

#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// Where we stand with one floor, and the button that asks for it or takes it, takes the request back or releases it.
class OwnFloor : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to FloorModel")
    /// "none", "closed" (only moderators may ask), "pending" (a moderator has to accept us), "waiting", "holding",
    /// "outOfReach" (held, and nothing is heard of the relay) or "everyone".
    Q_PROPERTY(QString standing READ standing NOTIFY ticked)
    /// What stands on the button, and what a press does.
    Q_PROPERTY(QString buttonText READ button_text NOTIFY ticked)
    Q_PROPERTY(QString buttonHint READ button_hint NOTIFY ticked)
    Q_PROPERTY(bool mayPress READ may_press NOTIFY ticked)
    /// We hold it, and the time that we may is nearly over.
    Q_PROPERTY(bool warned READ warned NOTIFY ticked)
    Q_PROPERTY(bool mayRaise READ may_raise NOTIFY ticked)

  public:
    /// Two seconds, at four ticks a second (`Floors`): as long as an operation may be under way before it counts as
    /// lost.
    static constexpr int ticks_to_give_back = 8;

    /// Both outlive this.
    OwnFloor(const FloorState& state, UnderWay& under_way, QObject* parent);

    [[nodiscard]] QString standing() const;
    /// Our place among those who wait, from 1; 0 for none.
    [[nodiscard]] int place() const;
    [[nodiscard]] QString button_text() const;
    [[nodiscard]] QString button_hint() const;
    [[nodiscard]] bool may_press() const;
    [[nodiscard]] bool warned() const;
    [[nodiscard]] bool may_raise() const;

    /// Asks, takes it, takes the request back or releases, as the button says.
    Q_INVOKABLE void press();
    Q_INVOKABLE void raise_point_of_order();
    void want(bool wanted, RequestClass priority = RequestClass::normal);
    /// We gave it back, or took our request back, and the log does not show that yet. Where the log has not even shown
    /// what is to be taken back, only for `ticks_to_give_back`: it may have been refused.
    [[nodiscard]] bool giving_back() const { return ticks_giving_back_ > 0; }
    /// The log shows it.
    void given_back() { ticks_giving_back_ = 0; }
    void tick();

  signals:
    void ticked();

  private:
    void take();

    const FloorState& state_;
    UnderWay& under_way_;
    int ticks_giving_back_{0};
};

} // namespace plenum::ui
