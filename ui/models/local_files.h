// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QUrl>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// Files and folders of this computer, for those who choose among them.
class LocalFiles : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_SINGLETON

  public:
    /// This folder, or the person's home where it does not exist.
    [[nodiscard]] Q_INVOKABLE static QUrl existing_folder(const QUrl& folder);
    [[nodiscard]] Q_INVOKABLE static bool is_folder(const QUrl& file);
    /// A file or folder of this name exists.
    [[nodiscard]] Q_INVOKABLE static bool exists(const QUrl& file);
    /// As people read it, with no scheme.
    [[nodiscard]] Q_INVOKABLE static QString path(const QUrl& file) { return file.toLocalFile(); }
};

} // namespace plenum::ui
