// SPDX-License-Identifier: Apache-2.0
#include "ui/board/board_export.h"

#include "ui/board/board_hit.h"
#include "ui/board/board_painter.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>

namespace plenum::ui {
namespace {

/// Around what is drawn, in board units.
constexpr double edge = 24;
/// Of an empty page.
constexpr QRectF empty_page{0, 0, 1280, 720};
/// Pixels of a PNG's longer side at most.
constexpr double pixels_max = 8000;
/// Of a PNG, for a board unit.
constexpr double pixels_for_unit = 2;

class BoardWords {
    Q_DECLARE_TR_FUNCTIONS(BoardWords)
};

QRectF extent_of(const board::Board& board, board::PageId page) {
    const auto extent = BoardHit{board, page}.extent();
    return extent.isEmpty() ? empty_page : extent.adjusted(-edge, -edge, edge, edge);
}

struct PageToPaint {
    const board::Board& board;
    board::PageId page;
    const ImageCache* images;

    [[nodiscard]] QRectF extent() const { return extent_of(board, page); }
};

/// `scale`: device units for a board unit.
void paint_page(QPainter& painter, const PageToPaint& of, const QRectF& extent, double scale) {
    painter.scale(scale, scale);
    painter.translate(-extent.topLeft());
    painter.fillRect(extent, Qt::white);
    BoardPainter paint{painter, of.images};
    const auto* found = of.board.find(of.page);
    if (found == nullptr) return;
    if (const auto background = background_of(*found)) paint.paint(*background);
    for (const auto& [depth, id] : found->painting_order)
        if (const auto* object = of.board.find(id)) paint.paint(figure_of(*object));
}

bool write_png(QIODevice& to, const PageToPaint& page) {
    const auto extent = page.extent();
    const auto scale = std::min(pixels_for_unit, pixels_max / std::max(extent.width(), extent.height()));
    QImage image{(extent.size() * scale).toSize().expandedTo({1, 1}), QImage::Format_ARGB32_Premultiplied};
    QPainter painter{&image};
    paint_page(painter, page, extent, scale);
    painter.end();
    return image.save(&to, "PNG");
}

bool write_svg(QIODevice& to, const PageToPaint& page) {
    const auto extent = page.extent();
    QSvgGenerator svg;
    svg.setOutputDevice(&to);
    svg.setSize(extent.size().toSize());
    svg.setViewBox(QRectF{QPointF{}, extent.size()});
    svg.setTitle(BoardWords::tr("Whiteboard"));
    QPainter painter;
    if (!painter.begin(&svg)) return false;
    paint_page(painter, page, extent, 1);
    return painter.end();
}

bool write_pdf(QIODevice& to, const board::Board& board, const ImageCache* images) {
    QPdfWriter pdf{&to};
    pdf.setTitle(BoardWords::tr("Whiteboard"));
    pdf.setPageMargins({});
    QPainter painter;
    for (const auto page : board.pages()) {
        const PageToPaint of{board, page, images};
        const auto extent = of.extent();
        // A board unit is a 96th of an inch; a point is a 72nd.
        pdf.setPageSize(QPageSize{extent.size() * 72 / 96, QPageSize::Point});
        if (painter.isActive() ? !pdf.newPage() : !painter.begin(&pdf)) return false;
        painter.save();
        paint_page(painter, of, extent, pdf.resolution() / 96.0);
        painter.restore();
    }
    return painter.end();
}

} // namespace

QImage board_image(const board::Board& board, board::PageId page, const QSize& size, const ImageCache* images) {
    const PageToPaint of{board, page, images};
    const auto extent = of.extent();
    QImage image{size, QImage::Format_RGB32};
    image.fill(Qt::white);
    QPainter painter{&image};
    painter.setRenderHint(QPainter::Antialiasing);
    const auto scale = std::min({1.0, size.width() / extent.width(), size.height() / extent.height()});
    const QSizeF used = extent.size() * scale;
    painter.translate((size.width() - used.width()) / 2, (size.height() - used.height()) / 2);
    paint_page(painter, of, extent, scale);
    return image;
}

QString export_board(const board::Board& board, board::PageId page, const QUrl& file, const ImageCache* images) {
    const auto path = file.toLocalFile();
    const auto kind = QFileInfo{path}.suffix().toLower();
    QByteArray bytes;
    QBuffer buffer{&bytes};
    buffer.open(QIODevice::WriteOnly);
    bool written = false;
    if (kind == QLatin1String{"png"})
        written = write_png(buffer, {board, page, images});
    else if (kind == QLatin1String{"svg"})
        written = write_svg(buffer, {board, page, images});
    else if (kind == QLatin1String{"pdf"})
        written = write_pdf(buffer, board, images);
    else
        return BoardWords::tr("The name must end in .png, .svg or .pdf. Choose another name.");
    QSaveFile save{path};
    written = written && save.open(QIODevice::WriteOnly) && save.write(bytes) == bytes.size() && save.commit();
    if (written) return {};
    return BoardWords::tr("The whiteboard could not be saved as %1: %2. Choose another place.")
        .arg(path, save.errorString());
}

} // namespace plenum::ui
