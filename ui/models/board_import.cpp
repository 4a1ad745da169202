// SPDX-License-Identifier: Apache-2.0
#include "ui/models/board_import.h"

#include "ui/board/board_painter.h"
#include "ui/models/board_images.h"
#include "ui/models/file_words.h"
#include "ui/models/long_work.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <QPointer>
#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <utility>

namespace plenum::ui {
namespace {

/// Of what is seen, that a picture takes at most.
constexpr double share = 0.6;

QRectF fitted(const QSize& pixels, const QRectF& area) {
    auto size = QSizeF{pixels};
    const auto room = area.size() * share;
    if (size.width() > room.width() || size.height() > room.height()) size.scale(room, Qt::KeepAspectRatio);
    return {area.center() - QPointF{size.width(), size.height()} / 2, size};
}

} // namespace

BoardImport::BoardImport(BoardDocument& document, BoardTools& tools, FilePort* files, QObject* parent)
    : QObject{parent},
      document_{document},
      tools_{tools},
      files_{files} {
    if (files_ == nullptr) return;
    connect(files_, &FilePort::prepared, this, &BoardImport::take_prepared);
    connect(files_, &FilePort::refused, this, [this](const QString& path, FileTrouble why) {
        if (path != preparing_ || preparing_.isEmpty()) return;
        refuse(jobs_.front().file, FileWords::trouble(why));
        end_job();
    });
    connect(files_, &FilePort::cleared, this, [this] {
        forget_document();
        cancel();
        folder_.reset();
    });
}

BoardImport::~BoardImport() = default;

QString BoardImport::document() const { return QFileInfo{document_file_}.fileName(); }

QString BoardImport::sentence_of(ImageImport::Trouble trouble) {
    switch (trouble) {
    case ImageImport::Trouble::not_readable: return tr("It cannot be read. Choose another file.");
    case ImageImport::Trouble::no_image:
        return tr("It is neither a picture (PNG, JPEG, WebP, GIF) nor a PDF document, or it is damaged.");
    case ImageImport::Trouble::too_large: return tr("It has too many pixels. Save it smaller, and try again.");
    case ImageImport::Trouble::locked: return tr("It has a password. Save it without, and try again.");
    case ImageImport::Trouble::no_page: return tr("The page could not be drawn.");
    }
    return {};
}

void BoardImport::refuse(const QString& file, const QString& why) {
    emit told(tr("“%1” was not put on the whiteboard. %2").arg(QFileInfo{file}.fileName(), why),
              QStringLiteral("problem"));
}

void BoardImport::insert(const QList<QUrl>& files, const QRectF& area) {
    if (files.size() + waiting() > files_at_once_max)
        return emit told(tr("These are too many files at once. Choose at most %1.").arg(files_at_once_max),
                         QStringLiteral("problem"));
    // Several pictures lie like cards.
    constexpr double step = 32;
    QPointF shift;
    for (const auto& each : files) {
        const auto path = each.toLocalFile();
        if (!each.isLocalFile()) {
            refuse(each.toString(), tr("Only files on this computer can be read."));
        } else if (!QFileInfo{path}.isFile()) {
            refuse(path, sentence_of(ImageImport::Trouble::not_readable));
        } else if (!ImageImport::is_document(path)) {
            add({path, std::nullopt, area.translated(shift)});
            shift += QPointF{step, step};
        } else {
            long_work().start([self = QPointer{this}, path, area] {
                auto pages = ImageImport::pages_of(path);
                QMetaObject::invokeMethod(qApp, [self, path, area, pages] {
                    if (self) self->take_pages(path, area, pages);
                });
            });
        }
    }
}

bool BoardImport::paste(const QRectF& area) {
    const auto* data = QGuiApplication::clipboard()->mimeData();
    if (data == nullptr) return false;
    const auto urls = data->urls();
    if (!urls.isEmpty() && std::ranges::all_of(urls, [](const QUrl& each) { return each.isLocalFile(); })) {
        insert(urls, area);
        return true;
    }
    const auto image = data->hasImage() ? qvariant_cast<QImage>(data->imageData()) : QImage{};
    if (image.isNull()) return false;
    if (!folder_) folder_ = std::make_unique<QTemporaryDir>();
    const auto path = folder_->filePath(tr("Pasted picture %1").arg(++pasted_) + QStringLiteral(".png"));
    if (image.save(path, "PNG"))
        add({path, std::nullopt, area});
    else
        refuse(path, tr("There is no room for it on the disk."));
    return true;
}

void BoardImport::take_pages(const QString& file, const QRectF& area,
                             const std::expected<int, ImageImport::Trouble>& pages) {
    if (!pages) return refuse(file, sentence_of(pages.error()));
    if (*pages == 1) return add({file, 0, area});
    document_file_ = file;
    document_pages_ = *pages;
    document_area_ = area;
    emit changed();
}

void BoardImport::insert_page(int number) {
    if (number < 1 || number > document_pages_) return;
    add({document_file_, number - 1, document_area_});
    forget_document();
}

void BoardImport::insert_all() {
    for (int number = 0; number < document_pages_taken(); ++number)
        add({document_file_, number, std::nullopt});
    forget_document();
}

void BoardImport::forget_document() {
    document_file_.clear();
    document_pages_ = 0;
    emit changed();
}

void BoardImport::cancel() {
    if (!preparing_.isEmpty()) files_->stop_preparing(preparing_);
    preparing_.clear();
    jobs_.clear();
    ++run_;
    emit changed();
}

void BoardImport::add(Job job) {
    jobs_.push_back(std::move(job));
    emit changed();
    if (jobs_.size() == 1) begin_next();
}

void BoardImport::begin_next() {
    if (jobs_.empty()) return;
    const auto make = [file = jobs_.front().file, number = jobs_.front().number]() -> Made {
        const auto image = number ? ImageImport::page(file, *number) : ImageImport::picture(file);
        if (!image) return std::unexpected{image.error()};
        return ImageImport::encode(*image, board::limits::image_bytes_max);
    };
    long_work().start([self = QPointer{this}, run = run_, make] {
        const auto made = make();
        QMetaObject::invokeMethod(qApp, [self, run, made] {
            if (self && self->run_ == run) self->take(made);
        });
    });
}

void BoardImport::end_job() {
    if (!preparing_.isEmpty()) QFile::remove(preparing_);
    preparing_.clear();
    jobs_.pop_front();
    emit changed();
    begin_next();
}

void BoardImport::take(const Made& made) {
    if (!folder_) folder_ = std::make_unique<QTemporaryDir>();
    const auto& file = jobs_.front().file;
    if (!made) {
        refuse(file, sentence_of(made.error()));
        return end_job();
    }
    const bool png = made->bytes.startsWith("\x89PNG");
    QFile to{folder_->filePath(png ? QStringLiteral("picture.png") : QStringLiteral("picture.jpg"))};
    if (!to.open(QIODevice::WriteOnly) || to.write(made->bytes) != made->bytes.size() || !to.flush()) {
        refuse(file, tr("There is no room for it on the disk."));
        return end_job();
    }
    pixels_ = made->pixels;
    preparing_ = to.fileName();
    files_->prepare(preparing_);
}

void BoardImport::take_prepared(const QString& path, const chat::SharedFile& file) {
    if (preparing_.isEmpty() || path != preparing_) return;
    files_->offer(file, FileAudience::conference);
    const auto job = jobs_.front();
    put_on_board({.content = file.hash,
                  .bytes = static_cast<std::uint32_t>(file.bytes),
                  .media_type = path.endsWith(QLatin1String{".png"}) ? "image/png" : "image/jpeg",
                  .width = static_cast<std::uint32_t>(pixels_.width()),
                  .height = static_cast<std::uint32_t>(pixels_.height())},
                 job);
    end_job();
}

void BoardImport::put_on_board(const board::ImageReference& image, const Job& job) {
    if (!job.area) {
        const auto edit = document_.editor().add_page({}, image);
        if (document_.act(edit) && !edit->pages.empty() && job.number == 0) emit document_begun(edit->pages.front());
        return;
    }
    const auto place = fitted(pixels_, *job.area);
    const auto edit = document_.editor().add_image(
        {page_, board_position(place.topLeft()), board_position({place.width(), place.height()})}, image);
    if (!document_.act(edit) || edit->objects.empty()) return;
    tools_.set_tool(BoardTool::select);
    tools_.selection().set({edit->objects.front()});
    emit inserted();
}

} // namespace plenum::ui
