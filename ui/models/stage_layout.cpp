// SPDX-License-Identifier: Apache-2.0
#include "ui/models/stage_layout.h"

#include "ui/models/picture_fit.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace plenum::ui {
namespace {

/// A face smaller than this says nothing.
constexpr double tile_width_min = 220;
constexpr double camera_aspect = 16.0 / 9.0;
/// Within these, a camera's picture loses no more than `crop_max` and fills its tile.
constexpr double aspect_min = camera_aspect * (1 - crop_max);
constexpr double aspect_max = camera_aspect / (1 - crop_max);
/// Tiles of the strip, at a good width and at the least that still shows a face.
constexpr double strip_width_good = 240;
constexpr double strip_width_min = 150;
constexpr double strip_height_max = 0.28;

/// The largest tile of whole pixels that a camera's picture fills.
QSizeF tile_in(QSizeF room) {
    const auto width = std::floor(std::max(0.0, std::min(room.width(), std::floor(room.height()) * aspect_max)));
    return {width, std::floor(std::max(0.0, std::min(room.height(), width / aspect_min)))};
}

GridShape shape_of(int columns, int rows, QSizeF area, double gap) {
    const auto cell_width = (area.width() - gap * (columns - 1)) / columns;
    const auto cell_height = (area.height() - gap * (rows - 1)) / rows;
    GridShape shape{.columns = columns, .rows = rows};
    const auto tile = tile_in({cell_width, cell_height});
    shape.tile_width = tile.width();
    shape.tile_height = tile.height();
    return shape;
}

double size_of(const GridShape& shape) { return shape.tile_width * shape.tile_height; }

QRectF whole(const QRectF& rect) {
    return {std::round(rect.x()), std::round(rect.y()), std::floor(rect.width()), std::floor(rect.height())};
}

/// Such a tile in the middle of an area.
QRectF fitted(const QRectF& area) {
    const auto tile = tile_in(area.size());
    return whole(
        {{area.x() + (area.width() - tile.width()) / 2, area.y() + (area.height() - tile.height()) / 2}, tile});
}

QSizeF own_size(double stage_width, double part, double least, double most) {
    const auto width = std::floor(std::clamp(stage_width * part, least, most));
    return {width, std::floor(width / camera_aspect)};
}

QRectF in_corner(const QRectF& area, QSizeF size) {
    return {area.right() - size.width(), area.bottom() - size.height(), size.width(), size.height()};
}

/// Places of `count` tiles, row by row, the last row in the middle.
QList<QRectF> cells(const GridShape& shape, int count, QSizeF area, double gap) {
    QList<QRectF> places;
    const auto rows = (count + shape.columns - 1) / shape.columns;
    const auto top = (area.height() - rows * (shape.tile_height + gap) + gap) / 2;
    for (int at = 0; at < count; ++at) {
        const auto row = at / shape.columns;
        const auto in_row = std::min(shape.columns, count - row * shape.columns);
        const auto leading = (area.width() - in_row * (shape.tile_width + gap) + gap) / 2;
        places << whole({leading + at % shape.columns * (shape.tile_width + gap), top + row * (shape.tile_height + gap),
                         shape.tile_width, shape.tile_height});
    }
    return places;
}

// --- two people ---

StageLayout face_to_face(const StagePeople& people, QSizeF area, double gap) {
    StageLayout result;
    const auto other = fitted({{0, 0}, area});
    result.places[people.others.front()] = other;
    if (people.own_shown)
        result.places[people.self] = in_corner(other.adjusted(0, 0, -gap, -gap), own_size(area.width(), 0.2, 130, 260));
    return result;
}

// --- all alike ---

/// A grid, and what it leaves free at the stage's trailing side and bottom.
struct Grid {
    GridShape shape;
    QSizeF area;
};

/// Where our own picture stands free of the others' tiles: in a corner that is empty anyway, or below or beside them,
/// whichever leaves the others more.
Grid grid_beside(QSizeF own, int count, QSizeF area, StageSpacing spacing) {
    const auto without = [&](double side, double bottom) {
        const QSizeF left{area.width() - side, area.height() - bottom};
        return Grid{best_grid(count, left, spacing.gap), left};
    };
    const auto plain = without(0, 0);
    const auto corner = in_corner({{0, 0}, area}, own).adjusted(-spacing.gap / 2, -spacing.gap / 2, 0, 0);
    const auto tiles = cells(plain.shape, count, area, spacing.gap);
    const auto is_free =
        own.isEmpty() || std::ranges::none_of(tiles, [&](const QRectF& tile) { return tile.intersects(corner); });
    if (plain.shape.pages == 1 && is_free) return plain;
    const auto below = without(0, std::max(own.height(), spacing.pager_height) + spacing.gap);
    const auto side = own.isEmpty() ? 0 : own.width() + spacing.gap;
    auto beside = without(side, 0);
    if (beside.shape.pages > 1) beside = without(side, spacing.pager_height + spacing.gap);
    const auto& one = beside.shape;
    const auto& other = below.shape;
    const auto better = one.pages != other.pages ? one.pages < other.pages : size_of(one) > size_of(other);
    return better ? beside : below;
}

/// Who is on a page: those who have the floor, and a run of the rest; all in their usual order.
QList<int> on_page(const StagePeople& people, int per_page, int pages, int page, int& pages_now) {
    pages_now = 1;
    if (pages <= 1) return people.others;
    const auto kept = people.holders.mid(0, per_page - 1);
    auto rest = people.others;
    rest.removeIf([&](int member) { return kept.contains(member); });
    const auto run = static_cast<qsizetype>(per_page) - kept.size();
    pages_now = static_cast<int>((rest.size() + run - 1) / run);
    const auto shown = rest.mid(page % pages_now * run, run) + kept;
    auto result = people.others;
    result.removeIf([&](int member) { return !shown.contains(member); });
    return result;
}

StageLayout all_alike(const StagePeople& people, QSizeF area, StageSpacing spacing, int page) {
    const auto own = people.own_shown ? own_size(area.width(), 0.15, 112, 200) : QSizeF{0, 0};
    const auto count = static_cast<int>(people.others.size());
    const auto grid = grid_beside(own, count, area, spacing);
    StageLayout result;
    const auto shown = on_page(people, grid.shape.per_page(), grid.shape.pages, page, result.pages);
    const auto tiles = cells(grid.shape, static_cast<int>(shown.size()), grid.area, spacing.gap);
    for (qsizetype at = 0; at < shown.size(); ++at)
        result.places[shown[at]] = tiles[at];
    if (people.own_shown) result.places[people.self] = in_corner({{0, 0}, area}, own);
    return result;
}

// --- one large ---

StageLayout one_large(const StagePeople& people, QSizeF area, StageSpacing spacing, int page) {
    const auto gap = spacing.gap;
    const auto fitting = [&](double width) { return static_cast<int>((area.width() + gap) / (width + gap)); };
    const int own = people.own_shown ? 1 : 0;
    const auto wanted = static_cast<int>(people.strip.size()) + own;
    const auto columns_max = std::max(2 + own, fitting(strip_width_min));
    // A page is not turned for one more.
    const auto columns = wanted <= columns_max ? std::max({1, wanted, fitting(strip_width_good)}) : columns_max;
    const auto width_max = std::floor((area.width() - (columns - 1) * gap) / columns);
    const auto height =
        std::floor(std::max(0.0, std::min(width_max / camera_aspect, area.height() * strip_height_max)));
    const auto width = std::min(width_max, std::ceil(height * camera_aspect));

    StageLayout result;
    const QRectF above{0, 0, area.width(), std::max(0.0, area.height() - height - gap)};
    auto main = fitted(above);
    main.moveTop(std::floor((above.height() - main.height()) / 2));
    const auto top = main.bottom() + gap;
    const auto in_row = std::min(wanted, columns);
    const auto leading = (area.width() - in_row * (width + gap) + gap) / 2;
    const auto slot = [&](int at) { return whole({leading + at * (width + gap), top, width, height}); };

    auto shown = people.strip;
    if (wanted > columns) {
        const auto run = columns - own - 1;
        result.pages = (static_cast<int>(people.strip.size()) + run - 1) / run;
        shown = people.strip.mid(static_cast<qsizetype>(page % result.pages) * run, run);
        result.hidden = static_cast<int>(people.strip.size() - shown.size());
        result.more = slot(columns - own - 1);
    }
    result.places[people.main] = main;
    for (int at = 0; at < static_cast<int>(shown.size()); ++at)
        result.places[shown[at]] = slot(at);
    if (people.own_shown) result.places[people.self] = slot(in_row - 1);
    return result;
}

// --- one line ---

void add_new(QList<int>& members, const QList<int>& more) {
    for (const auto member : more)
        if (member != 0 && !members.contains(member)) members << member;
}

/// Who is on a page of so many `tiles`, and how many pages there are.
std::pair<QList<int>, int> line_page(const StagePeople& people, const QList<int>& line, qsizetype tiles, int page) {
    auto kept = people.leading;
    add_new(kept, {people.self});
    kept = kept.mid(0, tiles - 1);
    auto rest = people.leading;
    add_new(rest, line);
    rest.removeIf([&](int member) { return kept.contains(member); });
    const auto run = tiles - kept.size();
    const auto pages = static_cast<int>((rest.size() + run - 1) / run);
    const auto shown = rest.mid(page % pages * run, run) + kept;
    auto result = line;
    result.removeIf([&](int member) { return !shown.contains(member); });
    return {result, pages};
}

} // namespace

