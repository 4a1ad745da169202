// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/chat/shared_file.h"
#include "ui/images/shared_images.h"
#include "ui/port/file_port.h"
#include "ui/port/port_types.h"

#include <QUrl>
#include <QVariantMap>
#include <QtQml/qqmlregistration.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace plenum::ui {

/// Files in the chat, and what is done with those that are offered.
class ChatFiles : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to ChatModel")

  public:
    /// Images up to so many bytes come by themselves, until so many bytes in all did.
    static constexpr std::uint64_t image_bytes_max = 4 * 1024 * 1024;
    static constexpr std::uint64_t images_bytes_max = 256 * 1024 * 1024;
    /// Larger images are shown as files.
    static constexpr std::uint64_t shown_bytes_max = 32 * 1024 * 1024;

    /// Of a line; null if it is not there, or offers no file.
    using Lookup = std::function<const ChatMessage*(ChatId)>;
    /// `port` outlives this.
    ChatFiles(FilePort& port, Lookup line);

    [[nodiscard]] std::shared_ptr<const ImagePaths> images() const { return images_; }

    // Lines as the rows name them.
    Q_INVOKABLE void fetch(const QString& line);
    Q_INVOKABLE void cancel(const QString& line);
    /// In place of a file of that name: the person was asked.
    Q_INVOKABLE void save(const QString& line, const QUrl& file);
    /// Saves it read-only in the folder for downloads, and opens that with the program that the desktop has for it.
    Q_INVOKABLE void open(const QString& line);
    /// Where it would be saved.
    Q_INVOKABLE QUrl place_for(const QString& line) const;

    /// What the rows show of it; empty for a line without a file. `open`: those who read it are there, and we among
    /// them.
    [[nodiscard]] QVariantMap describe(const ChatMessage& message, bool own, bool open) const;
    /// A line of somebody else came.
    void note(const ChatMessage& message);
    /// It is being said, to one person alone unless `to` is 0.
    void offer_content(const chat::SharedFile& file, base::MemberIndex to);
    /// An own line was deleted, or is there again.
    void note_offered(const ChatMessage& message, bool offered);
    /// It changed. Tells if that was the end of one that was on its way to us alone.
    void note_ended(const ChatMessage& message);
    /// By the end of its name: programs only show such files, and run nothing that is in them.
    [[nodiscard]] static bool is_openable(const QString& name);

  signals:
    /// Of lines with this content.
    void changed(const plenum::base::Hash& hash);
    /// A short word to the person, as `Client::notice` has it.
    void told(const QString& text, const QString& kind);

  private:
    [[nodiscard]] const ChatMessage* line_named(const QString& line) const;
    [[nodiscard]] static QString name_of(const QString& path);
    void take_state(const base::Hash& hash);
    void take_saved(const base::Hash& hash, const QString& path);
    void take_not_saved(const base::Hash& hash, const QString& path, FileTrouble why);
    void save_to_open(const chat::SharedFile& file, int attempt);
    void clear();

    /// On its way to the folder for downloads, to be opened there.
    struct Opening {
        chat::SharedFile file;
        int attempt{0};
    };
    FilePort& port_;
    Lookup line_;
    std::shared_ptr<ImagePaths> images_{std::make_shared<ImagePaths>()};
    std::uint64_t images_bytes_{0};
    std::map<base::Hash, Opening> opening_;
    std::map<base::Hash, QString> opened_;
};

} // namespace plenum::ui
