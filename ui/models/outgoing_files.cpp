// SPDX-License-Identifier: Apache-2.0
#include "ui/models/outgoing_files.h"

#include "ui/images/image_file.h"
#include "ui/models/file_words.h"

#include <QClipboard>
#include <QDateTime>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>
#include <QTemporaryDir>

#include <algorithm>
#include <utility>

namespace plenum::ui {

OutgoingFiles::OutgoingFiles(FilePort& port, const ChatAddressee& addressee) : port_{port}, addressee_{addressee} {
    connect(&port_, &FilePort::preparing, this, [this](const QString& path, quint64 done, quint64 bytes) {
        if (!is_first(path)) return;
        prepared_part_ = bytes == 0 ? 0 : static_cast<qreal>(done) / static_cast<qreal>(bytes);
        emit preparing_changed();
    });
    connect(&port_, &FilePort::prepared, this, &OutgoingFiles::take_prepared);
    connect(&port_, &FilePort::refused, this, &OutgoingFiles::refuse);
    connect(&port_, &FilePort::cleared, this, &OutgoingFiles::clear);
}

OutgoingFiles::~OutgoingFiles() = default;

QString OutgoingFiles::name_of(const QString& path) {
    return QString::fromStdString(chat::file_name_of(path.toStdString()));
}

bool OutgoingFiles::is_first(const QString& path) const { return !waiting_.isEmpty() && waiting_.first().path == path; }

void OutgoingFiles::offer(const QList<QUrl>& files) { add(files, addressee_.person()); }

void OutgoingFiles::offer_chosen(const QList<QUrl>& files) {
    if (choice_.value() == 0 && addressee_.is_private())
        return complain(
            tr("Nothing was sent, because you write to %1 now. Choose the files again.").arg(addressee_.label()));
    add(files, choice_);
}

void OutgoingFiles::add(const QList<QUrl>& files, base::MemberIndex to) {
    if (files.size() + waiting_.size() > files_at_once_max)
        return complain(tr("These are too many files at once. Send at most %1.").arg(files_at_once_max));
    const bool idle = waiting_.isEmpty();
    for (const auto& each : files) {
        if (each.isLocalFile())
            waiting_ << Waiting{each.toLocalFile(), to};
        else
            complain(tr("Only files on this computer can be sent."));
    }
    if (idle) prepare_next();
}

bool OutgoingFiles::paste() {
    const auto* data = QGuiApplication::clipboard()->mimeData();
    if (data == nullptr) return false;
    const auto urls = data->urls();
    const bool of_files =
        !urls.isEmpty() && std::ranges::all_of(urls, [](const QUrl& each) { return each.isLocalFile(); });
    if (of_files) {
        offer(urls);
        return true;
    }
    if (!data->hasImage() || data->hasText()) return false;
    const auto image = qvariant_cast<QImage>(data->imageData());
    if (!pasted_) pasted_ = std::make_unique<QTemporaryDir>();
    const auto stamp = QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd HH-mm-ss-zzz"));
    //: The name of an image that was pasted; %1 is date and time.
    const auto path = pasted_->filePath(name_of(tr("Image %1.png").arg(stamp)));
    if (image.isNull() || !image.save(path, "PNG"))
        complain(tr("The image could not be pasted."));
    else
        offer({QUrl::fromLocalFile(path)});
    return true;
}

void OutgoingFiles::prepare_next() {
    prepared_part_ = 0;
    emit preparing_changed();
    if (!waiting_.isEmpty()) port_.prepare(waiting_.first().path);
}

void OutgoingFiles::stop_preparing() {
    if (!waiting_.isEmpty()) port_.stop_preparing(waiting_.first().path);
    waiting_.clear();
    prepare_next();
}

void OutgoingFiles::take_prepared(const QString& path, chat::SharedFile file) {
    if (!is_first(path)) return;
    const auto to = waiting_.takeFirst().to;
    file.width = file.height = 0;
    const auto content = port_.path_of(file.hash);
    if (const auto size = ImageFile::size_of(content)) {
        file.media_type = "image/" + ImageFile::format_of_file(content).toStdString();
        file.width = static_cast<std::uint32_t>(size->width());
        file.height = static_cast<std::uint32_t>(size->height());
    }
    if (pasted_ && path.startsWith(pasted_->path())) QFile::remove(path);
    if (to.value() == 0 || addressee_.is_here(to))
        emit ready(file, to);
    else
        complain(tr("“%1” was not sent. The person has left.").arg(name_of(path)));
    prepare_next();
}

void OutgoingFiles::refuse(const QString& path, FileTrouble why) {
    if (!is_first(path)) return;
    complain(tr("“%1” was not sent. %2").arg(name_of(path), FileWords::trouble(why)));
    waiting_.removeFirst();
    prepare_next();
}

void OutgoingFiles::clear() {
    waiting_.clear();
    prepared_part_ = 0;
    pasted_.reset();
    emit preparing_changed();
}

} // namespace plenum::ui
