// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/board/board_document.h"
#include "ui/board/board_figure.h"
#include "ui/images/image_cache.h"

#include <QHash>
#include <QImage>
#include <QObject>
#include <QRectF>
#include <QTimer>

#include <map>
#include <memory>
#include <set>
#include <vector>

namespace plenum::ui {

/// Pictures of parts of the board, painted by other threads and kept.
///
/// The problem: a page of 100,000 strokes takes seconds to paint, and is to be panned at 30 frames a second. The
/// intuition: squares of the page are painted once and moved about; a change makes new those that it touches. Strokes
/// that are being drawn change 30 times a second, so they are in no tile before they end: whoever shows the tiles
/// paints them on top (`drawn_now`).
class BoardTiles : public QObject {
    Q_OBJECT

  public:
    /// Pixels.
    static constexpr int side = 512;
    /// A megabyte each.
    static constexpr std::size_t tiles_max = 160;
    /// A stroke of which nothing came for so long goes into the tiles, ended or not.
    static constexpr std::chrono::milliseconds rest_after{3000};

    struct Key {
        board::PageId page;
        /// Pixels for a board unit, in 1/1000.
        int scale{1000};
        int x{0};
        int y{0};
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    struct Tile {
        QImage image;
        /// Rises whenever the image is another.
        std::uint64_t version{0};
    };

    /// `document` outlives this.
    BoardTiles(BoardDocument& document, std::shared_ptr<const ImageCache> images, QObject* parent = nullptr);

    /// Those that show `area` (board units) at this scale. What is not there yet, or not any more as it should, is
    /// painted; `painted` follows.
    [[nodiscard]] std::map<Key, Tile> look(board::PageId page, int scale, const QRectF& area);
    /// Where a tile is, in board units.
    [[nodiscard]] static QRectF area_of(const Key& key);
    /// Strokes that no tile has yet, in painting order.
    [[nodiscard]] std::vector<board::ObjectId> drawn_now(board::PageId page) const;
    /// All that was asked for is painted.
    [[nodiscard]] bool settled() const { return painting_.empty(); }
    /// Its content is here now: pictures of it are painted anew.
    void show_image(const base::Hash& content);

  signals:
    void painted();

  private:
    struct Entry {
        Tile tile;
        /// Ascending.
        std::vector<board::ObjectId> objects;
        bool stale{true};
        std::uint64_t used{0};
    };
    void take(const board::Changes& changes);
    void touch(board::ObjectId object);
    void touch(board::PageId page);
    void rest();
    void paint(const Key& key);
    void put(const Key& key, std::uint64_t painting, const QImage& image);
    void drop_oldest();

    BoardDocument& document_;
    std::shared_ptr<const ImageCache> images_;
    std::map<Key, Entry> entries_;
    /// Under way, each with the number of its painting.
    std::map<Key, std::uint64_t> painting_;
    std::uint64_t count_{0};
    /// Strokes that are being drawn, and when a piece of them came last.
    std::map<board::ObjectId, qint64> drawn_;
    /// Those that ended, until the tiles have them.
    std::set<board::ObjectId> ended_;
    QTimer rest_timer_;
};

/// Paints figures as a tile has them.
[[nodiscard]] QImage paint_tile(const std::vector<BoardFigure>& figures, const QRectF& area, QSize pixels,
                                const ImageCache* images);

} // namespace plenum::ui
