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

/// `scale`: device units for a board unit.
void paint_page(QPainter& painter, const PagePicture& page, const ImageCache* images, double scale) {
    painter.scale(scale, scale);
    painter.translate(-page.extent.topLeft());
    painter.fillRect(page.extent, Qt::white);
    BoardPainter paint{painter, images};
    for (const auto& figure : page.figures)
        paint.paint(figure);
}

bool write_png(QIODevice& to, const PagePicture& page, const ImageCache* images) {
    const auto& extent = page.extent;
    const auto scale = std::min(pixels_for_unit, pixels_max / std::max(extent.width(), extent.height()));
    QImage image{(extent.size() * scale).toSize().expandedTo({1, 1}), QImage::Format_ARGB32_Premultiplied};
    QPainter painter{&image};
    paint_page(painter, page, images, scale);
    painter.end();
    return image.save(&to, "PNG");
}

bool write_svg(QIODevice& to, const PagePicture& page, const ImageCache* images) {
    QSvgGenerator svg;
    svg.setOutputDevice(&to);
    svg.setSize(page.extent.size().toSize());
    svg.setViewBox(QRectF{QPointF{}, page.extent.size()});
    svg.setTitle(BoardWords::tr("Whiteboard"));
    QPainter painter;
    if (!painter.begin(&svg)) return false;
    paint_page(painter, page, images, 1);
    return painter.end();
}

bool write_pdf(QIODevice& to, const std::vector<PagePicture>& pages, const ImageCache* images,
               const PagesPainted& painted) {
    QPdfWriter pdf{&to};
    pdf.setTitle(BoardWords::tr("Whiteboard"));
    pdf.setPageMargins({});
    QPainter painter;
    int count = 0;
    for (const auto& page : pages) {
        // A board unit is a 96th of an inch; a point is a 72nd.
        pdf.setPageSize(QPageSize{page.extent.size() * 72 / 96, QPageSize::Point});
        if (painter.isActive() ? !pdf.newPage() : !painter.begin(&pdf)) return false;
        painter.save();
        paint_page(painter, page, images, pdf.resolution() / 96.0);
        painter.restore();
        if (!painted(++count)) break;
    }
    return painter.end();
}

bool is_document(const QUrl& file) { return file.path().endsWith(QLatin1String{".pdf"}, Qt::CaseInsensitive); }

} // namespace

PagePicture picture_of(const board::Board& board, board::PageId page) {
    const auto extent = BoardHit{board, page}.extent();
    PagePicture picture{extent.isEmpty() ? empty_page : extent.adjusted(-edge, -edge, edge, edge), {}};
    const auto* found = board.find(page);
    if (found == nullptr) return picture;
    if (auto background = background_of(*found)) picture.figures.push_back(*std::move(background));
    for (const auto& [depth, id] : found->painting_order)
        if (const auto* object = board.find(id)) picture.figures.push_back(figure_of(*object));
    return picture;
}

std::vector<PagePicture> pictures_for(const board::Board& board, board::PageId page, const QUrl& file) {
    if (!is_document(file)) return {picture_of(board, page)};
    std::vector<PagePicture> pictures;
    for (const auto each : board.pages())
        pictures.push_back(picture_of(board, each));
    return pictures;
}

QImage board_image(const PagePicture& page, const QSize& size, const ImageCache* images) {
    QImage image{size, QImage::Format_RGB32};
    image.fill(Qt::white);
    QPainter painter{&image};
    painter.setRenderHint(QPainter::Antialiasing);
    const auto scale = std::min({1.0, size.width() / page.extent.width(), size.height() / page.extent.height()});
    const QSizeF used = page.extent.size() * scale;
    painter.translate((size.width() - used.width()) / 2, (size.height() - used.height()) / 2);
    paint_page(painter, page, images, scale);
    return image;
}

std::expected<bool, QString> write_board(const std::vector<PagePicture>& pages, const QUrl& file,
                                         const ImageCache* images, const PagesPainted& painted) {
    const auto path = file.toLocalFile();
    const auto kind = QFileInfo{path}.suffix().toLower();
    QByteArray bytes;
    QBuffer buffer{&bytes};
    buffer.open(QIODevice::WriteOnly);
    bool ended = false;
    const auto note = [&](int count) { return !(ended = !painted(count)); };
    bool written = false;
    if (pages.empty())
        written = false;
    else if (kind == QLatin1String{"png"})
        written = write_png(buffer, pages.front(), images) && note(1);
    else if (kind == QLatin1String{"svg"})
        written = write_svg(buffer, pages.front(), images) && note(1);
    else if (is_document(file))
        written = write_pdf(buffer, pages, images, note);
    else
        return std::unexpected{BoardWords::tr("The name must end in .png, .svg or .pdf. Choose another name.")};
    if (ended) return false;
    QSaveFile save{path};
    written = written && save.open(QIODevice::WriteOnly) && save.write(bytes) == bytes.size() && save.commit();
    if (written) return true;
    return std::unexpected{BoardWords::tr("The whiteboard could not be saved as %1: %2. Choose another place.")
                               .arg(path, save.errorString())};
}

} // namespace plenum::ui
