// SPDX-License-Identifier: Apache-2.0
#include "ui/models/own_floor.h"

#include "ui/models/elapsed_time.h"
#include "ui/models/floor_words.h"
#include "ui/models/speaking_limit.h"

#include <algorithm>

namespace plenum::ui {

OwnFloor::OwnFloor(const FloorState& state, UnderWay& under_way, QObject* parent)
    : QObject{parent},
      state_{state},
      under_way_{under_way} {}

int OwnFloor::place() const {
    const auto* own = state_.own_request();
    return own == nullptr || !own->accepted ? 0 : static_cast<int>(own - state_.floor.requests.data()) + 1;
}

QString OwnFloor::standing() const {
    if (state_.floor.everyone) return QStringLiteral("everyone");
    if (state_.holds()) return state_.floor.out_of_reach ? QStringLiteral("outOfReach") : QStringLiteral("holding");
    if (const auto* own = state_.own_request())
        return own->accepted ? QStringLiteral("waiting") : QStringLiteral("pending");
    return state_.floor.settings.locked && !state_.moderates ? QStringLiteral("closed") : QStringLiteral("none");
}

bool OwnFloor::warned() const {
    const auto* own = state_.holder(state_.self);
    return own != nullptr && SpeakingLimit{state_.floor.settings}.is_near(state_.seconds_since(own->since));
}

QString OwnFloor::button_text() const {
    const auto now = standing();
    if (now == QLatin1String{"everyone"}) return FloorWords::everyone(state_.floor.purpose());
    if (now == QLatin1String{"closed"}) return tr("Asking is closed");
    if (under_way_.shown(state_.self)) return state_.takes_part() ? tr("Giving back…") : tr("Asking…");
    if (now == QLatin1String{"outOfReach"}) return tr("No connection · Release");
    if (state_.may_take()) return FloorWords::offer(state_.floor.purpose(), QStringLiteral("take"));
    if (now == QLatin1String{"none"}) return FloorWords::ask(state_.floor.purpose());
    if (now == QLatin1String{"holding"}) {
        if (!warned()) return FloorWords::release(state_.floor.purpose());
        const auto* own = state_.holder(state_.self);
        const SpeakingLimit limit{state_.floor.settings};
        return tr("%1 · Release").arg(FloorWords::left(limit.left(state_.seconds_since(own->since))));
    }
    if (const auto soon = state_.returning(); !soon.isEmpty()) return soon;
    const auto waited = ElapsedTime::format(state_.seconds_since(state_.own_request()->since));
    if (now == QLatin1String{"pending"}) return tr("You have asked · %1").arg(waited);
    return place() == 1 ? tr("You are next · %1").arg(waited)
                        : tr("You are %1 · %2").arg(FloorWords::ordinal(place()), waited);
}

QString OwnFloor::button_hint() const {
    const auto press = state_.may_take() ? QStringLiteral("take") : standing();
    const auto hint = FloorWords::hint(state_.floor.purpose(), press);
    // Whose the voice is, the bar and the tiles say.
    const bool others = !state_.floor.holders.isEmpty() && !state_.floor.everyone && !state_.holds() &&
                        state_.floor.purpose() != FloorPurpose::voice;
    return others ? FloorWords::with(state_.floor.purpose(), state_.holder_names()) + QLatin1Char{' '} + hint : hint;
}

bool OwnFloor::may_press() const {
    return standing() != QLatin1String{"everyone"} && standing() != QLatin1String{"closed"};
}

bool OwnFloor::may_raise() const {
    // Where everyone speaks there is no turn to come before, and where asking is closed it would be refused.
    if (state_.floor.everyone || (state_.floor.settings.locked && !state_.moderates)) return false;
    const auto* own = state_.own_request();
    const bool asks = own != nullptr && own->priority != RequestClass::point_of_order;
    return asks || standing() == QLatin1String{"none"};
}

void OwnFloor::want(bool wanted, RequestClass priority) {
    ticks_giving_back_ = wanted ? 0 : ticks_to_give_back;
    if (wanted == state_.takes_part())
        under_way_.end(state_.self);
    else
        under_way_.begin(state_.self);
    state_.port.want_floor(state_.floor.id, wanted, priority);
}

void OwnFloor::press() {
    if (state_.may_take()) return take();
    if (may_press()) want(standing() == QLatin1String{"none"});
}

/// Asked for as well: only a floor that we asked for opens the microphone.
void OwnFloor::take() {
    want(true);
    state_.port.act_on_floor(GrantFloor{state_.floor.id, state_.self});
}

void OwnFloor::raise_point_of_order() {
    if (may_raise()) want(true, RequestClass::point_of_order);
}

void OwnFloor::tick() {
    if (giving_back() && !state_.takes_part()) --ticks_giving_back_;
}

} // namespace plenum::ui
