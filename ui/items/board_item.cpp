// SPDX-License-Identifier: Apache-2.0
#include "ui/items/board_item.h"

#include "ui/board/board_painter.h"
#include "ui/items/board_overlay.h"

#include <QQuickWindow>
#include <QSGImageNode>
#include <QSGSimpleRectNode>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace plenum::ui {
namespace {

/// How near is near, in pixels of the screen.
constexpr double press_reach = 8;
constexpr double wheel_step = 1.15;
/// What a key moves the view, or what is selected with Shift, in pixels.
constexpr double key_step = 40;
constexpr double nudge = 4;

/// The page, and a node for each tile that is seen. Transforms nothing: below a plain node, Qt's renderer without a
/// graphics card forgets where tiles that are added later belong.
class BoardNode : public QSGTransformNode {
  public:
    BoardNode() { appendChildNode(&paper_); }
    ~BoardNode() override {
        for (auto& [key, shown] : tiles_)
            drop(shown);
        removeChildNode(&paper_);
    }
    BoardNode(const BoardNode&) = delete;
    BoardNode& operator=(const BoardNode&) = delete;

    void show(const std::map<BoardTiles::Key, BoardTiles::Tile>& tiles, const BoardItem& item, QQuickWindow& window) {
        paper_.setRect(item.boundingRect());
        paper_.setColor(Qt::white);
        std::erase_if(tiles_, [&](const auto& shown) {
            if (tiles.contains(shown.first)) return false;
            drop(shown.second);
            return true;
        });
        for (const auto& [key, tile] : tiles) {
            auto& shown = tiles_[key];
            const bool is_new = shown.node == nullptr;
            if (is_new) {
                shown.node = window.createImageNode();
                shown.node->setOwnsTexture(true);
                shown.node->setFiltering(QSGTexture::Linear);
            }
            if (shown.version != tile.version) {
                shown.version = tile.version;
                shown.node->setTexture(window.createTextureFromImage(tile.image, QQuickWindow::TextureHasAlphaChannel));
            }
            const auto area = BoardTiles::area_of(key);
            shown.node->setRect({item.to_item(area.topLeft()), item.to_item(area.bottomRight())});
            // Qt's renderer without a graphics card looks at the texture of a node that is added.
            if (is_new) appendChildNode(shown.node);
        }
    }

  private:
    struct Shown {
        QSGImageNode* node{nullptr};
        std::uint64_t version{0};
    };
    void drop(const Shown& shown) {
        removeChildNode(shown.node);
        delete shown.node;
    }

    QSGSimpleRectNode paper_;
    std::map<BoardTiles::Key, Shown> tiles_;
};

} // namespace

BoardItem::BoardItem(QQuickItem* parent) : QQuickItem{parent} {
    setFlag(ItemHasContents);
    setClip(true);
    setAcceptedMouseButtons(Qt::LeftButton | Qt::MiddleButton);
    setAcceptHoverEvents(true);
    setActiveFocusOnTab(true);
    auto* overlay = new BoardOverlay{*this};
    const auto cover = [this, overlay] { overlay->setSize(size()); };
    connect(this, &QQuickItem::widthChanged, overlay, cover);
    connect(this, &QQuickItem::heightChanged, overlay, cover);
    connect(this, &BoardItem::view_changed, overlay, [overlay] { overlay->update(); });
}

