// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/recorded_files.h"

#include <QFile>

namespace plenum::app {

ui::FileState RecordedFiles::state_of(const base::Hash& hash) const {
    return {path_of(hash).isEmpty() ? ui::FileStage::offered : ui::FileStage::here, 0};
}

QString RecordedFiles::path_of(const base::Hash& hash) const {
    const auto [place, is_new] = paths_.try_emplace(hash);
    if (is_new) place->second = take_out(hash);
    return place->second;
}

QString RecordedFiles::take_out(const base::Hash& hash) const {
    const auto content = call_.picture(hash);
    if (!content || !folder_.isValid() || bytes_ + content->size() > bytes_max) return {};
    QFile file{folder_.filePath(QString::fromStdString(base::to_hex(hash.view())))};
    const auto size = static_cast<qint64>(content->size());
    const bool written = file.open(QIODevice::WriteOnly) &&
                         file.write(reinterpret_cast<const char*>(content->data()), size) == size && file.flush();
    if (!written) return {};
    bytes_ += content->size();
    return file.fileName();
}

void RecordedFiles::save(const chat::SharedFile& file, const Place& place) {
    emit not_saved(file.hash, place.path, ui::FileTrouble::no_call);
}

} // namespace plenum::app
