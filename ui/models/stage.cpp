// SPDX-License-Identifier: Apache-2.0
#include "ui/models/stage.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plenum::ui {
namespace {

/// A face smaller than this says nothing.
constexpr double tile_width_min = 220;
constexpr double aspect_min = 4.0 / 3.0;
constexpr double aspect_max = 16.0 / 9.0 * 1.2;

GridShape shape_of(int columns, int rows, double width, double height, double gap) {
    const auto cell_width = (width - gap * (columns - 1)) / columns;
    const auto cell_height = (height - gap * (rows - 1)) / rows;
    GridShape shape{.columns = columns, .rows = rows};
    shape.tile_width = std::floor(std::max(0.0, std::min(cell_width, cell_height * aspect_max)));
    shape.tile_height = std::floor(std::max(0.0, std::min(cell_height, cell_width / aspect_min)));
    return shape;
}

double area(const GridShape& shape) { return shape.tile_width * shape.tile_height; }

} // namespace

GridShape best_grid(int count, double width, double height, double gap) {
    count = std::max(count, 1);
    auto best = shape_of(1, 1, width, height, gap);
    best.pages = count;
    const auto columns_max = std::max(1, static_cast<int>((width + gap) / (tile_width_min + gap)));
    for (int columns = 1; columns <= std::min(count, columns_max); ++columns) {
        for (int rows = 1; rows <= (count + columns - 1) / columns; ++rows) {
            auto shape = shape_of(columns, rows, width, height, gap);
            if (shape.tile_width < tile_width_min && columns * rows > 1) break;
            shape.pages = (count + shape.per_page() - 1) / shape.per_page();
            const auto better = shape.pages != best.pages ? shape.pages < best.pages : area(shape) > area(best);
            if (better) best = shape;
        }
    }
    return best;
}

MembersPage::MembersPage(QObject* parent) : QSortFilterProxyModel{parent} {
    connect(this, &MembersPage::changed, this, &MembersPage::refresh);
}

void MembersPage::setSourceModel(QAbstractItemModel* model) {
    QSortFilterProxyModel::setSourceModel(model);
    if (model == nullptr) return;
    // Rows move up when somebody leaves, which the base class does not look at again.
    connect(model, &QAbstractItemModel::rowsInserted, this, &MembersPage::refresh);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &MembersPage::refresh);
    connect(model, &QAbstractItemModel::modelReset, this, &MembersPage::refresh);
    refresh();
}

int MembersPage::total() const {
    if (sourceModel() == nullptr) return 0;
    return sourceModel()->rowCount() - (row_left_out() >= 0 ? 1 : 0);
}

int MembersPage::row_left_out() const {
    if (without_ == 0) return -1;
    for (int row = 0; row < sourceModel()->rowCount(); ++row)
        if (sourceModel()->index(row, 0).data(MembersModel::index_role).toInt() == without_) return row;
    return -1;
}

bool MembersPage::is_kept(int row) const {
    return !keep_.isEmpty() && keep_.contains(sourceModel()->index(row, 0).data(MembersModel::index_role).toInt());
}

bool MembersPage::filterAcceptsRow(int row, const QModelIndex&) const {
    const auto left_out = row_left_out();
    if (row == left_out) return false;
    if (is_kept(row)) return true;
    auto place = left_out >= 0 && left_out < row ? row - 1 : row;
    for (int before = 0; before < row && !keep_.isEmpty(); ++before)
        if (before != left_out && is_kept(before)) --place;
    return place >= first_ && place < first_ + size_;
}

void MembersPage::refresh() {
    invalidateFilter();
    if (const auto now = total(); std::exchange(total_told_, now) != now) emit total_changed();
}

Stage::Stage(MembersModel& members, QObject* parent) : QObject{parent}, members_{members} {
    connect(&members_, &MembersModel::count_changed, this, &Stage::choose);
}

void Stage::set_levels(const QList<MemberLevel>& levels, base::LocalTime now) {
    // One's own voice never moves one's own stage.
    auto others = levels;
    if (members_.count() > 0) {
        const auto first = members_.index(0);
        const auto self = base::MemberIndex{first.data(MembersModel::index_role).toUInt()};
        if (first.data(MembersModel::is_self_role).toBool())
            others.removeIf([&](const auto& l) { return l.index == self; });
    }
    picker_.update(others, now);
    choose();
}

void Stage::clear() {
    picker_.clear();
    pinned_ = 0;
    choose();
}

void Stage::toggle_pin(int member_index) {
    pinned_ = pinned_ == member_index ? 0 : member_index;
    emit main_changed();
    choose();
}

void Stage::choose() {
    const auto before = std::pair{main_, pinned_};
    if (pinned_ != 0 && members_.row_of(pinned_) < 0) pinned_ = 0;
    if (members_.row_of(static_cast<int>(picker_.current().value())) < 0) picker_.forget(picker_.current());
    const auto at = [&](int row) { return members_.index(row).data(MembersModel::index_role).toInt(); };
    if (pinned_ != 0)
        main_ = pinned_;
    else if (picker_.current().value() != 0)
        main_ = static_cast<int>(picker_.current().value());
    else
        main_ = members_.count() == 0 ? 0 : at(members_.count() > 1 ? 1 : 0);
    if (before != std::pair{main_, pinned_}) emit main_changed();
}

} // namespace plenum::ui
