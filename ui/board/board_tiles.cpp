// SPDX-License-Identifier: Apache-2.0
#include "ui/board/board_tiles.h"

#include "core/board/geometry.h"
#include "ui/board/board_painter.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QPainter>
#include <QPointer>
#include <QThreadPool>

#include <algorithm>
#include <cmath>
#include <utility>

namespace plenum::ui {
namespace {

bool is_drawn(const board::Object& object) {
    const auto* stroke = std::get_if<board::Stroke>(&object.content);
    return stroke != nullptr && !stroke->ended;
}

} // namespace

QImage paint_tile(const std::vector<BoardFigure>& figures, const QRectF& area, QSize pixels, const ImageCache* images) {
    QImage image{pixels, QImage::Format_ARGB32_Premultiplied};
    image.fill(Qt::transparent);
    QPainter painter{&image};
    painter.scale(pixels.width() / area.width(), pixels.height() / area.height());
    painter.translate(-area.topLeft());
    BoardPainter board{painter, images};
    for (const auto& figure : figures)
        board.paint(figure);
    return image;
}

BoardTiles::BoardTiles(BoardDocument& document, std::shared_ptr<const ImageCache> images, QObject* parent)
    : QObject{parent},
      document_{document},
      images_{std::move(images)} {
    rest_timer_.setInterval(rest_after / 3);
    connect(&rest_timer_, &QTimer::timeout, this, &BoardTiles::rest);
    connect(&document, &BoardDocument::changed, this, &BoardTiles::take);
    connect(&document, &BoardDocument::replaced, this, [this] {
        drawn_.clear();
        ended_.clear();
        for (auto& [key, entry] : entries_)
            entry.stale = true;
        emit painted();
    });
}

QRectF BoardTiles::area_of(const Key& key) {
    const auto units = side * 1000.0 / key.scale;
    return {key.x * units, key.y * units, units, units};
}

std::map<BoardTiles::Key, BoardTiles::Tile> BoardTiles::look(board::PageId page, int scale, const QRectF& area) {
    std::map<Key, Tile> found;
    const auto units = side * 1000.0 / scale;
    const auto first_x = static_cast<int>(std::floor(area.left() / units));
    const auto last_x = static_cast<int>(std::floor(area.right() / units));
    const auto first_y = static_cast<int>(std::floor(area.top() / units));
    const auto last_y = static_cast<int>(std::floor(area.bottom() / units));
    for (int y = first_y; y <= last_y; ++y) {
        for (int x = first_x; x <= last_x; ++x) {
            const Key key{page, scale, x, y};
            auto& entry = entries_[key];
            entry.used = ++count_;
            if (entry.stale && !painting_.contains(key)) paint(key);
            if (!entry.tile.image.isNull()) found.emplace(key, entry.tile);
        }
    }
    drop_oldest();
    return found;
}

void BoardTiles::drop_oldest() {
    while (entries_.size() > tiles_max) {
        const auto oldest = std::ranges::min_element(entries_, {}, [](const auto& item) { return item.second.used; });
        entries_.erase(oldest);
    }
}

void BoardTiles::paint(const Key& key) {
    auto& entry = entries_[key];
    entry.stale = false;
    const auto area = area_of(key);
    entry.objects = document_.board().find(key.page, board_box(area));
    std::erase_if(entry.objects, [&](auto id) { return drawn_.contains(id); });
    std::vector<BoardFigure> figures;
    figures.reserve(entry.objects.size() + 1);
    if (const auto* page = document_.board().find(key.page))
        if (auto background = background_of(*page)) figures.push_back(*std::move(background));
    for (const auto id : entry.objects)
        if (const auto* object = document_.board().find(id)) figures.push_back(figure_of(*object));
    std::ranges::sort(entry.objects);
    const auto painting = ++count_;
    if (figures.empty()) return put(key, painting_[key] = painting, paint_tile({}, area, {1, 1}, nullptr));
    painting_[key] = painting;
    QThreadPool::globalInstance()->start(
        [self = QPointer{this}, key, painting, area, images = images_, figures = std::move(figures)] {
            auto image = paint_tile(figures, area, {side, side}, images.get());
            QMetaObject::invokeMethod(
                qApp,
                [self, key, painting, image = std::move(image)] {
                    if (self) self->put(key, painting, image);
                },
                Qt::QueuedConnection);
        });
}

void BoardTiles::put(const Key& key, std::uint64_t painting, const QImage& image) {
    const auto under_way = painting_.find(key);
    if (under_way == painting_.end() || under_way->second != painting) return;
    painting_.erase(under_way);
    const auto found = entries_.find(key);
    if (found == entries_.end()) return;
    found->second.tile = {image, painting};
    if (painting_.empty()) ended_.clear();
    emit painted();
}

std::vector<board::ObjectId> BoardTiles::drawn_now(board::PageId page) const {
    std::vector<board::ObjectId> found;
    const auto add = [&](board::ObjectId id) {
        const auto* object = document_.board().find(id);
        if (object != nullptr && object->page == page && object->placement.visible) found.push_back(id);
    };
    for (const auto& [id, at] : drawn_)
        add(id);
    for (const auto id : ended_)
        add(id);
    std::ranges::sort(found, {}, [&](auto id) { return std::pair{document_.board().find(id)->placement.depth, id}; });
    return found;
}

void BoardTiles::take(const board::Changes& changes) {
    for (const auto page : changes.pages)
        touch(page);
    for (const auto id : changes.objects) {
        const auto* object = document_.board().find(id);
        if (object != nullptr && is_drawn(*object) && object->placement.visible) {
            drawn_[id] = QDateTime::currentMSecsSinceEpoch();
            if (!rest_timer_.isActive()) rest_timer_.start();
            // It may have rested in tiles.
            for (auto& [key, entry] : entries_)
                entry.stale = entry.stale || std::ranges::binary_search(entry.objects, id);
        } else {
            if (drawn_.erase(id) > 0) ended_.insert(id);
            touch(id);
        }
    }
    emit painted();
}

void BoardTiles::touch(board::ObjectId id) {
    const auto* object = document_.board().find(id);
    for (auto& [key, entry] : entries_) {
        const bool was_there = std::ranges::binary_search(entry.objects, id);
        const bool is_there = object != nullptr && object->placement.visible && object->page == key.page &&
                              board::intersects(object->placement.box, board_box(area_of(key)));
        entry.stale = entry.stale || was_there || is_there;
    }
}

void BoardTiles::touch(board::PageId page) {
    for (auto& [key, entry] : entries_)
        entry.stale = entry.stale || key.page == page;
}

void BoardTiles::show_image(const base::Hash& content) {
    const auto& board = document_.board();
    const auto shows = [&](board::ObjectId id) {
        const auto* object = board.find(id);
        const auto* picture = object == nullptr ? nullptr : std::get_if<board::Picture>(&object->content);
        return picture != nullptr && picture->image.content == content;
    };
    for (auto& [key, entry] : entries_) {
        const auto* page = board.find(key.page);
        const auto background = page == nullptr ? board::Background{} : page->background.value();
        entry.stale =
            entry.stale || (background && background->content == content) || std::ranges::any_of(entry.objects, shows);
    }
    emit painted();
}

void BoardTiles::rest() {
    const auto before = QDateTime::currentMSecsSinceEpoch() - rest_after.count();
    for (auto item = drawn_.begin(); item != drawn_.end();) {
        const auto [id, at] = *item;
        ++item;
        if (at > before) continue;
        drawn_.erase(id);
        touch(id);
    }
    if (drawn_.empty()) rest_timer_.stop();
    emit painted();
}

} // namespace plenum::ui
