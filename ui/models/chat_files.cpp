// SPDX-License-Identifier: Apache-2.0
#include "ui/models/chat_files.h"

#include "core/base/bytes.h"
#include "ui/images/image_file.h"
#include "ui/models/chat_changes.h"
#include "ui/models/file_words.h"

#include <QClipboard>
#include <QDateTime>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QImage>
#include <QLocale>
#include <QMimeData>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <algorithm>

namespace plenum::ui {
namespace {

/// After so many names that are taken it is given up.
constexpr int attempts_max = 50;

QString key_of(const base::Hash& hash) { return QString::fromStdString(base::to_hex(hash.view())); }

QString downloads() {
    const auto folder = QStandardPaths::writableLocation(QStandardPaths::DownloadLocation);
    return folder.isEmpty() ? QDir::homePath() : folder;
}

/// "holiday (2).png" for the second.
QString numbered(const QString& name, int attempt) {
    if (attempt == 0) return name;
    const QFileInfo parts{name};
    const auto ending = parts.suffix().isEmpty() ? QString{} : QLatin1Char{'.'} + parts.suffix();
    return QStringLiteral("%1 (%2)%3").arg(parts.completeBaseName(), QString::number(attempt + 1), ending);
}

bool is_shown(const chat::SharedFile& file) {
    return file.is_image() && file.bytes <= ChatFiles::shown_bytes_max &&
           qint64{file.width} * file.height <= ImageFile::pixels_max;
}

} // namespace

ChatFiles::ChatFiles(FilePort& port, Lookup line) : port_{port}, line_{std::move(line)} {
    connect(&port_, &FilePort::preparing, this, [this](const QString& path, quint64 done, quint64 bytes) {
        if (waiting_.isEmpty() || waiting_.first() != path) return;
        prepared_part_ = bytes == 0 ? 0 : static_cast<qreal>(done) / static_cast<qreal>(bytes);
        emit preparing_changed();
    });
    connect(&port_, &FilePort::prepared, this, &ChatFiles::take_prepared);
    connect(&port_, &FilePort::refused, this, [this](const QString& path, FileTrouble why) {
        if (waiting_.isEmpty() || waiting_.first() != path) return;
        emit told(tr("“%1” was not sent. %2").arg(name_of(path), FileWords::trouble(why)), QStringLiteral("problem"));
        waiting_.removeFirst();
        prepare_next();
    });
    connect(&port_, &FilePort::state_changed, this, &ChatFiles::take_state);
    connect(&port_, &FilePort::saved, this, &ChatFiles::take_saved);
    connect(&port_, &FilePort::not_saved, this, &ChatFiles::take_not_saved);
    connect(&port_, &FilePort::cleared, this, &ChatFiles::clear);
}

ChatFiles::~ChatFiles() = default;

QString ChatFiles::name_of(const QString& path) {
    return QString::fromStdString(chat::file_name_of(path.toStdString()));
}

const ChatMessage* ChatFiles::line_named(const QString& line) const {
    const auto* message = line_(ChatChanges::line_named(line));
    return message != nullptr && message->file ? message : nullptr;
}

void ChatFiles::offer(const QList<QUrl>& files) {
    if (!offerable_)
        return emit told(tr("Files go to everyone or to your group. Write to everyone again first."),
                         QStringLiteral("problem"));
    if (files.size() + waiting_.size() > files_at_once_max)
        return emit told(tr("These are too many files at once. Send at most %1.").arg(files_at_once_max),
                         QStringLiteral("problem"));
    const bool idle = waiting_.isEmpty();
    for (const auto& each : files) {
        if (each.isLocalFile())
            waiting_ << each.toLocalFile();
        else
            emit told(tr("Only files on this computer can be sent."), QStringLiteral("problem"));
    }
    if (idle) prepare_next();
}

bool ChatFiles::paste() {
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
    if (image.isNull() || !image.save(path, "PNG")) {
        emit told(tr("The image could not be pasted."), QStringLiteral("problem"));
        return true;
    }
    offer({QUrl::fromLocalFile(path)});
    return true;
}

void ChatFiles::prepare_next() {
    prepared_part_ = 0;
    emit preparing_changed();
    if (!waiting_.isEmpty()) port_.prepare(waiting_.first());
}

void ChatFiles::stop_preparing() {
    if (!waiting_.isEmpty()) port_.stop_preparing(waiting_.first());
    waiting_.clear();
    prepare_next();
}

void ChatFiles::take_prepared(const QString& path, chat::SharedFile file) {
    if (waiting_.isEmpty() || waiting_.first() != path) return;
    waiting_.removeFirst();
    file.width = file.height = 0;
    const auto content = port_.path_of(file.hash);
    if (const auto size = ImageFile::size_of(content)) {
        file.media_type = "image/" + ImageFile::format_of_file(content).toStdString();
        file.width = static_cast<std::uint32_t>(size->width());
        file.height = static_cast<std::uint32_t>(size->height());
    }
    if (pasted_ && path.startsWith(pasted_->path())) QFile::remove(path);
    take_state(file.hash);
    emit ready(file);
    prepare_next();
}

void ChatFiles::take_state(const base::Hash& hash) {
    if (const auto path = port_.path_of(hash); !path.isEmpty()) images_->set(key_of(hash), path);
    emit changed(hash);
}

void ChatFiles::note(const ChatMessage& message) {
    if (!message.file || message.deleted || !is_shown(*message.file)) return;
    const auto bytes = message.file->bytes;
    if (bytes > image_bytes_max || images_bytes_ + bytes > images_bytes_max) return;
    if (port_.state_of(message.file->hash).stage != FileStage::offered) return;
    if (port_.fetch(*message.file, message.sender, FileAudience::chat)) images_bytes_ += bytes;
}

void ChatFiles::note_offered(const ChatMessage& message, bool offered) {
    if (message.file) port_.set_offered(*message.file, offered);
}

void ChatFiles::fetch(const QString& line) {
    const auto* message = line_named(line);
    if (message == nullptr || port_.fetch(*message->file, message->sender, FileAudience::chat)) return;
    emit told(tr("Too many files are on their way. Try again once some have arrived."), QStringLiteral("problem"));
}

void ChatFiles::cancel(const QString& line) {
    if (const auto* message = line_named(line)) port_.cancel(message->file->hash);
}

QUrl ChatFiles::place_for(const QString& line) const {
    const auto* message = line_named(line);
    const auto name = message == nullptr ? std::string{"file"} : message->file->name;
    return QUrl::fromLocalFile(QDir{downloads()}.filePath(QString::fromStdString(name)));
}

void ChatFiles::save(const QString& line, const QUrl& file) {
    const auto* message = line_named(line);
    if (message == nullptr) return;
    if (!file.isLocalFile())
        return emit told(tr("Files can be saved on this computer alone."), QStringLiteral("problem"));
    port_.save(*message->file, {file.toLocalFile(), true, false});
}

void ChatFiles::open(const QString& line) {
    const auto* message = line_named(line);
    if (message == nullptr || !is_openable(QString::fromStdString(message->file->name))) return;
    const auto& file = *message->file;
    const auto before = opened_.find(file.hash);
    if (before != opened_.end() && QFileInfo{before->second}.size() == static_cast<qint64>(file.bytes))
        return take_saved(file.hash, before->second);
    save_to_open(file, 0);
}

void ChatFiles::save_to_open(const chat::SharedFile& file, int attempt) {
    opening_.insert_or_assign(file.hash, Opening{file, attempt});
    QDir{}.mkpath(downloads());
    const auto path = QDir{downloads()}.filePath(numbered(QString::fromStdString(file.name), attempt));
    port_.save(file, {path, false, true});
}

void ChatFiles::take_saved(const base::Hash& hash, const QString& path) {
    const bool opens = opening_.erase(hash) > 0 || opened_.contains(hash);
    if (!opens || (opened_.contains(hash) && opened_[hash] != path)) {
        emit told(tr("Saved as “%1”.").arg(QDir::toNativeSeparators(path)), QStringLiteral("info"));
        return;
    }
    opened_[hash] = path;
    if (QDesktopServices::openUrl(QUrl::fromLocalFile(path))) return;
    emit told(tr("No program could open the file. It is saved as “%1”.").arg(QDir::toNativeSeparators(path)),
              QStringLiteral("problem"));
}

void ChatFiles::take_not_saved(const base::Hash& hash, const QString& path, FileTrouble why) {
    const auto found = opening_.find(hash);
    if (found != opening_.end() && why == FileTrouble::exists && found->second.attempt < attempts_max)
        return save_to_open(chat::SharedFile{found->second.file}, found->second.attempt + 1);
    opening_.erase(hash);
    emit told(tr("“%1” was not saved. %2").arg(name_of(path), FileWords::trouble(why)), QStringLiteral("problem"));
}

void ChatFiles::clear() {
    images_->clear();
    waiting_.clear();
    prepared_part_ = 0;
    images_bytes_ = 0;
    opening_.clear();
    opened_.clear();
    pasted_.reset();
    emit preparing_changed();
}

bool ChatFiles::is_openable(const QString& name) {
    static const QStringList endings{
        QStringLiteral("png"),  QStringLiteral("jpg"),  QStringLiteral("jpeg"), QStringLiteral("gif"),
        QStringLiteral("webp"), QStringLiteral("pdf"),  QStringLiteral("txt"),  QStringLiteral("md"),
        QStringLiteral("csv"),  QStringLiteral("odt"),  QStringLiteral("ods"),  QStringLiteral("odp"),
        QStringLiteral("docx"), QStringLiteral("xlsx"), QStringLiteral("pptx"), QStringLiteral("mp3"),
        QStringLiteral("ogg"),  QStringLiteral("flac"), QStringLiteral("wav"),  QStringLiteral("mp4"),
        QStringLiteral("webm"), QStringLiteral("mkv")};
    return endings.contains(QFileInfo{name}.suffix().toLower());
}

QVariantMap ChatFiles::describe(const ChatMessage& message, bool own) const {
    if (!message.file || message.deleted) return {};
    const auto& file = *message.file;
    const auto state = port_.state_of(file.hash);
    const auto name = QString::fromStdString(file.name);
    const auto locale = QLocale{};
    const auto size = [&](std::uint64_t bytes) {
        return locale.formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeSIFormat);
    };
    const bool here = state.stage == FileStage::here;
    return {{QStringLiteral("name"), name},
            {QStringLiteral("size"), size(file.bytes)},
            {QStringLiteral("hash"), key_of(file.hash)},
            {QStringLiteral("image"), is_shown(file)},
            {QStringLiteral("width"), file.width},
            {QStringLiteral("height"), file.height},
            {QStringLiteral("here"), here},
            {QStringLiteral("own"), own},
            {QStringLiteral("openable"), here && is_openable(name)},
            {QStringLiteral("comes"), FileWords::is_under_way(state.stage)},
            {QStringLiteral("part"), static_cast<qreal>(state.bytes_there) / static_cast<qreal>(file.bytes)},
            {QStringLiteral("bad"), state.stage == FileStage::wrong || state.stage == FileStage::not_stored},
            {QStringLiteral("state"), FileWords::stage(state.stage, size(state.bytes_there), size(file.bytes))}};
}

} // namespace plenum::ui
