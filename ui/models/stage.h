// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/members_model.h"
#include "ui/models/speaker_picker.h"

#include <QObject>
#include <QSortFilterProxyModel>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// How many tiles of which size fill an area best.
struct GridShape {
    Q_GADGET
    Q_PROPERTY(int columns MEMBER columns)
    Q_PROPERTY(int rows MEMBER rows)
    Q_PROPERTY(int pages MEMBER pages)
    Q_PROPERTY(double tileWidth MEMBER tile_width)
    Q_PROPERTY(double tileHeight MEMBER tile_height)

  public:
    int columns{1};
    int rows{1};
    int pages{1};
    double tile_width{0};
    double tile_height{0};
    [[nodiscard]] int per_page() const { return columns * rows; }
    friend bool operator==(const GridShape&, const GridShape&) = default;
};

/// The grid with the largest tiles near 16:9 for `count` people, on as few pages as tiles of a useful size allow.
/// Lengths in pixels. Tiles fill the area, within 4:3 … 16:9·1.2, so that the stage looks calm.
[[nodiscard]] GridShape best_grid(int count, double width, double height, double gap);

/// A run of the members, without the one who is shown large, and with those who are on every page.
class MembersPage : public QSortFilterProxyModel {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(int first MEMBER first_ NOTIFY changed)
    Q_PROPERTY(int size MEMBER size_ NOTIFY changed)
    /// memberIndex to leave out; 0: none.
    Q_PROPERTY(int without MEMBER without_ NOTIFY changed)
    /// memberIndexes that are on every page, in their order among the others; `first` and `size` count those others.
    Q_PROPERTY(QList<int> keep MEMBER keep_ NOTIFY changed)
    Q_PROPERTY(int total READ total NOTIFY total_changed)

  public:
    explicit MembersPage(QObject* parent = nullptr);
    void setSourceModel(QAbstractItemModel* model) override;
    /// Members on all pages together.
    [[nodiscard]] int total() const;

  signals:
    void changed();
    void total_changed();

  protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

  private:
    void refresh();
    [[nodiscard]] int row_left_out() const;
    [[nodiscard]] bool is_kept(int row) const;

    int first_{0};
    int size_{0};
    int without_{0};
    QList<int> keep_;
    int total_told_{0};
};

/// Whose tile is large, and how tiles are laid out.
class Stage : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    /// memberIndex of the large tile in the speaker layout; 0 while the conference is empty.
    Q_PROPERTY(int mainIndex READ main_index NOTIFY main_changed)
    /// memberIndex a person fixed there; 0: none.
    Q_PROPERTY(int pinnedIndex READ pinned_index NOTIFY main_changed)

  public:
    explicit Stage(MembersModel& members, QObject* parent = nullptr);

    void set_levels(const QList<MemberLevel>& levels, base::LocalTime now);
    void clear();
    [[nodiscard]] int main_index() const { return main_; }
    [[nodiscard]] int pinned_index() const { return pinned_; }
    Q_INVOKABLE void toggle_pin(int member_index);
    Q_INVOKABLE plenum::ui::GridShape grid(int count, double width, double height, double gap) const {
        return best_grid(count, width, height, gap);
    }

  signals:
    void main_changed();

  private:
    void choose();

    MembersModel& members_;
    SpeakerPicker picker_;
    int main_{0};
    int pinned_{0};
};

} // namespace plenum::ui
