// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/action_log.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace plenum::board {

/// Where an object stands.
struct Frame {
    PageId page;
    Position position;
    /// From the position to the other end, or to the opposite corner.
    Position extent;
};

/// A pen and its ink.
struct Pen {
    Tool tool{Tool::pen};
    Style style;
    /// The points tell their pressure.
    bool pressure{false};
};

enum class Stacking : std::uint8_t { front = 1, back };

/// Turns the actions of one user into messages. It reads the author's own board and changes nothing on it: the caller
/// gives each message to `Board::apply` and publishes it. Errors are those of the action; rights are judged by `apply`.
class BoardEditor {
  public:
    /// `board` outlives the editor.
    BoardEditor(const Board& board, base::MemberIndex sender) : board_{board}, log_{board, sender} {}

    /// Points are places on the board. `Edit::objects` begins with the stroke, which names it until it ends. A stroke
    /// with too many points continues as another object of the same action.
    [[nodiscard]] EditResult begin_stroke(PageId page, const Pen& pen, std::span<const InkPoint> points);
    [[nodiscard]] EditResult append_points(ObjectId stroke, std::span<const InkPoint> points);
    [[nodiscard]] EditResult end_stroke(ObjectId stroke);

    [[nodiscard]] EditResult add_shape(const Frame& frame, ShapeKind kind, const Style& style);
    [[nodiscard]] EditResult add_label(const Frame& frame, LabelKind kind, const Style& style, std::string text);
    [[nodiscard]] EditResult add_image(const Frame& frame, ImageReference image);

    [[nodiscard]] EditResult move(std::span<const ObjectId> objects, Position by);
    /// Larger or smaller by factors, while `fixed` stays where it is.
    [[nodiscard]] EditResult resize(std::span<const ObjectId> objects, Position fixed, const Scale& by);
    [[nodiscard]] EditResult transform(ObjectId object, const Transform& transform);
    [[nodiscard]] EditResult restyle(std::span<const ObjectId> objects, const Style& style);
    [[nodiscard]] EditResult restack(std::span<const ObjectId> objects, Stacking stacking);
    /// `place`: of a label that is to grow with its text, in the same action.
    [[nodiscard]] EditResult edit_text(ObjectId object, std::string text, const std::optional<Transform>& place = {});
    [[nodiscard]] EditResult remove(std::span<const ObjectId> objects);

    [[nodiscard]] EditResult clear(PageId page);
    /// Behind all other pages.
    [[nodiscard]] EditResult add_page(std::string name, const Background& background = {});
    /// The last visible page stays.
    [[nodiscard]] EditResult remove_page(PageId page);
    [[nodiscard]] EditResult rename_page(PageId page, std::string name);
    /// Directly before another visible page; behind all without one.
    [[nodiscard]] EditResult move_page(PageId page, std::optional<PageId> before);
    [[nodiscard]] EditResult set_background(PageId page, const Background& background);

    /// Any operations as one action, such as those of a paste.
    [[nodiscard]] EditResult act(const std::vector<Operation>& operations) { return log_.act(operations); }

    [[nodiscard]] bool can_undo() const { return log_.can_undo(); }
    [[nodiscard]] bool can_redo() const { return log_.can_redo(); }
    /// Whether `undo` changes something on this page.
    [[nodiscard]] bool undoes_on(PageId page) const;
    [[nodiscard]] EditResult undo() { return log_.undo(); }
    [[nodiscard]] EditResult redo() { return log_.redo(); }

  private:
    /// A stroke that has not ended.
    struct Drawing {
        BeginStroke begin;
        /// The object that takes the points now.
        ObjectId object;
        Position last;
        std::uint32_t points{0};
    };
    [[nodiscard]] std::optional<Refusal> refuse_object(PageId page) const;
    [[nodiscard]] Depth top(PageId page) const;
    [[nodiscard]] EditResult write_each(std::span<const ObjectId> objects, auto make);
    [[nodiscard]] std::vector<Operation> draw(Drawing& drawing, std::span<const InkPoint> points,
                                              OperationNumber next) const;

    const Board& board_;
    ActionLog log_;
    std::map<ObjectId, Drawing> drawings_;
};

} // namespace plenum::board
