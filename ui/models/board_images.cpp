// SPDX-License-Identifier: Apache-2.0
#include "ui/models/board_images.h"

namespace plenum::ui {

BoardImages::BoardImages(BoardDocument& document, FilePort* files, QObject* parent)
    : QObject{parent},
      document_{document},
      files_{files} {
    if (files_ == nullptr) return;
    connect(&document_, &BoardDocument::changed, this, qOverload<const board::Changes&>(&BoardImages::follow));
    connect(&document_, &BoardDocument::replaced, this, &BoardImages::follow_all);
    connect(files_, &FilePort::state_changed, this, &BoardImages::take_state);
    connect(files_, &FilePort::cleared, this, [this] {
        cache_->clear();
        missing_.clear();
        fetched_bytes_ = 0;
    });
}

chat::SharedFile BoardImages::file_of(const board::ImageReference& image) {
    return {"image", image.bytes, image.media_type, image.content, image.width, image.height};
}

void BoardImages::follow(const board::Changes& changes) {
    const auto& board = document_.present();
    for (const auto id : changes.objects)
        if (const auto* object = board.find(id)) follow(*object, id);
    for (const auto id : changes.pages) {
        const auto* page = board.find(id);
        if (page != nullptr && page->background.value()) want(*page->background.value(), id.sender);
    }
}

void BoardImages::follow_all() {
    const auto& board = document_.present();
    for (const auto& [id, object] : board.state().canvas.objects())
        follow(object, id);
    const auto pages = board.pages();
    follow(board::Changes{.objects = {}, .pages = {pages.begin(), pages.end()}, .refused = {}});
}

void BoardImages::follow(const board::Object& object, board::ObjectId id) {
    const auto* picture = std::get_if<board::Picture>(&object.content);
    if (picture != nullptr && object.placement.visible) want(picture->image, id.sender);
}

void BoardImages::want(const board::ImageReference& image, base::MemberIndex from) {
    if (cache_->has(image.content) || !missing_.try_emplace(image.content, Missing{image, from}).second) return;
    take_state(image.content);
}

/// Those for which there was no room before come later.
void BoardImages::ask() {
    for (auto& [content, missing] : missing_) {
        const auto bytes = missing.image.bytes;
        if (missing.asked || fetched_bytes_ + bytes > fetched_bytes_max) continue;
        missing.asked = true;
        fetched_bytes_ += bytes;
        if (files_->fetch(file_of(missing.image), missing.from, FileAudience::conference)) continue;
        missing.asked = false;
        fetched_bytes_ -= bytes;
        return;
    }
}

void BoardImages::take_state(const base::Hash& content) {
    const auto path = files_->path_of(content);
    if (!path.isEmpty() && missing_.erase(content) > 0) {
        cache_->set(content, path);
        emit arrived(content);
    }
    ask();
}

} // namespace plenum::ui
