// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QMap>
#include <QObject>
#include <QRectF>
#include <QSizeF>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// Whom the stage shows, by memberIndex, and how.
struct StagePeople {
    Q_GADGET
    QML_VALUE_TYPE(stagePeople)
    Q_PROPERTY(int apart MEMBER apart)

  public:
    /// Ourselves; 0 before we are known.
    int self{0};
    /// The others whom we may hear, in the order that they joined. Who talks in another group has no tile.
    QList<int> others;
    /// Of the others, who is large; and the rest in the order of the strip below.
    int main{0};
    QList<int> strip;
    /// Of the others, who has the floor. In a grid with pages they are on every page.
    QList<int> holders;
    /// Of the others, who comes first in a line: who speaks, or has a floor or the pen.
    QList<int> leading;
    /// So many talk in other groups.
    int apart{0};
    /// One of the others is large, the rest small. Otherwise all are alike.
    bool large{false};
    bool own_shown{true};
    friend bool operator==(const StagePeople&, const StagePeople&) = default;
};

/// Lengths in pixels, as text scale and theme have them.
struct StageSpacing {
    double gap{12};
    double pager_height{34};
};

/// Where each tile is on the stage, in pixels from its top leading corner.
struct StageLayout {
    Q_GADGET
    /// Who has a tile; in no order.
    Q_PROPERTY(QList<int> shown READ shown)
    Q_PROPERTY(int pages MEMBER pages)
    /// So many have no tile on this page of the strip or line; where the tile stands that says so.
    Q_PROPERTY(int hidden MEMBER hidden)
    Q_PROPERTY(QRectF more MEMBER more)

  public:
    QMap<int, QRectF> places;
    int pages{1};
    int hidden{0};
    QRectF more;
    [[nodiscard]] QList<int> shown() const { return places.keys(); }
    /// Empty for somebody without a tile.
    Q_INVOKABLE QRectF place_of(int member) const { return places.value(member); }
};

/// The rules of the stage:
/// - The others get the room. We are small in the bottom trailing corner, and large only while we are alone.
/// - Two people see each other: the other fills the stage.
/// - A tile is nearly 16:9, so that a camera's picture is hardly cropped.
/// - In the strip a tile counts those who do not fit; its pages go round.
/// `page` counts from 0 and is taken modulo the pages.
[[nodiscard]] StageLayout arrange(const StagePeople& people, QSizeF area, StageSpacing spacing, int page);

/// All of them in one line of the area's height, beside something else that has the stage: ourselves, those who lead,
/// the rest. Where not all fit, a tile counts those who do not; its pages go round, and keep those who lead.
[[nodiscard]] StageLayout line_up(const StagePeople& people, QSizeF area, double gap, int page);

/// How many tiles of which size fill an area best.
struct GridShape {
    int columns{1};
    int rows{1};
    int pages{1};
    double tile_width{0};
    double tile_height{0};
    [[nodiscard]] int per_page() const { return columns * rows; }
    friend bool operator==(const GridShape&, const GridShape&) = default;
};

/// The grid with the largest tiles for `count` people, on as few pages as tiles of a useful size allow.
[[nodiscard]] GridShape best_grid(int count, QSizeF area, double gap);

} // namespace plenum::ui
