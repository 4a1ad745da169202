// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/operations.h"
#include "core/board/register.h"

#include <string>
#include <variant>
#include <vector>

namespace plenum::board {

/// Gestures in the undo window that delete something.
class Deletions {
  public:
    struct Deletion {
        GestureId by;
        bool undone{false};
        friend bool operator==(const Deletion&, const Deletion&) = default;
    };
    void add(const Deletion& deletion);
    void set_undone(GestureId by, bool undone);
    void erase(GestureId by);
    /// Some deletion is not undone.
    [[nodiscard]] bool any_live() const;
    /// Ascending.
    [[nodiscard]] const std::vector<Deletion>& all() const { return all_; }

  private:
    std::vector<Deletion> all_;
};

struct Stroke {
    Tool tool{Tool::pen};
    bool ended{false};
    Position last;
    Points points;
};
struct Shape {
    ShapeKind kind{ShapeKind::line};
    Position extent;
};
struct Label {
    LabelKind kind{LabelKind::text};
    Position extent;
    Register<std::string> text;
};
struct Picture {
    Position extent;
    ImageReference image;
};
using Content = std::variant<Stroke, Shape, Label, Picture>;

/// Something drawn on a page.
struct Object {
    PageId page;
    Register<Transform> transform;
    Register<Style> style;
    Register<Depth> depth;
    Content content;
    /// Around its points, relative to its position.
    Box extent;
    Deletions deletions;
    /// The gesture that made it is undone.
    bool withdrawn{false};

    /// Under which it stands in its page's indexes, as `Canvas` keeps them.
    struct Placement {
        bool visible{false};
        Depth depth{0};
        Box box;
        friend bool operator==(const Placement&, const Placement&) = default;
    };
    Placement placement;
};

/// Room for lines and arrow heads around the points of an object, in sixteenths.
[[nodiscard]] std::uint32_t margin(const Object& object);

/// Objects as their operations make them.
[[nodiscard]] Object make_object(const BeginStroke& from, const Trace& trace);
[[nodiscard]] Object make_object(const AddShape& from);
[[nodiscard]] Object make_object(const AddLabel& from);
[[nodiscard]] Object make_object(const AddImage& from);

} // namespace plenum::board
