// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_files.h"

#include <QBuffer>
#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QImage>

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

base::Hash hash_of(const QByteArray& bytes) {
    base::Hash hash;
    const auto digest = QCryptographicHash::hash(bytes, QCryptographicHash::Blake2b_256);
    std::ranges::copy(digest, hash.bytes.begin());
    return hash;
}

} // namespace

SimulatedFiles::SimulatedFiles(const SessionPort& session) {
    connect(&session, &SessionPort::ended, this, [this] {
        files_.clear();
        emit cleared();
    });
}

QString SimulatedFiles::place_of(const base::Hash& hash) const {
    return folder_.filePath(QString::fromStdString(base::to_hex(hash.view())));
}

chat::SharedFile SimulatedFiles::make(const QString& name, const QByteArray& bytes) {
    const auto hash = hash_of(bytes);
    QFile file{place_of(hash)};
    if (file.open(QIODevice::WriteOnly)) file.write(bytes);
    files_[hash] = {.state = {}, .bytes = static_cast<std::uint64_t>(bytes.size())};
    return {chat::file_name_of(name.toStdString()),
            static_cast<std::uint64_t>(bytes.size()),
            "application/octet-stream",
            hash,
            0,
            0};
}

chat::SharedFile SimulatedFiles::make(const QString& name, const QImage& image) {
    QByteArray bytes;
    QBuffer to{&bytes};
    to.open(QIODevice::WriteOnly);
    image.save(&to, "PNG");
    auto file = make(name, bytes);
    file.media_type = "image/png";
    file.width = static_cast<std::uint32_t>(image.width());
    file.height = static_cast<std::uint32_t>(image.height());
    return file;
}

void SimulatedFiles::set_stage(const chat::SharedFile& file, FileStage stage, std::uint64_t bytes_there) {
    auto& known = files_[file.hash];
    known.state = {stage, bytes_there};
    known.held = true;
    emit state_changed(file.hash);
}

bool SimulatedFiles::is_offered(const chat::SharedFile& file) const {
    const auto found = files_.find(file.hash);
    return found != files_.end() && found->second.offered;
}

void SimulatedFiles::prepare(const QString& path) {
    QFile from{path};
    const auto refuse = [&](FileTrouble why) {
        QMetaObject::invokeMethod(this, [this, path, why] { emit refused(path, why); }, Qt::QueuedConnection);
    };
    if (!from.exists()) return refuse(FileTrouble::not_found);
    if (QFileInfo{path}.isDir()) return refuse(FileTrouble::no_file);
    if (from.size() == 0) return refuse(FileTrouble::empty);
    if (static_cast<std::uint64_t>(from.size()) > chat::limits::file_bytes_max) return refuse(FileTrouble::too_large);
    if (!from.open(QIODevice::ReadOnly)) return refuse(FileTrouble::not_readable);
    const auto file = make(QFileInfo{path}.fileName(), from.readAll());
    files_[file.hash].state = {FileStage::here, file.bytes};
    QMetaObject::invokeMethod(this, [this, path, file] { emit prepared(path, file); }, Qt::QueuedConnection);
}

void SimulatedFiles::set_offered(const chat::SharedFile& file, bool offered) { files_[file.hash].offered = offered; }

void SimulatedFiles::set_offered_to(const chat::SharedFile& file, base::MemberIndex person, bool offered) {
    auto& to = files_[file.hash].offered_to;
    if (offered)
        to.insert(person);
    else
        to.erase(person);
}

bool SimulatedFiles::is_offered_to(const chat::SharedFile& file, base::MemberIndex person) const {
    const auto found = files_.find(file.hash);
    return found != files_.end() && found->second.offered_to.contains(person);
}

std::optional<FileAudience> SimulatedFiles::asked_as(const chat::SharedFile& file) const {
    const auto found = files_.find(file.hash);
    return found == files_.end() ? std::nullopt : found->second.asked;
}

bool SimulatedFiles::fetch(const chat::SharedFile& file, base::MemberIndex /*from*/, FileAudience audience) {
    auto& known = files_[file.hash];
    known.asked = audience;
    if (known.state.stage == FileStage::here) return true;
    known.state = {FileStage::asking, 0};
    known.held = false;
    emit state_changed(file.hash);
    return true;
}

void SimulatedFiles::cancel(const base::Hash& hash) {
    files_[hash].state = {};
    emit state_changed(hash);
}

FileState SimulatedFiles::state_of(const base::Hash& hash) const {
    const auto found = files_.find(hash);
    return found == files_.end() ? FileState{} : found->second.state;
}

QString SimulatedFiles::path_of(const base::Hash& hash) const {
    return state_of(hash).stage == FileStage::here ? place_of(hash) : QString{};
}

void SimulatedFiles::save(const chat::SharedFile& file, const Place& place) {
    auto trouble = std::exchange(save_fails_, std::nullopt);
    if (!trouble && !place.over && QFile::exists(place.path)) trouble = FileTrouble::exists;
    if (!trouble && place.over) QFile::remove(place.path);
    if (!trouble && !QFile::copy(place_of(file.hash), place.path)) trouble = FileTrouble::not_writable;
    if (!trouble && place.read_only) QFile::setPermissions(place.path, QFile::ReadOwner);
    QMetaObject::invokeMethod(
        this,
        [this, hash = file.hash, path = place.path, trouble] {
            if (trouble)
                emit not_saved(hash, path, *trouble);
            else
                emit saved(hash, path);
        },
        Qt::QueuedConnection);
}

void SimulatedFiles::tick() {
    constexpr std::uint64_t steps = 20;
    for (auto& [hash, file] : files_) {
        const bool comes = file.state.stage == FileStage::asking || file.state.stage == FileStage::receiving;
        if (!comes || file.held) continue;
        const auto there = std::min(file.bytes, file.state.bytes_there + file.bytes / steps + 1);
        file.state = {there == file.bytes ? FileStage::here : FileStage::receiving, there};
        emit state_changed(hash);
    }
}

} // namespace plenum::ui
