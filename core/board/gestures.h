// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/operations.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>

namespace plenum::board {

/// The place of a write: a property, and the operation that made the object or page.
struct Target {
    Property property{Property::transform};
    OperationId id;
    friend auto operator<=>(const Target&, const Target&) = default;
};

/// One action of a user: the unit of undo.
struct Gesture {
    /// Its first operation. The objects and pages that it made are between this one and the next gesture's.
    OperationNumber first{};
    /// Its writes, and its new objects and pages; a clearing counts more. An undo costs as much.
    std::uint32_t writes{0};
    /// The highest authority that its operations needed. Undo and redo need it again.
    Authority authority{Authority::draw};
    bool undone{false};
    /// The places of its writes, each with the version of the highest one.
    std::map<Target, Version> effects;
};

/// The gestures of one sender that can be undone, in order.
class GestureWindow {
  public:
    [[nodiscard]] GestureNumber newest() const { return newest_; }
    /// Null for a gesture that is settled or never was.
    [[nodiscard]] Gesture* find(GestureNumber number);
    [[nodiscard]] const Gesture* find(GestureNumber number) const;
    /// First and last operation of a gesture in the window; `applied` is the last operation of the sender.
    [[nodiscard]] std::pair<OperationNumber, OperationNumber> range(GestureNumber number,
                                                                    OperationNumber applied) const;
    void begin(OperationNumber first);
    /// The oldest gesture where more than `window` are here, with its number. It is out of the window then.
    [[nodiscard]] std::optional<std::pair<GestureNumber, Gesture>> take_oldest(std::uint32_t window);

    [[nodiscard]] const std::deque<Gesture>& gestures() const { return gestures_; }
    /// For a snapshot that is read.
    void restore(GestureNumber newest, std::deque<Gesture> gestures);

  private:
    std::deque<Gesture> gestures_;
    GestureNumber newest_{};
};

} // namespace plenum::board
