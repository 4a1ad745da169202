// SPDX-License-Identifier: Apache-2.0
#include "ui/models/chat_files.h"

#include "core/base/bytes.h"
#include "ui/images/image_file.h"
#include "ui/models/chat_changes.h"
#include "ui/models/file_words.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QStandardPaths>

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

FileAudience audience_of(const ChatMessage& message) {
    return message.private_with.value() == 0 ? FileAudience::chat : FileAudience::person;
}

bool is_shown(const chat::SharedFile& file) {
    return file.is_image() && file.bytes <= ChatFiles::shown_bytes_max &&
           qint64{file.width} * file.height <= ImageFile::pixels_max;
}

} // namespace

ChatFiles::ChatFiles(FilePort& port, Lookup line) : port_{port}, line_{std::move(line)} {
    connect(&port_, &FilePort::state_changed, this, &ChatFiles::take_state);
    connect(&port_, &FilePort::saved, this, &ChatFiles::take_saved);
    connect(&port_, &FilePort::not_saved, this, &ChatFiles::take_not_saved);
    connect(&port_, &FilePort::cleared, this, &ChatFiles::clear);
}

QString ChatFiles::name_of(const QString& path) {
    return QString::fromStdString(chat::file_name_of(path.toStdString()));
}

const ChatMessage* ChatFiles::line_named(const QString& line) const {
    const auto* message = line_(ChatChanges::line_named(line));
    return message != nullptr && message->file ? message : nullptr;
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
    if (port_.fetch(*message.file, message.sender, audience_of(message))) images_bytes_ += bytes;
}

void ChatFiles::offer_content(const chat::SharedFile& file, base::MemberIndex to) {
    if (to.value() == 0)
        port_.offer(file, FileAudience::chat);
    else
        port_.set_offered_to(file, to, true);
    take_state(file.hash);
}

void ChatFiles::note_offered(const ChatMessage& message, bool offered) {
    if (!message.file) return;
    if (message.private_with.value() == 0)
        port_.set_offered(*message.file, offered);
    else
        port_.set_offered_to(*message.file, message.private_with, offered);
}

void ChatFiles::note_ended(const ChatMessage& message) {
    if (!message.file || port_.state_of(message.file->hash).stage != FileStage::ended) return;
    emit told(tr("“%1” did not arrive: %2 left, and the private conversation is over.")
                  .arg(QString::fromStdString(message.file->name), message.sender_name),
              QStringLiteral("problem"));
}

void ChatFiles::fetch(const QString& line) {
    const auto* message = line_named(line);
    if (message == nullptr || port_.fetch(*message->file, message->sender, audience_of(*message))) return;
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
    images_bytes_ = 0;
    opening_.clear();
    opened_.clear();
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

QVariantMap ChatFiles::describe(const ChatMessage& message, bool own, bool open) const {
    if (!message.file || message.deleted) return {};
    const auto& file = *message.file;
    const auto state = port_.state_of(file.hash);
    const auto name = QString::fromStdString(file.name);
    const auto locale = QLocale{};
    const auto size = [&](std::uint64_t bytes) {
        return locale.formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeSIFormat);
    };
    const bool here = state.stage == FileStage::here;
    const bool over = !open && !here && message.private_with.value() != 0;
    const auto stage = over ? FileStage::ended : state.stage;
    return {{QStringLiteral("name"), name},
            {QStringLiteral("size"), size(file.bytes)},
            {QStringLiteral("hash"), key_of(file.hash)},
            {QStringLiteral("image"), is_shown(file)},
            {QStringLiteral("width"), file.width},
            {QStringLiteral("height"), file.height},
            {QStringLiteral("here"), here},
            {QStringLiteral("own"), own},
            {QStringLiteral("openable"), here && is_openable(name)},
            {QStringLiteral("comes"), FileWords::is_under_way(stage)},
            {QStringLiteral("part"), static_cast<qreal>(state.bytes_there) / static_cast<qreal>(file.bytes)},
            {QStringLiteral("bad"), stage == FileStage::wrong || stage == FileStage::not_stored},
            {QStringLiteral("over"), over},
            {QStringLiteral("state"), FileWords::stage(stage, size(state.bytes_there), size(file.bytes))}};
}

} // namespace plenum::ui
