// SPDX-License-Identifier: Apache-2.0
#include "ui/models/file_words.h"

namespace plenum::ui {

QString FileWords::trouble(FileTrouble why) {
    switch (why) {
    case FileTrouble::not_found: return tr("There is no such file.");
    case FileTrouble::no_file: return tr("Folders cannot be sent. Pack them into one file first.");
    case FileTrouble::empty: return tr("It is empty.");
    case FileTrouble::too_large: return tr("It is larger than 100 MB.");
    case FileTrouble::not_readable: return tr("It cannot be read.");
    case FileTrouble::not_writable: return tr("It cannot be written there. Choose another folder.");
    case FileTrouble::disk_full: return tr("The disk is full. Make room and try again.");
    case FileTrouble::too_many: return tr("The files of this conference are too large together.");
    case FileTrouble::exists: return tr("There is a file of this name already.");
    case FileTrouble::changed: return tr("It changed while it was read. Try again.");
    case FileTrouble::no_call: return tr("You are not in a conference.");
    }
    return {};
}

bool FileWords::is_under_way(FileStage stage) {
    return stage == FileStage::queued || stage == FileStage::seeking || stage == FileStage::asking ||
           stage == FileStage::receiving || stage == FileStage::checking;
}

QString FileWords::stage(FileStage stage, const QString& there, const QString& whole) {
    switch (stage) {
    case FileStage::offered:
    case FileStage::here: return whole;
    case FileStage::queued: return tr("%1, waits for other files").arg(whole);
    case FileStage::seeking: return tr("%1, nobody here has it now; it comes once somebody has").arg(whole);
    case FileStage::asking: return tr("%1, asked for").arg(whole);
    case FileStage::receiving: return tr("%1 of %2").arg(there, whole);
    case FileStage::checking: return tr("%1, is being checked").arg(whole);
    case FileStage::wrong: return tr("Something else came than was sent, and was deleted.");
    case FileStage::not_stored:
        return tr("It cannot be kept here: the disk is full, or the files are too large together.");
    case FileStage::ended: return tr("The private conversation ended before it was here.");
    }
    return {};
}

} // namespace plenum::ui
