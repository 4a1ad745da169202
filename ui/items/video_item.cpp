// SPDX-License-Identifier: Apache-2.0
#include "ui/items/video_item.h"

#include "ui/items/picture_convert.h"
#include "ui/models/picture_fit.h"

#include <QQuickWindow>
#include <QSGImageNode>

namespace plenum::ui {

VideoItem::VideoItem(QQuickItem* parent) : QQuickItem{parent} { setFlag(ItemHasContents); }

VideoItem::~VideoItem() {
    if (pictures_) pictures_->note_width(this, member_index_, 0);
}

void VideoItem::tell_width() {
    if (!pictures_) return;
    const auto ratio = window() == nullptr ? 1.0 : window()->effectiveDevicePixelRatio();
    pictures_->note_width(this, member_index_, isVisible() ? static_cast<int>(width() * ratio) : 0);
}

void VideoItem::itemChange(ItemChange change, const ItemChangeData& value) {
    QQuickItem::itemChange(change, value);
    if (change == ItemVisibleHasChanged || change == ItemSceneChange || change == ItemDevicePixelRatioHasChanged)
        tell_width();
}

void VideoItem::set_pictures(Pictures* pictures) {
    if (pictures_ == pictures) return;
    if (pictures_) {
        pictures_->disconnect(this);
        pictures_->note_width(this, member_index_, 0);
    }
    pictures_ = pictures;
    if (pictures_)
        connect(pictures_, &Pictures::arrived, this, [this](int index) {
            if (index == member_index_) look();
        });
    emit pictures_changed();
    tell_width();
    look();
}

void VideoItem::set_member_index(int index) {
    if (member_index_ == index) return;
    member_index_ = index;
    emit member_index_changed();
    tell_width();
    look();
}

void VideoItem::set_radius(double radius) {
    if (radius_ == radius) return;
    radius_ = radius;
    emit radius_changed();
    look();
}

void VideoItem::set_mirrored(bool mirrored) {
    if (mirrored_ == mirrored) return;
    mirrored_ = mirrored;
    emit mirrored_changed();
    look();
}

void VideoItem::look() {
    const auto picture = pictures_ ? pictures_->latest(member_index_) : media::VideoFrame{};
    const auto has_picture = !picture.empty();
    stale_ = true;
    update();
    if (has_picture) {
        const auto filled = fills();
        place_ = picture_place(QSizeF(picture.width, picture.height), size());
        if (fills() != filled) emit fills_changed();
    }
    if (has_picture == has_picture_) return;
    has_picture_ = has_picture;
    emit has_picture_changed();
}

void VideoItem::geometryChange(const QRectF& now, const QRectF& before) {
    QQuickItem::geometryChange(now, before);
    if (now.size() == before.size()) return;
    tell_width();
    look();
}

QSGNode* VideoItem::updatePaintNode(QSGNode* node, UpdatePaintNodeData*) {
    auto* image_node = static_cast<QSGImageNode*>(node);
    if (!has_picture_ || !pictures_) {
        delete image_node;
        return nullptr;
    }
    if (image_node == nullptr || stale_) {
        const auto ratio = window()->effectiveDevicePixelRatio();
        const auto image = convert_picture(
            pictures_->latest(member_index_),
            {.target = (place_.size() * ratio).toSize(), .radius = radius_ * ratio, .mirrored = mirrored_});
        if (image.isNull()) {
            delete image_node;
            return nullptr;
        }
        if (image_node == nullptr) {
            image_node = window()->createImageNode();
            image_node->setOwnsTexture(true);
            image_node->setFiltering(QSGTexture::Linear);
        }
        image_node->setTexture(window()->createTextureFromImage(image));
        stale_ = false;
    }
    image_node->setRect(place_);
    return image_node;
}

} // namespace plenum::ui