void BoardItem::set_whiteboard(Whiteboard* whiteboard) {
    if (whiteboard == whiteboard_) return;
    if (whiteboard_) {
        auto& before = whiteboard_->surface();
        for (QObject* each :
             {static_cast<QObject*>(whiteboard_.data()), static_cast<QObject*>(&before.tiles()),
              static_cast<QObject*>(&before.tools()), static_cast<QObject*>(&before.tools().selection()),
              static_cast<QObject*>(&before.pointers())})
            each->disconnect(this);
    }
    whiteboard_ = whiteboard;
    if (whiteboard_) {
        auto& surface = whiteboard_->surface();
        connect(whiteboard_, &Whiteboard::changed, this, &BoardItem::look);
        connect(&surface.tiles(), &BoardTiles::painted, this, &BoardItem::look);
        connect(&surface.tools(), &BoardTools::preview_changed, this, &BoardItem::look);
        connect(&surface.tools().selection(), &BoardSelection::changed, this, &BoardItem::look);
        connect(&surface.pointers(), &BoardPointers::changed, this, &BoardItem::look);
        connect(&surface.tools(), &BoardTools::text_wanted, this, [this](const QRectF& units, const QString& text) {
            const QRectF place{to_item(units.topLeft()), to_item(units.bottomRight())};
            const auto& tools = whiteboard_->surface().tools();
            const auto style = tools.writing_style();
            emit textWanted(place, text, board_units(style.font_size) * zoom_, board_colour(style.line),
                            label_margin(tools.writing_kind()) * zoom_);
        });
    }
    emit whiteboard_changed();
    look();
}

void BoardItem::look() {
    polish();
    update();
    for (auto* child : childItems())
        child->update();
}

int BoardItem::tile_scale() const {
    const auto ratio = window() == nullptr ? 1.0 : window()->effectiveDevicePixelRatio();
    // Half octaves: a tile is drawn at most a fifth larger or smaller than it was painted.
    return static_cast<int>(std::lround(std::exp2(std::round(std::log2(zoom_ * ratio) * 2) / 2) * 1000));
}

void BoardItem::updatePolish() {
    if (!whiteboard_ || width() <= 0 || height() <= 0 || !isVisible()) return;
    shown_ = whiteboard_->surface().tiles().look(whiteboard_->page_id(), tile_scale(), area());
}

QSGNode* BoardItem::updatePaintNode(QSGNode* node, UpdatePaintNodeData* /*data*/) {
    auto* board = static_cast<BoardNode*>(node);
    if (board == nullptr) board = new BoardNode;
    board->show(shown_, *this, *window());
    return board;
}

void BoardItem::geometryChange(const QRectF& now, const QRectF& before) {
    QQuickItem::geometryChange(now, before);
    look();
}

void BoardItem::zoom_at(double zoom, const QPointF& at) {
    const auto wanted = std::clamp(zoom, zoom_min, zoom_max);
    if (wanted == zoom_) return;
    const auto there = to_board(at);
    zoom_ = wanted;
    origin_ = there - at / zoom_;
    emit view_changed();
    look();
}

void BoardItem::pan_by(const QPointF& way) {
    origin_ -= way / zoom_;
    emit view_changed();
    look();
}

void BoardItem::show_all() {
    // Before the item has its place, nothing fits in.
    if (!whiteboard_ || width() <= 0 || height() <= 0) return;
    auto all = BoardHit{whiteboard_->surface().document().board(), whiteboard_->page_id()}.extent();
    constexpr double edge = 24;
    all.adjust(-edge, -edge, edge, edge);
    zoom_ = std::clamp(std::min({1.0, width() / all.width(), height() / all.height()}), zoom_min, zoom_max);
    origin_ = all.center() - QPointF{width(), height()} / 2 / zoom_;
    emit view_changed();
    look();
}

void BoardItem::point_at(const QPointF& at) {
    if (!whiteboard_) return;
    const auto place = board_position(to_board(at));
    auto& surface = whiteboard_->surface();
    if (surface.tools().tool() == BoardTool::laser)
        surface.pointers().shine(whiteboard_->page_id(), place);
    else
        surface.pointers().hover(whiteboard_->page_id(), place);
}

void BoardItem::mousePressEvent(QMouseEvent* event) {
    // Accepted buttons alone do not keep others away: an item with a pointer handler is given every press.
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return event->ignore();
    forceActiveFocus(Qt::MouseFocusReason);
    if (!whiteboard_) return;
    auto& tools = whiteboard_->surface().tools();
    if (event->button() == Qt::MiddleButton || tools.tool() == BoardTool::hand || !whiteboard_->may_draw()) {
        panned_from_ = event->position();
        return;
    }
    tools.press(to_board(event->position()), pressure(), press_reach / zoom_, event->modifiers() & Qt::ShiftModifier);
}

