// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace plenum::ui {

/// A small file that its owner alone may read (0600), written anew as a whole or not at all.
class SecretFile {
  public:
    static constexpr qint64 bytes_max = 256 * 1024;

    /// Empty path: nothing is kept.
    explicit SecretFile(QString path = {}) : path_{std::move(path)} {}

    [[nodiscard]] bool is_kept() const { return !path_.isEmpty(); }
    /// Empty where there is no such file, where it cannot be read, or where it is larger than ours are.
    [[nodiscard]] QByteArray read() const;
    /// False where it cannot be written. Makes the folder, for its owner alone.
    [[nodiscard]] bool write(const QByteArray& contents) const;

  private:
    QString path_;
};

} // namespace plenum::ui
