// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/board/board_document.h"
#include "ui/board/board_hit.h"

#include <QObject>

#include <optional>
#include <set>
#include <vector>

namespace plenum::ui {

/// The objects of a page that are selected, and what is done to all of them. In board units.
class BoardSelection : public QObject {
    Q_OBJECT

  public:
    /// By a corner, while the opposite one stays.
    struct Resizing {
        QPointF fixed;
        double width{1};
        double height{1};
        [[nodiscard]] QPointF applied(QPointF at) const {
            return {fixed.x() + (at.x() - fixed.x()) * width, fixed.y() + (at.y() - fixed.y()) * height};
        }
    };

    /// `document` outlives this.
    explicit BoardSelection(BoardDocument& document, QObject* parent = nullptr);

    [[nodiscard]] const std::set<board::ObjectId>& objects() const { return objects_; }
    [[nodiscard]] bool empty() const { return objects_.empty(); }
    /// Around all of it: its corners resize it. Empty for nothing.
    [[nodiscard]] QRectF box() const;
    void set(std::set<board::ObjectId> objects);
    void add(const std::vector<board::ObjectId>& objects);
    /// Nothing is selected on another page.
    void set_page(board::PageId page);
    void set_all();

    /// The corner that stays where it is while the one at `at` is dragged; nullopt where there is none.
    [[nodiscard]] std::optional<QPointF> opposite_corner(QPointF at, double reach) const;
    /// What dragging a corner does to it.
    [[nodiscard]] Resizing resizing(QPointF fixed, QPointF from, QPointF to) const;

    void remove();
    void move(QPointF by);
    void resize(const Resizing& resizing);
    /// About its middle.
    void resize(double factor) { resize({box().center(), factor, factor}); }
    void restyle(const board::Style& style);
    void restack(board::Stacking stacking);

  signals:
    void changed();

  private:
    [[nodiscard]] std::vector<board::ObjectId> listed() const { return {objects_.begin(), objects_.end()}; }
    [[nodiscard]] BoardHit hit() const { return {document_.board(), page_}; }
    void forget_vanished();

    BoardDocument& document_;
    board::PageId page_{};
    std::set<board::ObjectId> objects_;
};

} // namespace plenum::ui
