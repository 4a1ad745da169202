// SPDX-License-Identifier: Apache-2.0
#include "core/board/gestures.h"

namespace plenum::board {

const Gesture* GestureWindow::find(GestureNumber number) const {
    if (number > newest_) return nullptr;
    const std::size_t back = newest_.value() - number.value();
    return back < gestures_.size() ? &gestures_[gestures_.size() - 1 - back] : nullptr;
}

Gesture* GestureWindow::find(GestureNumber number) { return const_cast<Gesture*>(std::as_const(*this).find(number)); }

std::pair<OperationNumber, OperationNumber> GestureWindow::range(GestureNumber number, OperationNumber applied) const {
    const auto* gesture = find(number);
    if (gesture == nullptr) return {OperationNumber{1}, OperationNumber{0}};
    const auto* next = find(number.next());
    return {gesture->first, next == nullptr ? applied : OperationNumber{next->first.value() - 1}};
}

void GestureWindow::begin(OperationNumber first) {
    newest_ = newest_.next();
    gestures_.push_back({.first = first, .effects = {}});
}

std::optional<std::pair<GestureNumber, Gesture>> GestureWindow::take_oldest(std::uint32_t window) {
    if (gestures_.size() <= window) return std::nullopt;
    const GestureNumber number{static_cast<std::uint32_t>(newest_.value() - gestures_.size() + 1)};
    auto oldest = std::pair{number, std::move(gestures_.front())};
    gestures_.pop_front();
    return oldest;
}

void GestureWindow::restore(GestureNumber newest, std::deque<Gesture> gestures) {
    newest_ = newest;
    gestures_ = std::move(gestures);
}

} // namespace plenum::board
