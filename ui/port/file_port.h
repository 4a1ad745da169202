// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/units.h"
#include "core/chat/shared_file.h"

#include <QObject>

#include <cstdint>

namespace plenum::ui {

/// Why something could not be done with a file.
enum class FileTrouble : std::uint8_t {
    not_found = 1,
    no_file, ///< a folder or a device
    empty,
    too_large,
    not_readable,
    not_writable,
    disk_full,
    too_many, ///< the conference's files are too large together
    exists,   ///< there is a file of that name already
    changed,  ///< while it was read
    no_call,
};

enum class FileStage : std::uint8_t {
    offered = 1, ///< nobody here asked for it
    queued,      ///< others come first
    seeking,     ///< nobody who is here is known to have it
    asking,      ///< somebody was asked
    receiving,
    checking, ///< all of it came, and is compared with what was announced
    here,
    wrong,      ///< what came is something else
    not_stored, ///< the disk is full, or refuses
    ended,      ///< the private conversation was over before it was here
};

struct FileState {
    FileStage stage{FileStage::offered};
    std::uint64_t bytes_there{0};
    friend bool operator==(const FileState&, const FileState&) = default;
};

/// Who gets a file.
enum class FileAudience : std::uint8_t {
    chat = 1,   ///< those to whom it is offered in the chat: everyone, or a group
    conference, ///< everyone, for it is on the whiteboard
    person,     ///< one person alone
};

/// Contents of files that are offered in the chat or stand on the whiteboard, named by their hash.
class FilePort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    /// Takes a copy of a file of this person for the conference, one after the other. Answered by `prepared`, or by
    /// `refused`; `preparing` tells how far it is. The name and the type are those of the file; others are told of it
    /// once it is in the chat, or on the whiteboard.
    virtual void prepare(const QString& path) = 0;
    /// If it is not prepared yet, it will not be.
    virtual void stop_preparing(const QString& path) = 0;
    /// They get it from us from here on. Not to one person: see `set_offered_to`.
    virtual void offer(const chat::SharedFile& file, FileAudience audience) = 0;
    /// Whether others still get an own one.
    virtual void set_offered(const chat::SharedFile& file, bool offered) = 0;
    /// Whether one person alone gets an own one, whoever else does. Ends when either of the two leaves.
    virtual void set_offered_to(const chat::SharedFile& /*file*/, base::MemberIndex /*person*/, bool /*offered*/) {}
    /// From the member who announced it, or another one; to us alone, from that member alone. Again after it failed.
    /// False if too many are on their way.
    virtual bool fetch(const chat::SharedFile& file, base::MemberIndex from, FileAudience audience) = 0;
    virtual void cancel(const base::Hash& hash) = 0;
    [[nodiscard]] virtual FileState state_of(const base::Hash& hash) const = 0;
    /// Of a file that is here; empty for others. Nobody else reads it there, and it goes with the call.
    [[nodiscard]] virtual QString path_of(const base::Hash& hash) const = 0;

    struct Place {
        QString path;
        /// In place of a file of that name.
        bool over{false};
        /// Nobody changes it by mistake.
        bool read_only{false};
    };
    /// A copy for the person. Answered by `saved` or `not_saved`.
    virtual void save(const chat::SharedFile& file, const Place& place) = 0;

  signals:
    void preparing(const QString& path, quint64 bytes_done, quint64 bytes);
    void prepared(const QString& path, const plenum::chat::SharedFile& file);
    void refused(const QString& path, plenum::ui::FileTrouble why);
    void state_changed(const plenum::base::Hash& hash);
    void saved(const plenum::base::Hash& hash, const QString& path);
    void not_saved(const plenum::base::Hash& hash, const QString& path, plenum::ui::FileTrouble why);
    /// The call is over, and all files with it.
    void cleared();
};

} // namespace plenum::ui