void BoardItem::mouseMoveEvent(QMouseEvent* event) {
    if (panned_from_) {
        pan_by(event->position() - *panned_from_);
        panned_from_ = event->position();
        return;
    }
    if (!whiteboard_) return;
    auto& tools = whiteboard_->surface().tools();
    tools.move(to_board(event->position()), pressure());
    const auto& preview = tools.preview();
    if (preview.dragged.isNull()) return point_at(event->position());
    whiteboard_->surface().pointers().drag({whiteboard_->page_id(),
                                            board_position(to_board(event->position())),
                                            board_position(preview.dragged),
                                            {tools.selection().objects().begin(), tools.selection().objects().end()}});
}

void BoardItem::mouseReleaseEvent(QMouseEvent* /*event*/) {
    if (std::exchange(panned_from_, {}) || !whiteboard_) return;
    whiteboard_->surface().tools().release();
}

void BoardItem::mouseUngrabEvent() {
    panned_from_.reset();
    if (whiteboard_) whiteboard_->surface().tools().cancel();
}

void BoardItem::hoverMoveEvent(QHoverEvent* event) { point_at(event->position()); }

void BoardItem::hoverLeaveEvent(QHoverEvent* /*event*/) {
    if (whiteboard_) whiteboard_->surface().pointers().leave();
}

void BoardItem::wheelEvent(QWheelEvent* event) {
    const auto way = event->angleDelta();
    if (event->modifiers() & Qt::ControlModifier) {
        zoom_at(zoom_ * std::pow(wheel_step, way.y() / 120.0), event->position());
    } else {
        const auto pixels = event->pixelDelta().isNull() ? QPointF{way} / 2 : QPointF{event->pixelDelta()};
        pan_by(event->modifiers() & Qt::ShiftModifier ? QPointF{pixels.y(), pixels.x()} : pixels);
    }
}

void BoardItem::keyPressEvent(QKeyEvent* event) {
    if (!whiteboard_) return event->ignore();
    auto& tools = whiteboard_->surface().tools();
    auto& selection = tools.selection();
    const bool selected = !selection.empty();
    const auto go = [&](double x, double y) {
        selected ? selection.move(QPointF{x, y} * nudge / zoom_) : pan_by(QPointF{-x, -y} * key_step);
    };
    constexpr double resize_step = 1.1;
    const bool control = event->modifiers() & Qt::ControlModifier;
    if (control && selected && event->key() == Qt::Key_Up) return selection.resize(resize_step);
    if (control && selected && event->key() == Qt::Key_Down) return selection.resize(1 / resize_step);
    if (event->matches(QKeySequence::Paste)) {
        if (!whiteboard_->may_draw() || !whiteboard_->imports()->paste(area())) event->ignore();
        return;
    }
    if (event->matches(QKeySequence::Undo)) return whiteboard_->edits()->undo();
    if (event->matches(QKeySequence::Redo)) return whiteboard_->edits()->redo();
    if (event->matches(QKeySequence::SelectAll)) {
        whiteboard_->set_tool(QStringLiteral("select"));
        return selection.set_all();
    }
    switch (event->key()) {
    case Qt::Key_Left: return go(-1, 0);
    case Qt::Key_Right: return go(1, 0);
    case Qt::Key_Up: return go(0, -1);
    case Qt::Key_Down: return go(0, 1);
    case Qt::Key_Plus: return set_zoom(zoom_ * wheel_step);
    case Qt::Key_Minus: return set_zoom(zoom_ / wheel_step);
    case Qt::Key_Home: return show_all();
    case Qt::Key_Delete:
    case Qt::Key_Backspace: return selection.remove();
    case Qt::Key_PageUp: return selection.restack(board::Stacking::front);
    case Qt::Key_PageDown: return selection.restack(board::Stacking::back);
    case Qt::Key_Escape:
        if (selected) return selection.set({});
        return emit leaveWanted();
    default: event->ignore();
    }
}

} // namespace plenum::ui
