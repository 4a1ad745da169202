// SPDX-License-Identifier: Apache-2.0
#include "ui/models/board_images.h"

namespace plenum::ui {
namespace {

void visit_image(const board::Object& object, board::ObjectId id, const auto& visit) {
    const auto* picture = std::get_if<board::Picture>(&object.content);
    if (picture != nullptr && object.placement.visible) visit(picture->image, id.sender);
}

void visit_background(const board::Board& board, board::PageId id, const auto& visit) {
    const auto* page = board.find(id);
    if (page != nullptr && page->background.value()) visit(*page->background.value(), id.sender);
}

/// Of each picture that stands on the board, and who put it there.
void visit_images(const board::Board& board, const auto& visit) {
    for (const auto& [id, object] : board.state().canvas.objects())
        visit_image(object, id, visit);
    for (const auto id : board.pages())
        visit_background(board, id, visit);
}

} // namespace

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
    const auto take = [this](const board::ImageReference& image, base::MemberIndex from) { want(image, from); };
    for (const auto id : changes.objects)
        if (const auto* object = board.find(id)) visit_image(*object, id, take);
    for (const auto id : changes.pages)
        visit_background(board, id, take);
}

void BoardImages::follow_all() {
    visit_images(document_.present(),
                 [this](const board::ImageReference& image, base::MemberIndex from) { want(image, from); });
}

std::vector<std::pair<board::ImageReference, QString>> BoardImages::shown_now() const {
    std::vector<std::pair<board::ImageReference, QString>> found;
    visit_images(document_.present(), [&](const board::ImageReference& image, base::MemberIndex) {
        if (files_ != nullptr && cache_->has(image.content)) found.emplace_back(image, files_->path_of(image.content));
    });
    return found;
}

void BoardImages::want(const board::ImageReference& image, base::MemberIndex from) {
    if (cache_->has(image.content)) return emit shown(image, files_->path_of(image.content));
    if (!missing_.try_emplace(image.content, Missing{image, from}).second) return;
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
    if (const auto found = missing_.find(content); !path.isEmpty() && found != missing_.end()) {
        const auto image = found->second.image;
        missing_.erase(found);
        cache_->set(content, path);
        emit arrived(content);
        emit shown(image, path);
    }
    ask();
}

} // namespace plenum::ui
