// SPDX-License-Identifier: Apache-2.0
#include "ui/board/board_tools.h"

#include "ui/board/board_painter.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plenum::ui {
namespace {

constexpr QSizeF note_size{180, 140};
constexpr QSizeF text_size{320, 48};
constexpr board::Colour note_fill{0xffe28aff};
constexpr board::Colour note_ink{0x2b2b2bff};
/// Drags shorter than this are clicks.
constexpr double drag_min = 3;
/// Points of a stroke that are nearer to each other say nothing.
constexpr double step_min = 0.5;

board::InkPoint ink(QPointF at, std::optional<double> pressure) {
    const auto value = std::clamp(pressure.value_or(1.0), 0.0, 1.0);
    return {board_position(at), static_cast<std::uint8_t>(std::lround(value * 255))};
}

std::optional<board::ShapeKind> shape_of(BoardTool tool) {
    switch (tool) {
    case BoardTool::line: return board::ShapeKind::line;
    case BoardTool::arrow: return board::ShapeKind::arrow;
    case BoardTool::rectangle: return board::ShapeKind::rectangle;
    case BoardTool::ellipse: return board::ShapeKind::ellipse;
    default: return std::nullopt;
    }
}

bool writes(BoardTool tool) { return tool == BoardTool::text || tool == BoardTool::note; }

board::Position extent_of(QSizeF size) { return board_position({size.width(), size.height()}); }

/// So that `words` have room in the label; nullopt where they have it.
std::optional<board::Transform> grown(const board::Object& object, const board::Label& label, const QString& words) {
    auto place = object.transform.value();
    const auto stretched = [](std::int32_t extent, std::uint32_t scale) {
        return std::abs(board_units(extent)) * scale / board::limits::scale_one;
    };
    const QSizeF now{stretched(label.extent.x, place.scale.x), stretched(label.extent.y, place.scale.y)};
    const auto room = room_for_words(now, words, object.style.value(), label.kind);
    const auto stretch = [](std::uint32_t& scale, double from, double to) {
        constexpr double most = board::limits::scale_max;
        if (from > 0 && to > from) scale = static_cast<std::uint32_t>(std::min(most, std::ceil(scale * to / from)));
    };
    stretch(place.scale.x, now.width(), room.width());
    stretch(place.scale.y, now.height(), room.height());
    return place == object.transform.value() ? std::nullopt : std::optional{place};
}

} // namespace

BoardTools::BoardTools(BoardDocument& document, QObject* parent) : QObject{parent}, document_{document} {
    piece_timer_.setInterval(piece_ms);
    connect(&piece_timer_, &QTimer::timeout, this, &BoardTools::send_piece);
    connect(&document, &BoardDocument::replaced, this, [this] {
        // Its number is nobody's now.
        stroke_.reset();
        points_.clear();
        piece_timer_.stop();
    });
}

void BoardTools::set_tool(BoardTool tool) {
    if (tool == tool_) return;
    cancel();
    tool_ = tool;
    if (tool != BoardTool::select) selection_.set({});
}

void BoardTools::set_page(board::PageId page) {
    if (page == page_) return;
    cancel();
    page_ = page;
    selection_.set_page(page);
}

void BoardTools::set_style(const board::Style& style) {
    style_ = style;
    selection_.restyle(style);
}

void BoardTools::press(QPointF at, std::optional<double> pressure, double reach, bool adds) {
    cancel();
    pressed_at_ = last_ = at;
    reach_ = reach;
    switch (tool_) {
    case BoardTool::pen:
    case BoardTool::marker: return begin_stroke(at, tool_ == BoardTool::marker ? std::nullopt : pressure);
    case BoardTool::eraser: return erase_at(at);
    case BoardTool::select: return press_selection(at, adds);
    default: return;
    }
}

void BoardTools::begin_stroke(QPointF at, std::optional<double> pressure) {
    const bool marks = tool_ == BoardTool::marker;
    const auto tool = marks ? board::Tool::marker : board::Tool::pen;
    const auto style = marks ? marker_style(style_) : style_;
    const std::array first{ink(at, pressure)};
    const auto edit = document_.editor().begin_stroke(page_, {tool, style, pressure.has_value()}, first);
    if (!document_.act(edit) || edit->objects.empty()) return;
    stroke_ = edit->objects.front();
    piece_timer_.start();
}

void BoardTools::move(QPointF at, std::optional<double> pressure) {
    if (!pressed_at_) return;
    const auto step = at - last_;
    if (stroke_) {
        if (std::hypot(step.x(), step.y()) < step_min) return;
        points_.push_back(ink(at, pressure));
    } else if (tool_ == BoardTool::eraser) {
        // A fast move must not jump over lines.
        const auto steps = std::max(1, static_cast<int>(std::hypot(step.x(), step.y()) / std::max(reach_, 1.0)));
        for (int number = 1; number <= steps; ++number)
            erase_at(last_ + step * number / steps);
    } else if (tool_ == BoardTool::select) {
        if (preview_.resized)
            preview_.resized = selection_.resizing(preview_.resized->fixed, *pressed_at_, at);
        else if (preview_.band)
            preview_.band = QRectF{*pressed_at_, at}.normalized();
        else if (!selection_.empty())
            preview_.dragged = at - *pressed_at_;
    } else if (shape_of(tool_) || writes(tool_)) {
        preview_.shape = shape_to(at);
    }
    last_ = at;
    emit preview_changed();
}

