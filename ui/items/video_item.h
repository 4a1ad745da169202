// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/pictures.h"

#include <QPointer>
#include <QQuickItem>

namespace plenum::ui {

/// Shows one member's newest picture with round corners: cropped a little to the item's shape, or else whole in its
/// middle (picture_fit.h).
class VideoItem : public QQuickItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(plenum::ui::Pictures* pictures READ pictures WRITE set_pictures NOTIFY pictures_changed)
    /// 0 is the preview before the call.
    Q_PROPERTY(int memberIndex READ member_index WRITE set_member_index NOTIFY member_index_changed)
    Q_PROPERTY(double radius READ radius WRITE set_radius NOTIFY radius_changed)
    Q_PROPERTY(bool mirrored READ mirrored WRITE set_mirrored NOTIFY mirrored_changed)
    /// The picture leaves nothing of the item free.
    Q_PROPERTY(bool fills READ fills NOTIFY fills_changed)
    Q_PROPERTY(bool hasPicture READ has_picture NOTIFY has_picture_changed)

  public:
    explicit VideoItem(QQuickItem* parent = nullptr);
    ~VideoItem() override;

    [[nodiscard]] Pictures* pictures() const { return pictures_; }
    void set_pictures(Pictures* pictures);
    [[nodiscard]] int member_index() const { return member_index_; }
    void set_member_index(int index);
    [[nodiscard]] double radius() const { return radius_; }
    void set_radius(double radius);
    [[nodiscard]] bool mirrored() const { return mirrored_; }
    void set_mirrored(bool mirrored);
    [[nodiscard]] bool has_picture() const { return has_picture_; }
    [[nodiscard]] bool fills() const { return place_.size() == size(); }

  signals:
    void pictures_changed();
    void member_index_changed();
    void radius_changed();
    void mirrored_changed();
    void has_picture_changed();
    void fills_changed();

  protected:
    QSGNode* updatePaintNode(QSGNode* node, UpdatePaintNodeData* data) override;
    void geometryChange(const QRectF& now, const QRectF& before) override;
    void itemChange(ItemChange change, const ItemChangeData& value) override;

  private:
    void look();
    void tell_width();

    QPointer<Pictures> pictures_;
    int member_index_{-1};
    double radius_{0};
    bool mirrored_{false};
    bool has_picture_{false};
    /// Of the picture, in the item.
    QRectF place_;
    /// The texture no longer shows what it should.
    bool stale_{true};
};

} // namespace plenum::ui
