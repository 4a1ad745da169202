// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/members_model.h"
#include "ui/port/conference_ports.h"

#include <QUrl>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// Who records the call, and our own recording: what is said of them.
class CallRecording : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to People")
    /// Ours, from the wish until the file is whole.
    Q_PROPERTY(bool on READ on NOTIFY changed)
    /// The file is about to be whole.
    Q_PROPERTY(bool finishing READ finishing NOTIFY changed)
    /// For the strip: who records, of ours with time and size; empty where nobody does.
    Q_PROPERTY(QString pill READ pill NOTIFY changed)
    /// The same as a sentence.
    Q_PROPERTY(QString words READ words NOTIFY changed)

  public:
    /// `ports` and `members` outlive this.
    CallRecording(const ConferencePorts& ports, const MembersModel& members, QObject* parent = nullptr);

    [[nodiscard]] bool on() const { return port_.state().phase != RecordingState::Phase::off; }
    [[nodiscard]] bool finishing() const { return port_.state().phase == RecordingState::Phase::finishing; }
    [[nodiscard]] QString pill() const;
    [[nodiscard]] QString words() const;

    Q_INVOKABLE void start() { port_.start(); }
    Q_INVOKABLE void stop() { port_.stop(); }
    /// In a window of its own. Only recordings of calls; those of cameras are played by `Capture`.
    Q_INVOKABLE void play(const QUrl& file) { play_file(file.toLocalFile()); }
    /// The one that was saved last.
    Q_INVOKABLE void play_last() { play_file(last_file_); }
    void clear();

  signals:
    void changed();
    /// As `Client::notice`.
    void told(const QString& text, const QString& kind);

  private:
    void follow();
    void tell_end(RecordingEnd why, const QString& file);
    void play_file(const QString& file);
    /// Names of the others who record.
    [[nodiscard]] QStringList others() const;
    [[nodiscard]] QString own_figures() const;

    RecordingPort& port_;
    const MembersModel& members_;
    base::MemberIndex self_;
    QString last_file_;
    /// Who was told of, and under which name.
    QMap<std::uint32_t, QString> told_;
};

} // namespace plenum::ui
