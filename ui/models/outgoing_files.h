// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/chat/shared_file.h"
#include "ui/models/chat_addressee.h"
#include "ui/port/file_port.h"

#include <QList>
#include <QObject>
#include <QUrl>
#include <QtQml/qqmlregistration.h>

#include <memory>
#include <optional>

class QTemporaryDir;

namespace plenum::ui {

/// Files that this person sends, read one after the other. Each goes to those to whom we wrote when it was dropped,
/// pasted or chosen, whoever we write to once it is read.
class OutgoingFiles : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to ChatOutbox")
    /// Of the file that is read now; empty while there is none.
    Q_PROPERTY(QString preparing READ preparing NOTIFY preparing_changed)
    /// From 0 to 1.
    Q_PROPERTY(qreal prepared READ prepared_part NOTIFY preparing_changed)

  public:
    /// That one drop or one choice may send.
    static constexpr qsizetype files_at_once_max = 20;

    /// Both outlive this.
    OutgoingFiles(FilePort& port, const ChatAddressee& addressee);
    ~OutgoingFiles() override;

    [[nodiscard]] QString preparing() const { return waiting_.isEmpty() ? QString{} : name_of(waiting_.first().path); }
    [[nodiscard]] qreal prepared_part() const { return prepared_part_; }

    /// Sends them to those to whom we write now.
    Q_INVOKABLE void offer(const QList<QUrl>& files);
    /// The person begins to choose files; `offer_chosen` follows, or nothing. They go to those to whom we write now, or
    /// to nobody: if everyone was meant and we write to one person by then, it may not be what is meant any more.
    Q_INVOKABLE void begin_choice() { choice_ = addressee_.person(); }
    Q_INVOKABLE void offer_chosen(const QList<QUrl>& files);
    /// What the clipboard has: files, or an image. False if it has neither, or text.
    Q_INVOKABLE bool paste();
    Q_INVOKABLE void stop_preparing();

  signals:
    void preparing_changed();
    /// One that is ready to be said; `to`: one person alone, or 0.
    void ready(const plenum::chat::SharedFile& file, plenum::base::MemberIndex to);
    /// A short word to the person, as `Client::notice` has it.
    void told(const QString& text, const QString& kind);

  private:
    struct Waiting {
        QString path;
        base::MemberIndex to{};
    };
    [[nodiscard]] static QString name_of(const QString& path);
    [[nodiscard]] bool is_first(const QString& path) const;
    void add(const QList<QUrl>& files, base::MemberIndex to);
    void complain(const QString& text) { emit told(text, QStringLiteral("problem")); }
    void prepare_next();
    void take_prepared(const QString& path, chat::SharedFile file);
    void refuse(const QString& path, FileTrouble why);
    void clear();

    FilePort& port_;
    const ChatAddressee& addressee_;
    /// The first is being read.
    QList<Waiting> waiting_;
    qreal prepared_part_{0};
    base::MemberIndex choice_{};
    /// Images that were pasted, until they are read.
    std::unique_ptr<QTemporaryDir> pasted_;
};

} // namespace plenum::ui
