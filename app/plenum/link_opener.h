// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QStringList>
#include <QUrl>

namespace plenum::app {

/// From its making on, a conference's link that a person presses, in the chat for one, opens in a window of its own,
/// whether a desktop knows the client or not; the call at hand goes on.
class LinkOpener : public QObject {
    Q_OBJECT

  public:
    /// `program` gets `words` and the link.
    LinkOpener(QString program, QStringList words, QObject* parent = nullptr);
    ~LinkOpener() override;

  public slots:
    void open(const QUrl& link);

  signals:
    /// The program did not start.
    void failed(const QString& link);

  private:
    QString program_;
    QStringList words_;
};

} // namespace plenum::app