void BoardTools::send_piece() {
    if (!stroke_ || points_.empty()) return;
    const auto points = std::exchange(points_, {});
    document_.act(document_.editor().append_points(*stroke_, points));
}

void BoardTools::end_stroke() {
    piece_timer_.stop();
    send_piece();
    if (const auto stroke = std::exchange(stroke_, {})) document_.act(document_.editor().end_stroke(*stroke));
}

void BoardTools::erase_at(QPointF at) {
    const auto found = hit().at(at, reach_);
    if (found && preview_.erased.insert(*found).second) emit preview_changed();
}

void BoardTools::press_selection(QPointF at, bool adds) {
    if (const auto fixed = selection_.opposite_corner(at, reach_)) {
        preview_.resized = BoardSelection::Resizing{*fixed};
        return;
    }
    const auto found = hit().at(at, reach_);
    if (!found) {
        if (!adds) selection_.set({});
        preview_.band = QRectF{at, QSizeF{}};
        return;
    }
    auto selection = selection_.objects();
    if (adds && selection.contains(*found)) {
        selection.erase(*found);
    } else if (!selection.contains(*found)) {
        if (!adds) selection.clear();
        selection.insert(*found);
    } else if (selection.size() == 1) {
        // A second press on a text writes it.
        edit_label(*found);
    }
    selection_.set(std::move(selection));
}

void BoardTools::release() {
    if (!pressed_at_) return;
    if (stroke_) end_stroke();
    if (!preview_.erased.empty()) {
        const std::vector objects(preview_.erased.begin(), preview_.erased.end());
        document_.act(document_.editor().remove(objects));
    }
    if (preview_.band) selection_.add(hit().inside(*preview_.band));
    if (preview_.resized) selection_.resize(*preview_.resized);
    const auto dragged = preview_.dragged;
    if (std::hypot(dragged.x(), dragged.y()) >= drag_min) selection_.move(dragged);
    if (shape_of(tool_) || writes(tool_)) release_shape();
    preview_ = {};
    pressed_at_.reset();
    emit preview_changed();
}

void BoardTools::release_shape() {
    const auto at = *pressed_at_;
    const auto way = last_ - at;
    const bool click = std::hypot(way.x(), way.y()) < drag_min;
    if (const auto kind = shape_of(tool_)) {
        if (!click)
            document_.act(
                document_.editor().add_shape({page_, board_position(at), board_position(way)}, *kind, style_));
        return;
    }
    auto area = click ? QRectF{at, tool_ == BoardTool::note ? note_size : text_size} : QRectF{at, last_}.normalized();
    if (const auto found = click ? hit().at(at, reach_) : std::nullopt) {
        const auto* object = document_.board().find(*found);
        if (object != nullptr && std::holds_alternative<board::Label>(object->content)) return edit_label(*found);
    }
    label_.reset();
    writing_in_ = area;
    emit text_wanted(area, {});
}

void BoardTools::edit_label(board::ObjectId label) {
    const auto* object = document_.board().find(label);
    const auto* content = object == nullptr ? nullptr : std::get_if<board::Label>(&object->content);
    if (content == nullptr) return;
    label_ = label;
    writing_in_ = hit().box(label);
    emit text_wanted(*writing_in_, QString::fromStdString(content->text.value()));
}

board::LabelKind BoardTools::writing_kind() const {
    if (label_)
        if (const auto* object = document_.board().find(*label_))
            if (const auto* label = std::get_if<board::Label>(&object->content)) return label->kind;
    return tool_ == BoardTool::note ? board::LabelKind::note : board::LabelKind::text;
}

board::Style BoardTools::writing_style() const {
    if (label_)
        if (const auto* object = document_.board().find(*label_)) return object->style.value();
    auto style = style_;
    if (tool_ == BoardTool::note) {
        style.fill = note_fill;
        style.line = note_ink;
    }
    return style;
}

void BoardTools::write(const QString& text) {
    const auto style = writing_style();
    const auto kind = writing_kind();
    const auto area = std::exchange(writing_in_, {});
    const auto label = std::exchange(label_, {});
    if (!area) return;
    const auto words = text.trimmed();
    if (label) {
        const auto* object = document_.board().find(*label);
        const auto* content = object == nullptr ? nullptr : std::get_if<board::Label>(&object->content);
        if (content == nullptr) return;
        const std::array one{*label};
        document_.act(words.isEmpty()
                          ? document_.editor().remove(one)
                          : document_.editor().edit_text(*label, words.toStdString(), grown(*object, *content, words)));
    } else if (!words.isEmpty()) {
        const auto extent = extent_of(room_for_words(area->size(), words, style, kind));
        document_.act(document_.editor().add_label({page_, board_position(area->topLeft()), extent}, kind, style,
                                                   words.toStdString()));
    }
}

void BoardTools::discard_writing() {
    writing_in_.reset();
    label_.reset();
}

void BoardTools::cancel() {
    if (stroke_) end_stroke();
    points_.clear();
    preview_ = {};
    pressed_at_.reset();
    emit preview_changed();
}

BoardFigure BoardTools::shape_to(QPointF to) const {
    const auto from = pressed_at_.value_or(to);
    BoardFigure figure{{board_position(from), {}}, style_};
    figure.content =
        BoardFigure::Shape{shape_of(tool_).value_or(board::ShapeKind::rectangle), board_position(to - from)};
    return figure;
}

} // namespace plenum::ui