StageLayout line_up(const StagePeople& people, QSizeF area, double gap, int page) {
    QList<int> line;
    add_new(line, {people.self});
    add_new(line, people.leading);
    add_new(line, {people.main});
    add_new(line, people.strip);
    if (area.isEmpty() || line.isEmpty()) return {};
    const auto width = std::round(area.height() * camera_aspect);
    const auto columns = std::max<qsizetype>(2, static_cast<qsizetype>((area.width() + gap) / (width + gap)));
    const auto in_row = std::min(line.size(), columns);
    const auto leading = std::max(0.0, (area.width() - static_cast<double>(in_row) * (width + gap) + gap) / 2);
    const auto slot = [&](qsizetype at) {
        return whole({leading + static_cast<double>(at) * (width + gap), 0, width, area.height()});
    };
    StageLayout result;
    auto shown = line;
    if (line.size() > columns) {
        std::tie(shown, result.pages) = line_page(people, line, columns - 1, std::max(page, 0));
        result.hidden = static_cast<int>(line.size() - shown.size());
        result.more = slot(columns - 1);
    }
    for (qsizetype at = 0; at < shown.size(); ++at)
        result.places[shown[at]] = slot(at);
    return result;
}

GridShape best_grid(int count, QSizeF area, double gap) {
    count = std::max(count, 1);
    auto best = shape_of(1, 1, area, gap);
    best.pages = count;
    const auto columns_max = std::max(1, static_cast<int>((area.width() + gap) / (tile_width_min + gap)));
    for (int columns = 1; columns <= std::min(count, columns_max); ++columns) {
        for (int rows = 1; rows <= (count + columns - 1) / columns; ++rows) {
            auto shape = shape_of(columns, rows, area, gap);
            if (shape.tile_width < tile_width_min && columns * rows > 1) break;
            shape.pages = (count + shape.per_page() - 1) / shape.per_page();
            const auto better = shape.pages != best.pages ? shape.pages < best.pages : size_of(shape) > size_of(best);
            if (better) best = shape;
        }
    }
    return best;
}

StageLayout arrange(const StagePeople& people, QSizeF area, StageSpacing spacing, int page) {
    page = std::max(page, 0);
    if (area.isEmpty() || (people.others.isEmpty() && people.self == 0)) return {};
    if (people.others.isEmpty()) {
        StageLayout alone;
        alone.places[people.self] = fitted({{0, 0}, area});
        return alone;
    }
    auto known = people;
    known.own_shown = people.own_shown && people.self != 0;
    if (people.others.size() == 1) return face_to_face(known, area, spacing.gap);
    return people.large ? one_large(known, area, spacing, page) : all_alike(known, area, spacing, page);
}

} // namespace plenum::ui
